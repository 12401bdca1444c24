import type { CommandPart } from "../command-part.js";
import type { ReaderPlace } from "../shell-reader.js";
import { isPlainText } from "./variables.js";

/** More directories than these are not looked through for one pattern. */
const MOST_DIRECTORIES = 50;

/** Whether each name that matches the pattern now is plain; false where it cannot be told. */
export function arePlainNames(pattern: string, cwd: string | undefined, place: ReaderPlace): boolean {
  const isAbsolute = pattern.startsWith("/");
  if ((!isAbsolute && cwd === undefined) || pattern.includes("**")) return false;
  let directories = [isAbsolute ? "" : (cwd ?? "")];
  for (const segment of pattern.split("/").filter((text) => text !== "")) {
    if (!/[*?[]/.test(segment)) {
      if (!isPlainText(segment)) return false;
      directories = directories.map((directory) => `${directory}/${segment}`);
      continue;
    }
    if (directories.length > MOST_DIRECTORIES) return false;
    const isMatch = matcherOf(segment);
    const next: string[] = [];
    for (const directory of directories) {
      const names = place.entries(directory === "" ? "/" : directory)?.map(({ name }) => name);
      if (names === undefined) return false;
      const matching = names.filter(isMatch);
      if (!matching.every(isPlainText)) return false;
      next.push(...matching.map((name) => `${directory}/${name}`));
    }
    directories = next;
  }
  return true;
}

const READERS = new Set(
  (
    ": true false echo printf test [ pwd exit break continue cat head tail wc ls stat du grep egrep fgrep rg cut tr " +
    "nl od cksum md5sum sha1sum sha256sum shasum basename dirname realpath readlink diff cmp comm read export set"
  ).split(" "),
);

/** A program that creates no files and stays where it is, so that the names are the same later on. */
export function makesNoFiles({ words, redirects, takesMore }: CommandPart): boolean {
  const isReader = READERS.has(words[0]?.text ?? "") && !takesMore;
  return isReader && redirects.every(({ writes, target }) => !writes || target.text === "/dev/null");
}

/** Matches at least what the shells match: a set stands for any character. */
function matcherOf(segment: string): (name: string) => boolean {
  const source = segment.replaceAll(/\[[^\]]*\]+|[*?]|[^*?[]/gsu, (piece) => {
    if (piece === "*") return ".*";
    if (piece === "?" || piece.startsWith("[")) return ".";
    return piece.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  });
  const expression = new RegExp(`^${source}$`, "su");
  return (name) => expression.test(name);
}
