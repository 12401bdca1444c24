import type { CommandPart, Word } from "./command-part.js";
import { matchWords, type WordPattern } from "./match-words.js";
import { isPlainGlob, mayWrite, pathsOf, programOf } from "./part-paths.js";
import { allowingPathRule, isAbout, RUNS_BY_ITSELF } from "./path-rules.js";
import { isInProject, isWithin, placePath } from "./place-paths.js";
import { WRITES } from "./programs.js";
import type { Rule } from "./rule.js";
import { wordPatternOf } from "./rule-patterns.js";
import type { Place } from "./tool-call.js";
import { hasTraps, trapIn } from "./traps.js";

/** The rules that together allow a part, none where it needs none; or why it is asked, as a sentence. */
export function allowingRules(
  part: CommandPart,
  rules: readonly Rule[],
  place: Place,
): readonly Rule[] | string {
  const used: Rule[] = [];
  const edits = rules.filter((rule) => isAbout(rule, "Write"));
  if (!needsNoRule(part, place)) {
    let why = `No rule allows ${shown(part)}.`;
    const allowing = rules.find((rule) => {
      if (rule.tool !== "Bash") return false;
      const refused = whyNot(rule, part, edits, place);
      if (refused !== undefined && refused !== NO_MATCH) why = refused;
      return refused === undefined;
    });
    if (allowing === undefined) return why;
    used.push(allowing);
  }
  for (const { target, writes } of part.redirects) {
    if (!writes || isNowhere(target.text ?? "")) continue;
    const isPlaced = target.text !== undefined && (part.cwd !== undefined || target.text.startsWith("/"));
    const placed = isPlaced ? placePath(target.text ?? "", part.cwd ?? place.cwd, place) : undefined;
    const use = { placed, start: "", writes, isDeep: false, mayBeAny: true };
    const allowing = allowingPathRule(edits, use, place);
    if (allowing === undefined) return `No Edit rule allows to write ${target.text ?? "there"}.`;
    used.push(allowing);
  }
  return used;
}

const NO_MATCH = "no match";

/** Undefined where the rule allows the part. */
function whyNot(rule: Rule, part: CommandPart, edits: readonly Rule[], place: Place): string | undefined {
  const pattern = wordPatternOf(rule);
  if (pattern !== undefined && matchWords(pattern, part.words, part.takesMore) !== "yes") return NO_MATCH;
  // The rule means the program that this path leads to from where the session is.
  if (/^[^/]+\//.test(part.words[0]?.text ?? "") && part.cwd !== place.cwd) {
    return `${shown(part)} is another program in another directory.`;
  }
  if (pattern?.hasStar === false) return whyLeaves(part, place);
  if (mayHideOptions(part)) return `Only running it would tell which options ${programOf(part)} gets.`;
  // The words that the rule spells out are the first ones of the command.
  const trap = trapIn(part, Math.max(1, pattern?.spelled.length ?? 0));
  if (trap !== undefined) return `${trap} makes more of ${programOf(part)} than ${rule.text} says.`;
  return whyLeaves(part, place) ?? whyWritesElsewhere(part, pattern, edits, place);
}

