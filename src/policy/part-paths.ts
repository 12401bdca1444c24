import { posix } from "node:path";

import type { CommandPart, Word } from "./command-part.js";
import { gitCommand } from "./git-command.js";
import type { PathUse } from "./match-path.js";
import { pathsInCode, pathTexts } from "./path-words.js";
import { isWithin, placePath } from "./place-paths.js";
import { INTERPRETER } from "./programs.js";
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
    const inWord = index === script ? { ...how, writes: false } : how;
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

/** Programs that only read what they are given. */
const ONLY_READS: ReadonlySet<string> = new Set(
  (
    "cat tac head tail less more bat nl od xxd hexdump strings base64 base32 wc ls tree stat file grep egrep fgrep rg " +
    "ag ack diff cmp comm cut paste sort uniq jq awk find fd du df realpath readlink basename dirname md5sum sha1sum " +
    "sha256sum cksum cd which"
  ).split(" "),
);

/** Programs that write what they are given. */
export const WRITES: ReadonlySet<string> = new Set(
  "cp mv ln install tee touch mkdir rmdir rm unlink chmod chown chgrp truncate dd rsync patch shred tar zip unzip gzip gunzip split".split(
    " ",
  ),
);

/** Programs that print, copy or send what they read: a path that is not known may be anything. */
const HANDS_ON = new Set(
  (
    "cat tac head tail less more bat nl od xxd hexdump strings base64 base32 cp mv ln install tee dd scp sftp rsync " +
    "tar zip curl wget openssl gpg vim vi nano"
  ).split(" "),
);

const OPENS_NOTHING = new Set([
  "echo",
  "printf",
  "true",
  "false",
  ":",
  "test",
  "[",
  "[[",
  "exit",
  "which",
  "type",
]);
const DEEP = new Set(["rg", "ag", "ack", "tar", "zip", "rsync", "scp"]);
const GIT_READS = new Set(
  "add blame branch commit diff fetch grep log ls-files ls-tree push rev-parse show status tag".split(" "),
);

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
  if (DEEP.has(program)) return true;
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
