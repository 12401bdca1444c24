import { resolve } from "node:path";

import type { CommandPart, Word } from "../../src/policy/shell/command-part.js";
import type { Ran, Run } from "./stub-shell.js";

/** What a real shell ran or wrote that none of the parts says; empty where they tell it all. */
export function unforeseen(run: Run, parts: readonly CommandPart[]): readonly unknown[] {
  const programs = run.ran.filter((ran) => !parts.some((part) => foresees(part, ran)));
  const files = run.written.filter((file) => !parts.some((part) => writes(part, file)));
  return [...programs, ...files];
}

function foresees(part: CommandPart, ran: Ran): boolean {
  if (part.cwd !== undefined && part.cwd !== ran.cwd) return false;
  if (ran.hasFoo && !part.assignments.some(({ name }) => name === "FOO")) return false;
  return covers(part.words, ran.argv, part.takesMore);
}

/** Known words as they are; any other is one word, or the names of files. */
function covers([word, ...words]: readonly Word[], argv: readonly string[], takesMore: boolean): boolean {
  const [first, ...rest] = argv;
  if (word === undefined) return takesMore || first === undefined;
  if (word.count === "files" && covers(words, argv, takesMore)) return true;
  if (first === undefined || !isValue(word, first)) return false;
  return covers(word.count === "files" ? [word, ...words] : words, rest, takesMore);
}

function isValue({ text, start, values }: Word, value: string): boolean {
  if (text !== undefined) return value === text;
  return value.startsWith(start) && (values === undefined || values.includes(value));
}

function writes(part: CommandPart, file: string): boolean {
  return part.redirects.some(({ writes, target }) => {
    if (!writes) return false;
    return target.text === undefined || part.cwd === undefined || resolve(part.cwd, target.text) === file;
  });
}
