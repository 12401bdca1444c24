import type { Word } from "../command-part.js";

const SHELLS = new Set(["bash", "sh", "zsh", "dash", "ksh", "mksh", "ash", "rbash"]);

export function isShell(name: string): boolean {
  return SHELLS.has(name);
}

/** One that knows no more than the standard says, or may be such a one. */
export function isPosixShell(name: string): boolean {
  return isShell(name) && !/^(?:r?bash|zsh)$/.test(name);
}

/** Where a shell that is started takes its commands from. */
export type ShellCall =
  | { readonly from: "text"; readonly text: Word }
  | { readonly from: "input" }
  /** A script of its own: a program like any other. */
  | { readonly from: "file" }
  | { readonly from: "unclear"; readonly why: string };

/** Letters that change nothing in how a script is read. */
const LETTERS = /^[euxvlfCmncs]*o?$/;
const LONG = new Set(["--norc", "--noprofile", "--login", "--verbose", "--no-rcs"]);

/** Names for `set -o` that change nothing in how a script is read. */
export const HARMLESS_MODES: ReadonlySet<string> = new Set([
  "errexit",
  "nounset",
  "pipefail",
  "xtrace",
  "verbose",
  "noclobber",
  "noglob",
  "errtrace",
  "functrace",
]);

/** Reads how a shell is called; `words` start with its name. */
export function readShellCall(words: readonly Word[]): ShellCall {
  const unclear: ShellCall = {
    from: "unclear",
    why: `runs ${words[0]?.text ?? "a shell"} in a way that is not known`,
  };
  let [isText, isInput] = [false, false];
  let at = 1;
  for (let word = words[at]; word !== undefined; word = words[(at += 1)]) {
    // A text or a path that begins like one is no option.
    if (word.text === undefined && word.count === "one" && /^[^-+]/.test(word.start)) break;
    if (word.text === undefined) return unclear;
    if (word.text === "--version" || word.text === "--help") return { from: "file" };
    if (!/^[-+]./.test(word.text)) {
      if (word.text === "-") at += 1;
      break;
    }
    if (word.text === "--") {
      at += 1;
      break;
    }
    if (LONG.has(word.text)) continue;
    const letters = word.text.slice(1);
    if (!LETTERS.test(letters)) return unclear;
    if (letters.includes("c")) isText = true;
    if (letters.includes("s")) isInput = true;
    if (!letters.endsWith("o")) continue;
    at += 1;
    if (!HARMLESS_MODES.has(words[at]?.text ?? "")) return unclear;
  }
  const operand = words[at];
  if (isText) return operand?.count === "one" ? { from: "text", text: operand } : unclear;
  if (isInput || operand === undefined) return { from: "input" };
  if (operand.text === undefined) return unclear;
  return /^\/dev\/(?:stdin|fd\/)|^\/proc\//.test(operand.start) ? { from: "input" } : { from: "file" };
}
