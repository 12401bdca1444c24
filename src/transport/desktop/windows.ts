import { randomBytes } from "node:crypto";

import { isAlive } from "../../host/process-identity.js";
import { runCommand, type CommandResult, type RunCommand } from "../../host/run-command.js";
import type { OpenResult, TransportKind } from "../transport.js";
import { WINDOWS_SCRIPT } from "./windows-script.js";
import { pressesOf } from "./x11-keys.js";

export interface WindowsTransportOptions {
  readonly run?: RunCommand;
  readonly platform?: NodeJS.Platform;
  /** A title that no window has. */
  readonly title?: () => string;
}

/**
 * Presses keys with SendKeys in the session's window, which it brings up. Blind. Windows tells neither when a process
 * started nor which one reads the keyboard: that the console still is this session's, its process alone tells.
 */
export function windowsTransport({
  run = runCommand,
  platform = process.platform,
  title = () => `cac ${randomBytes(6).toString("hex")}`,
}: WindowsTransportOptions = {}): TransportKind {
  return {
    name: "windows",
    open: async ({ reach }): Promise<OpenResult> => {
      if (platform !== "win32") return { refused: "is there on Windows only" };
      const id = reach.process;
      if (id === undefined) return { refused: "cannot tell which process it is" };
      const isThere = (): Promise<boolean> => isAlive(id.pid, id.start);
      if (!(await isThere())) return { refused: `finds no such process any more (${id.pid})` };
      const found = await powerShell(run, { CAC_PID: String(id.pid), CAC_TITLE: "", CAC_KEYS: "" });
      if (!found.ok) return { refused: `cannot be reached: ${found.says}` };
      return {
        name: "windows",
        screen: undefined,
        isSameProcess: isThere,
        send: async (keys) => {
          const variables = { CAC_PID: String(id.pid), CAC_TITLE: title(), CAC_KEYS: sendKeys(keys) };
          const sent = await powerShell(run, variables);
          if (!sent.ok) throw new Error(`the keys could not be pressed: ${sent.says}`);
        },
        release: () => Promise.resolve(),
      };
    },
  };
}

/** The keys in the signs of SendKeys, in which `+^%~(){}[]` mean something else. */
function sendKeys(keys: string): string {
  return pressesOf(keys)
    .map((press) => {
      if ("text" in press) return press.text.replace(/[+^%~(){}[\]]/g, "{$&}");
      const [, letter] = /^ctrl\+([a-z])$/.exec(press.key) ?? [];
      return letter === undefined ? KEYS[press.key] : `^${letter}`;
    })
    .join("");
}

const KEYS: Readonly<Record<string, string>> = {
  Return: "{ENTER}",
  Escape: "{ESC}",
  Tab: "{TAB}",
  BackSpace: "{BACKSPACE}",
};

function powerShell(run: RunCommand, env: Readonly<Record<string, string>>): Promise<CommandResult> {
  // Encoded, its text meets no quoting rules at all. It compiles a little, which takes a while on a busy machine.
  const encoded = Buffer.from(WINDOWS_SCRIPT, "utf16le").toString("base64");
  const args = ["-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass", "-EncodedCommand", encoded];
  return run("powershell.exe", args, { env, timeoutMs: TIMEOUT_MS });
}

const TIMEOUT_MS = 20_000;
