import type { RunCommand, RunCommandOptions } from "../../host/run-command.js";
import type { Compositor } from "./wayland-focus.js";
import { pressesOf } from "./x11-keys.js";
import type { Press } from "./xdotool.js";

/** A program that presses keys for whichever window has the keyboard. */
export interface Typist {
  /** Each press is a command; throws for what it has no key for. */
  commandsFor(keys: string): readonly TypistCommand[];
}

export interface TypistCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly input: string;
}

/** The one that works here, or why none does. Finding out presses nothing. */
export async function findTypist(
  compositor: Compositor,
  env: NonNullable<RunCommandOptions["env"]>,
  run: RunCommand,
): Promise<Typist | string> {
  // To sleep for a millisecond (0 is refused by 0.4) takes a virtual keyboard all the same, and tells whether there can be one.
  const tried = await run("wtype", ["-s", "1"], { env });
  if (tried.ok) return { commandsFor: (keys) => pressesOf(keys).map(forWtype) };
  // What is no key code only makes it wait; without its daemon it fails.
  const ydotool = await run("ydotool", ["key", "0"], { env });
  if (!ydotool.ok) return `cannot press keys: ${tried.says}; ${ydotool.says}`;
  const layouts = await compositor.layouts();
  // It presses the places where a US keyboard has the letters.
  const other = layouts.find((layout) => layout !== US);
  if (layouts.length === 0 || other !== undefined)
    return `cannot press the right keys: ydotool takes the layout ${US}, and it is ${other ?? "unknown"}`;
  return { commandsFor: (keys) => pressesOf(keys).map(forYdotool) };
}

const US = "English (US)";

function forWtype(press: Press): TypistCommand {
  if ("text" in press) return wtype(["-"], press.text);
  const [, letter] = /^ctrl\+([a-z])$/.exec(press.key) ?? [];
  return wtype(letter === undefined ? ["-k", press.key] : ["-M", "ctrl", "-k", letter, "-m", "ctrl"]);
}

/** Without a pause, a window may miss the first key of a new keyboard: half of all Enters were lost (0.4, sway 1.7). */
function wtype(args: readonly string[], input = ""): TypistCommand {
  return { file: "wtype", args: ["-s", "100", ...args], input };
}

function forYdotool(press: Press): TypistCommand {
  if ("text" in press) {
    if (/[^\x20-\x7e]/.test(press.text))
      throw new Error(`ydotool has no keys for ${JSON.stringify(press.text)}`);
    return { file: "ydotool", args: ["type", "--file", "-"], input: press.text };
  }
  const codes = KEY_CODES[press.key];
  if (codes === undefined) throw new Error(`ydotool has no key code for ${press.key}`);
  const down = codes.map((code) => `${code}:1`);
  const up = codes.toReversed().map((code) => `${code}:0`);
  return { file: "ydotool", args: ["key", ...down, ...up], input: "" };
}

/** As linux/input-event-codes.h has them: 29 is the left Ctrl. */
const KEY_CODES: Readonly<Record<string, readonly number[]>> = {
  Escape: [1],
  BackSpace: [14],
  Tab: [15],
  Return: [28],
  "ctrl+j": [29, 36],
  "ctrl+s": [29, 31],
};
