import { posix } from "node:path";

import type { CommandPart, Word } from "./command-part.js";
import { gitCommand } from "./git-command.js";
import type { PathUse } from "./match-path.js";
import { pathsInCode, pathTexts } from "./path-words.js";
import { isWithin, placePath } from "./place-paths.js";
import {
  GIT_READS,
  HANDS_ON,
  INTERPRETER,
  ONLY_READS,
  OPENS_NOTHING,
  READS_DEEP,
  WRITES,
} from "./programs.js";
import type { Place } from "./tool-call.js";

/** The program's name without its directory, `rm` of `/bin/rm`; in small letters, for macOS finds `RM` as well. */
export function programOf(part: CommandPart): string {
  return posix.basename(part.words[0]?.text ?? "").toLowerCase();
}

/** Every path that a part may open, as far as its words and redirects tell. */
export function pathsOf(part: CommandPart, place: Place): readonly PathUse[] {
  const redirects = part.redirects.map(({ target, writes }) =>
    use(target, part, place, { writes, isDeep: false, mayBeAny: true }),
  );
  const program = programOf(part);
  if (OPENS_NOTHING.has(program)) return redirects;
  const mayBeAny = HANDS_ON.has(program);
  const how = { writes: mayWrite(part), isDeep: isDeep(part), mayBeAny };
  const runsCode = INTERPRETER.test(program);
  const script = runsCode
    ? part.words.findIndex((word, index) => index > 0 && !word.start.startsWith("-"))
    : -1;
  const uses: PathUse[] = [];
  for (const [index, word] of part.words.entries()) {
    if (index === 0) continue;
    const isScript = index === script && /^[\w@%+=:,./~-]+$/.test(word.text ?? "");
    const inWord = isScript ? { ...how, writes: false } : how;
    if (word.text === undefined) {
      const how = { ...inWord, mayBeAny: mayBeAny && !isPlainGlob(word, part, place) };
      if (mayBeAny || isPathLike(word.start)) uses.push(use(word, part, place, how));
      continue;
    }
    const texts = runsCode ? [...pathTexts(word.text), ...pathsInCode(word.text)] : pathTexts(word.text);
    for (const text of new Set(texts)) {
      if (isFileProgram(program) || isPathLike(text))
        uses.push(use({ text, start: text }, part, place, inWord));
    }
  }
  if (part.takesMore && mayBeAny) uses.push({ placed: undefined, start: "", ...how });
  return [...redirects, ...uses];
}

/**
 * `src/*.ts`: names below a directory of the project, and nothing else in the command that is not known; no `..`, no
 * name that begins with a dot, none that credentials have.
 */
export function isPlainGlob(word: Word, part: CommandPart, place: Place): boolean {
  const isHere = part.cwd !== undefined && isWithin(part.cwd, place.project) && !part.takesMore;
  return isHere && word.text === undefined && word.start.includes("/") && PLAIN_GLOBS.test(part.source);
}

const PLAIN_GLOBS = /^(?![^]*(?:\.\.|[\s/][./]|\.pem|id_|env))[\w +./*?-]+$/;

type How = Pick<PathUse, "writes" | "isDeep" | "mayBeAny">;

function isFileProgram(program: string): boolean {
  return ONLY_READS.has(program) || WRITES.has(program) || HANDS_ON.has(program);
}

function isPathLike(text: string): boolean {
  return /[/.~]/.test(text) || text.startsWith("id_");
}

/** Whether the program may write what it is given. */
export function mayWrite(part: CommandPart): boolean {
  const program = programOf(part);
  if (OPENS_NOTHING.has(program)) return false;
  if (program === "git") return !GIT_READS.has(gitCommand(part)?.name ?? "");
  if (program === "sed") return part.words.some((word) => /^-(?:[a-zA-Z]*i|-i)/.test(word.start));
  return !ONLY_READS.has(program);
}

function isDeep(part: CommandPart): boolean {
  const program = programOf(part);
  if (READS_DEEP.has(program)) return true;
  if (!/^(?:[ef]?grep|cp|mv|diff)$/.test(program)) return false;
  return (
    program === "mv" || part.words.some((word) => /^-(?:[a-zA-Z]*[rRa]|-rec|-deref|-arch)/.test(word.start))
  );
}

function use(word: Word, part: CommandPart, place: Place, how: How): PathUse {
  const isAbsolute = /^[/~]/.test(word.start);
  // After a `cd` that cannot be followed, a relative path may be anywhere.
  if (word.text === undefined || (part.cwd === undefined && !isAbsolute)) {
    return { placed: undefined, start: startOf(word.start, part.cwd, place), ...how };
  }
  const placed = placePath(word.text, part.cwd ?? place.cwd, place);
  return { placed, start: placed.path, ...how };
}

/** The last segment is left as it is: `src/.` may go on as `src/..`, and `.e` as `.env`. */
function startOf(start: string, cwd: string | undefined, place: Place): string {
  const cut = start.lastIndexOf("/") + 1;
  if (start === "" || (cwd === undefined && !/^[/~]/.test(start))) return "";
  const directory = placePath(cut === 0 ? "." : start.slice(0, cut), cwd ?? place.cwd, place).path;
  return `${directory === "/" ? "" : directory}/${start.slice(cut)}`;
}
