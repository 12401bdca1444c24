import type { TerminalEnv } from "../terminal-locator.js";
import type { CommandResult, RunCommand } from "../../host/run-command.js";

/** One key press as xdotool names it (`Escape`, `ctrl+s`), or a text. */
export type Press = { readonly key: string } | { readonly text: string };

/** One X display, asked and worked through xdotool. Windows are the numbers that it prints. */
export class Xdotool {
  readonly #run: RunCommand;
  readonly #env: TerminalEnv;

  constructor({ DISPLAY, XAUTHORITY }: TerminalEnv, run: RunCommand) {
    this.#env = { ...(DISPLAY && { DISPLAY }), ...(XAUTHORITY && { XAUTHORITY }) };
    this.#run = run;
  }

  /** Undefined where the display answers, else why it does not. */
  async trouble(): Promise<string | undefined> {
    const answer = await this.#command("getdisplaygeometry");
    if (answer.ok) return undefined;
    // Its own words name no display: "Can't open display: (null)" (3.20160805).
    return answer.code === undefined ? answer.says : "xdotool cannot open it";
  }

  /** The windows of that process, also those that are minimized. */
  async windowsOf(pid: number): Promise<readonly string[]> {
    return this.#real(await this.#search("--pid", String(pid)));
  }

  /** The windows of which the program's class matches, as in `^XTerm$`. */
  async windowsOfClass(pattern: string): Promise<readonly string[]> {
    return this.#real(await this.#search("--class", pattern));
  }

  /** The windows that have this text in their title. A window manager's frame may have it too, but no class. */
  async windowsTitled(text: string): Promise<readonly string[]> {
    const titled = await this.#search("--name", text);
    if (titled.length === 0) return [];
    const programs = new Set(await this.#search("--class", "."));
    return titled.filter((window) => programs.has(window));
  }

  async title(window: string): Promise<string | undefined> {
    const name = await this.#command("getwindowname", window);
    return name.ok ? name.stdout.replace(/\n$/, "") : undefined;
  }

  /** The window that has the keyboard; undefined where none has it. */
  async focused(): Promise<string | undefined> {
    const focus = await this.#command("getwindowfocus");
    return focus.ok ? numberIn(focus.stdout) : undefined;
  }

  /** Gives the keyboard to a window. Without a window manager there is nobody to ask: it is taken. */
  async focus(window: string): Promise<void> {
    const asked = await this.#command("windowactivate", window);
    if (!asked.ok) await this.#command("windowfocus", window);
  }

  /**
   * Presses keys in the window that has the keyboard, and only there: should it lose it meanwhile, they are lost.
   * xdotool presses real keys only in the very window that has the focus, and GTK gives that to an inner one; to any
   * other it sends events that programs know for false and leave (xterm 379, VTE 0.70).
   */
  async press(window: string, presses: readonly Press[]): Promise<void> {
    for (const press of presses) if ("text" in press) assertOnKeyboard(press.text);
    for (const press of presses) {
      const inner = await this.#command("getwindowfocus", "-f");
      const target = inner.ok ? numberIn(inner.stdout) : undefined;
      if (target === undefined || (await this.focused()) !== window) {
        throw new Error("the session's window has lost the keyboard");
      }
      // Somebody may hold a Shift key down.
      const options = ["--clearmodifiers", "--window", target];
      const pressed =
        "key" in press
          ? await this.#command("key", ...options, press.key)
          : await this.#run("xdotool", ["type", ...options, "--file", "-"], {
              env: this.#env,
              input: press.text,
              timeoutMs: TYPING_TIMEOUT_MS,
            });
      if (!pressed.ok) throw new Error(`xdotool could not press the keys: ${pressed.says}`);
    }
  }

  /** GTK keeps a window of 10 by 10 that nobody sees, with the same process and class. */
  async #real(windows: readonly string[]): Promise<readonly string[]> {
    const sizes = await Promise.all(windows.map((window) => this.#command("getwindowgeometry", window)));
    return windows.filter((_, index) => {
      const size = sizes[index];
      const [, width, height] = /Geometry: (\d+)x(\d+)/.exec(size?.ok ? size.stdout : "") ?? [];
      return Math.min(Number(width), Number(height)) > UNSEEN_SIZE;
    });
  }

  /** It ends with 1 where it finds nothing. */
  async #search(by: string, what: string): Promise<readonly string[]> {
    const found = await this.#command("search", by, what);
    return [...new Set(found.stdout.split("\n").filter((line) => /^\d+$/.test(line)))];
  }

  #command(...args: string[]): Promise<CommandResult> {
    return this.#run("xdotool", args, { env: this.#env });
  }
}

/** For another letter xdotool changes the layout for a moment; xterm beside openbox looked too late and got nothing. */
function assertOnKeyboard(text: string): void {
  if (/[^\x20-\x7e]/.test(text)) throw new Error(`${JSON.stringify(text)} is not on every keyboard`);
}

/** 0 and 1 stand for no window, and for whichever is under the pointer. */
function numberIn(text: string): string | undefined {
  const line = text.trim();
  return /^\d+$/.test(line) && Number(line) > 1 ? line : undefined;
}

const UNSEEN_SIZE = 16;
// A dozen milliseconds for each character.
const TYPING_TIMEOUT_MS = 60_000;
