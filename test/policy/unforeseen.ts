import { resolve } from "node:path";

import type { CommandPart, Word } from "../../src/policy/command-part.js";
import type { Ran, Run } from "./stub-shell.js";

/** What a real shell ran or wrote that none of the parts says; empty where they tell it all. */
export function unforeseen(run: Run, parts: readonly CommandPart[]): readonly unknown[] {
  const programs = run.ran.filter((ran) => !parts.some((part) => foresees(part, ran)));
  const files = run.written.filter((file) => !parts.some((part) => writes(part, file)));
  return [...programs, ...files];
}

function foresees(part: CommandPart, ran: Ran): boolean {
  if (part.cwd !== undefined && part.cwd !== ran.cwd) return false;
  if (ran.hasFoo && !part.variables.includes("FOO")) return false;
  return covers(part.words, ran.argv, part.takesMore);
}

/** Known words as they are; an unknown one may stand for any number of words, or none. */
function covers([word, ...words]: readonly Word[], argv: readonly string[], takesMore: boolean): boolean {
  if (word === undefined) return takesMore || argv.length === 0;
  if (word.text !== undefined) return argv[0] === word.text && covers(words, argv.slice(1), takesMore);
  const [first] = argv;
  if (covers(words, argv, takesMore) && word.start === "") return true;
  if (first === undefined || !first.startsWith(word.start)) return false;
  return argv.some((_, at) => covers(words, argv.slice(at + 1), takesMore));
}

function writes(part: CommandPart, file: string): boolean {
  return part.redirects.some(({ writes, target }) => {
    if (!writes) return false;
    return target.text === undefined || part.cwd === undefined || resolve(part.cwd, target.text) === file;
  });
}
