import { screenOfText, type Screen } from "../../claude/screen/screen.js";
import type { ExternalSession, TerminalEnv } from "../terminal-locator.js";
import { isForeground, liveTty, whyNotForeground } from "../tty/is-foreground.js";
import { runCommand, type RunCommand } from "../../host/run-command.js";
import type { OpenResult, TransportKind, TransportName } from "../transport.js";

export interface ScriptedTransportOptions {
  readonly run?: RunCommand;
  readonly platform?: NodeJS.Platform;
}

/** A terminal program of macOS that can be told what to do in AppleScript. */
export interface ScriptedTerminal {
  readonly transport: TransportName;
  /** As its users know it. */
  readonly name: string;
  readonly isInside: (env: TerminalEnv) => boolean;
  /**
   * Takes "find", "read" or "send", the terminal device and what is to be sent. Answers with the width in columns and,
   * for "read", the rows that are shown, from the next line on. Fails where it has no such terminal.
   */
  readonly script: string;
  /** The keys as arguments of the script; throws where it cannot press them. */
  readonly argumentsOf: (keys: string) => readonly string[];
}

/** The session is found by its terminal device. Its text is seen, without colours and cursor. */
export function scriptedTransport(
  { transport, name, isInside, script, argumentsOf }: ScriptedTerminal,
  { run = runCommand, platform = process.platform }: ScriptedTransportOptions,
): TransportKind {
  const ask = async (session: ExternalSession, ...words: readonly string[]): Promise<ScriptResult> => {
    const tty = await liveTty(session);
    const [what = "", ...more] = words;
    if (tty === undefined) return { ok: false, says: "it has no terminal of its own" };
    return runScript(run, script, [what, tty, ...more]);
  };
  return {
    name: transport,
    open: async (session): Promise<OpenResult> => {
      if (platform !== "darwin") return { refused: "is there on macOS only" };
      if (!isInside(session.reach.env)) return { refused: `is not running inside ${name}` };
      const hindrance = await whyNotForeground(session);
      if (hindrance !== undefined) return { refused: hindrance };
      const found = await ask(session, "find");
      if (!found.ok) return { refused: `cannot be reached: ${found.says}` };
      return {
        name: transport,
        screen: async () => {
          const read = await ask(session, "read");
          if (!read.ok) throw new Error(`${name} did not show its terminal: ${read.says}`);
          return screenOf(read.told);
        },
        isSameProcess: async () => (await isForeground(session)) && (await ask(session, "find")).ok,
        send: async (keys) => {
          const sent = await ask(session, "send", ...argumentsOf(keys));
          if (!sent.ok) throw new Error(`${name} did not take the keys: ${sent.says}`);
        },
        release: () => Promise.resolve(),
      };
    },
  };
}

function screenOf(told: string): Screen {
  const [, columns, text = ""] = /^(\d+)(?:\n([^]*))?$/.exec(told) ?? [];
  return { ...screenOfText(text), columns: Number(columns ?? 0) };
}

/** What an AppleScript answered, or why it did not, in the words of the system. */
type ScriptResult =
  { readonly ok: true; readonly told: string } | { readonly ok: false; readonly says: string };

/** Runs a fixed script; the values are its arguments, never a part of its text. */
async function runScript(run: RunCommand, script: string, args: readonly string[]): Promise<ScriptResult> {
  const result = await run("osascript", ["-", ...args], { input: script });
  if (result.ok) return { ok: true, told: result.stdout.replace(/\n$/, "") };
  if (NOT_ALLOWED.test(result.stderr)) return { ok: false, says: NOT_ALLOWED_FIX };
  // "12:34: execution error: what is wrong (-1728)"
  const [, wrong] = /execution error: (.*?)(?: \(-?\d+\))?$/.exec(result.says) ?? [];
  return { ok: false, says: wrong ?? result.says };
}

// errAEEventNotPermitted, and System Events' word for a missing right to press keys.
const NOT_ALLOWED = /\((?:-1743|1002)\)/;
const NOT_ALLOWED_FIX =
  "macOS does not allow it yet (System Settings, Privacy & Security, Automation and Accessibility)";