/** A program with traps, and a word that may turn out to be one. */
function mayHideOptions(part: CommandPart): boolean {
  const program = programOf(part);
  const unknown = part.words.filter((word) => word.text === undefined);
  if (!hasTraps(part.words[0]?.text ?? "") || (unknown.length === 0 && !part.takesMore)) return false;
  // The files that `src/*.ts` stands for begin with `src/` each; what `src/$X` stands for may go on with an option.
  const areFiles =
    !part.takesMore && !/[$`]/.test(part.source) && unknown.every(({ start }) => /^[^-].*\//.test(start));
  return !areFiles || WRITES_BY_PLACE.has(program);
}

// The second file that they are given is written.
const WRITES_BY_PLACE = new Set(["uniq", "xxd"]);

/** A rule means what runs in the project. */
function whyLeaves(part: CommandPart, place: Place): string | undefined {
  const directories = part.cwd === place.cwd ? [] : [part.cwd];
  for (const [index, word] of part.words.entries()) {
    if (programOf(part) !== "git" || word.text !== "-C") continue;
    const to = part.words[index + 1]?.text;
    directories.push(to === undefined || part.cwd === undefined ? undefined : `${part.cwd}/${to}`);
  }
  for (const directory of directories) {
    if (directory === undefined) return `Only running it would tell where ${programOf(part)} runs.`;
    if (!isProjectOrBelow(directory, place)) return `${programOf(part)} would run in ${directory}.`;
  }
  return undefined;
}

/** A rule for a program that writes means the project, unless it names the file, or an Edit rule does. */
function whyWritesElsewhere(
  part: CommandPart,
  pattern: WordPattern | undefined,
  edits: readonly Rule[],
  place: Place,
): string | undefined {
  const program = programOf(part);
  const isInPlace = program === "sed" && mayWrite(part);
  if (!WRITES.has(program) && !isInPlace) return undefined;
  const given = part.words.slice(Math.max(1, pattern?.spelled.length ?? 0));
  if (part.takesMore || given.some((word) => word.text === undefined && !isPlainGlob(word, part, place))) {
    return `Only running it would tell what ${program} writes.`;
  }
  // Of these only the last is written, unless an option names the directory.
  const isCopy = /^(?:cp|install)$/.test(program) && !given.some((word) => /^-(?:t|-t)/.test(word.start));
  const words = [
    ...part.words.slice(0, 1),
    ...(isCopy ? given.slice(-1) : isInPlace ? withoutScript(given) : given),
  ];
  for (const use of pathsOf({ ...part, words, redirects: [] }, place)) {
    const { placed } = use;
    if (placed === undefined || isNowhere(placed.path) || placed.path === place.project) continue;
    if (isInProject(placed, place) && !RUNS_BY_ITSELF.test(placed.path)) continue;
    if (allowingPathRule(edits, { ...use, isDeep: false }, place) === undefined) {
      return `No Edit rule allows ${program} to write ${placed.path}.`;
    }
  }
  return undefined;
}

/** `/foo/d` of sed is no path. */
function withoutScript(words: readonly Word[]): readonly Word[] {
  if (words.some((word) => /^--e|^-[a-zA-Z]*e./.test(word.start))) return words;
  const script = words.findIndex((word) => !word.start.startsWith("-"));
  return words.filter((_, index) => index !== script);
}

/** Words that do nothing by themselves; what they hand on or redirect is judged where it goes. */
function needsNoRule(part: CommandPart, place: Place): boolean {
  const [program, ...rest] = part.words;
  switch (program?.text) {
    case "true":
    case "false":
    case ":":
    case "echo":
    case "pwd":
    case "exit":
    case "break":
    case "continue":
    // What they change is followed: variables are looked at where they count, options that matter are refused.
    case "export":
    case "set":
    case "test":
    case "[":
    case "[[":
      return true;
    case "cd":
      return leadsIntoProject(
        rest.map((word) => word.text),
        part,
        place,
      );
    default:
      return false;
  }
}

function leadsIntoProject(words: readonly (string | undefined)[], part: CommandPart, place: Place): boolean {
  const [to, more] = words;
  if (to === undefined || more !== undefined || to.startsWith("-") || part.takesMore) return false;
  if (to.startsWith("/")) return isProjectOrBelow(to, place);
  return part.cwd !== undefined && isProjectOrBelow(`${part.cwd}/${to}`, place);
}

function isProjectOrBelow(directory: string, place: Place): boolean {
  const { path, real } = placePath(directory, place.cwd, place);
  const realProject = place.realPath(place.project);
  if (real === undefined || realProject === undefined) return false;
  return isWithin(path, place.project) && isWithin(real, realProject);
}

function isNowhere(path: string): boolean {
  return /^\/dev\/(?:null|zero|stdin|stdout|stderr|u?random)$/.test(path);
}

function shown(part: CommandPart): string {
  const source = part.source.replaceAll(/\s+/g, " ");
  return source.length > 60 ? `${source.slice(0, 60)}…` : source;
}
