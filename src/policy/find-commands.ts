import type { ShellWord } from "./shell-words.js";
import { unclear, withMark, type Run, type Unwrapped } from "./unwrapped.js";

const RUNS = new Set(["-exec", "-execdir", "-ok", "-okdir"]);

/** The commands of `-exec … ;` and `-exec … {} +`, and the search without them; undefined where there are none. */
export function unwrapFind(words: readonly ShellWord[]): Unwrapped | undefined {
  const itself: ShellWord[] = [];
  const runs: Run[] = [];
  let at = 0;
  for (let word = words[at]; word !== undefined; word = words[(at += 1)]) {
    if (word.text === undefined || !RUNS.has(word.text)) {
      itself.push(word);
      continue;
    }
    const end = endOf(words, at + 1);
    const command = words.slice(at + 1, end);
    if (end === undefined || command.length === 0) return unclear(`has a find whose ${word.text} has no end`);
    if (!isFixed(command)) return unclear(`has a find whose ${word.text} may end elsewhere`);
    const called = command.map((part) => withMark(part, "{}"));
    if (called[0]?.text === undefined) return unclear("runs a program whose name is not known");
    runs.push({
      words: called,
      byShell: false,
      takesMore: words[end]?.text === "+",
      ...(word.text.endsWith("dir") && { directory: "unknown" as const }),
    });
    at = end;
  }
  return runs.length === 0 ? undefined : { itself, runs, variables: [], redirects: [], doubt: undefined };
}

/** A plus ends it only right behind `{}`. */
function endOf(words: readonly ShellWord[], from: number): number | undefined {
  for (let at = from; at < words.length; at += 1) {
    const text = words[at]?.text;
    if (text === ";" || (text === "+" && words[at - 1]?.text === "{}")) return at;
  }
  return undefined;
}

/**
 * An unknown word may be `;` and end the command early. Then find takes what follows for its own expression, which is
 * an error, and nothing runs, unless something there looks like one.
 */
function isFixed(command: readonly ShellWord[]): boolean {
  const unknown = command.findIndex((word) => word.text === undefined);
  if (unknown === -1) return true;
  return (
    command.every((word) => word.single) &&
    command.slice(unknown + 1).every((word) => word.text !== undefined && !word.text.startsWith("-"))
  );
}
