import type { Word } from "../command-part.js";
import { unclear, withMark, type Run, type Unwrapped } from "./unwrapped.js";

const RUNS = new Set(["-exec", "-execdir", "-ok", "-okdir"]);

/** The commands of `-exec … ;` and `-exec … {} +`, and the search without them; undefined where there are none. */
export function unwrapFind(words: readonly Word[]): Unwrapped | undefined {
  const itself: Word[] = [];
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
    const isList = words[end]?.text === "+";
    const found = foundBy(words.slice(0, at), word.text, isList ? "files" : "one");
    const called = command.map((part) =>
      part.text === "{}" ? (found ?? withMark(part, "{}")) : withMark(part, "{}"),
    );
    if (called[0]?.text === undefined) return unclear("runs a program whose name is not known");
    runs.push({
      words: called,
      byShell: false,
      takesMore: isList && found === undefined,
      ...(word.text.endsWith("dir") && { directory: "unknown" as const }),
    });
    at = end;
  }
  return runs.length === 0 ? undefined : { itself, runs, assignments: [], redirects: [], doubt: undefined };
}

/**
 * The word for what find puts in the place of `{}`, where it starts from one known directory; undefined where it does not.
 * `before` are the words before the primary: a test behind it does not hold yet.
 */
function foundBy(before: readonly Word[], primary: string, count: Word["count"]): Word | undefined {
  const rest = before.slice(before[1]?.text === "-P" ? 2 : 1);
  const expression = rest.findIndex(({ start }) => /^(?:-|[(!,]$)/.test(start));
  const [root, more] = expression === -1 ? rest : rest.slice(0, expression);
  const folder = root?.text?.replace(/\/+$/, "") ?? "";
  if (more !== undefined || !/^[\w./][\w./-]*$/.test(folder) || primary.endsWith("dir")) return undefined;
  const name = before.findIndex(({ text }) => text === "-name");
  const isPlainTest = !before.some(({ text }) => /^(?:-o|-or|!|-not|,|\()$/.test(text ?? ""));
  const pattern = isPlainTest && name !== -1 ? before[name + 1]?.text : undefined;
  const isPattern = pattern !== undefined && /^[\w*?][\w.*?-]*$/.test(pattern);
  return { text: undefined, start: folder, count, glob: `${folder}/**${isPattern ? `/${pattern}` : ""}` };
}

/** A plus ends it only right behind `{}`. */
function endOf(words: readonly Word[], from: number): number | undefined {
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
function isFixed(command: readonly Word[]): boolean {
  const unknown = command.findIndex((word) => word.text === undefined);
  if (unknown === -1) return true;
  return (
    command.every((word) => word.count === "one") &&
    command.slice(unknown + 1).every((word) => word.text !== undefined && !word.text.startsWith("-"))
  );
}
