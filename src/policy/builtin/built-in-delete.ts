import type { ReadArguments } from "../calls/arguments.js";
import type { BuiltInRule, CommandAround } from "./built-in-rule.js";
import { ANY_WORDS, knownWord, type CommandPart, type Word } from "../shell/command-part.js";
import { type Finding, strongest } from "../rules/match.js";
import { baseName } from "../programs/program-name.js";
import { topsOf, whereOf, type Where } from "../path-use.js";
import { isInProject, isWithin, type PlacedPath, type SettledPlace } from "../place-paths.js";

/** Programs that delete directories with all that is in them. */
export const DELETE_OUTSIDE_PROJECT: BuiltInRule = {
  name: "delete-outside-project",
  says: "recursive deletes of anything but what lies below the project: rm -r, find -delete, rsync --delete",
  inCommand({ part, reading }, command) {
    switch (baseName(part.words[0]?.text)) {
      case "rm":
        return isRecursive(part)
          ? strongest(operands(part).map((word) => deletes(word, part, command)))
          : hidden(part, reading);
      case "rimraf":
      case "del":
      case "trash":
        return strongest(operands(part).map((word) => deletes(word, part, command)));
      case "find":
        return inFind(part, command);
      case "rsync":
        return inRsync(part, command);
      default:
        return undefined;
    }
  },
};

function isRecursive(part: CommandPart): boolean {
  return options(part).some((word) => {
    const text = word.text ?? "";
    return /^-[a-zA-Z]*[rR]/.test(text) || (text.startsWith("--r") && "--recursive".startsWith(text));
  });
}

/** `-r` and a path may both stand in what is not known. */
function hidden(part: CommandPart, reading?: ReadArguments): Finding | undefined {
  const isRead = reading !== undefined && reading.refusals.length === 0;
  const isKnown = ({ text, values, glob }: Word): boolean =>
    text !== undefined || (isRead && (values ?? glob) !== undefined);
  if (!part.takesMore && part.words.every(isKnown)) return undefined;
  return { match: "maybe", why: `Only running it would tell what ${baseName(part.words[0]?.text)} deletes.` };
}

function deletes(word: Word, part: CommandPart, { place }: CommandAround): Finding | undefined {
  return strongest(whereOf(word, part.cwd, place).map((where) => deletesAt(where, word, part, place)));
}

function deletesAt(where: Where, word: Word, part: CommandPart, place: SettledPlace): Finding | undefined {
  const isElsewhere = part.cwd !== undefined && !isWithin(part.cwd, place.project);
  // `cd / && rm -rf *`: whatever the names are, that is no place for it.
  if (where.kind !== "path" && isElsewhere && !word.start.startsWith("/"))
    return { match: "yes", why: `It deletes in ${part.cwd}, outside the project.` };
  const paths = where.kind === "anywhere" ? undefined : topsOf(where, place);
  const isAll = where.kind === "glob" && where.directory === place.project && where.names[0] === "*";
  if (paths === undefined || isAll)
    return {
      match: "maybe",
      why: `Only running it would tell what ${baseName(part.words[0]?.text)} deletes.`,
    };
  if (where.kind === "glob" && !isWithin(where.directory, place.project))
    return { match: "yes", why: `It deletes in ${where.directory}, outside the project.` };
  return strongest(paths.map((placed) => deletesPath(placed, word, place)));
}

function deletesPath(placed: PlacedPath, word: Word, place: SettledPlace): Finding | undefined {
  if (!isInProject(placed, place)) {
    const isRoot = placed.path === place.project;
    return {
      match: "yes",
      why: `It deletes ${isRoot ? "the whole project" : `${word.text ?? placed.path}, outside the project`}.`,
    };
  }
  if (/\/\.git(?:\/|$)/i.test(placed.path))
    return { match: "yes", why: "It deletes the project's history, .git." };
  return undefined;
}

/** Words before the first that is no path: `find [-H] [paths] [expression]`. */
function inFind(part: CommandPart, command: CommandAround): Finding | undefined {
  const words = part.words.slice(1);
  if (!words.some((word) => word.text === "-delete")) return undefined;
  const from = words.findIndex((word) => !/^-(?:[HLP]|O\d?)$/.test(word.text ?? ""));
  const rest = words.slice(Math.max(from, 0));
  const end = rest.findIndex((word) => /^(?:-|\(|!|,)/.test(word.start));
  const starts = rest.slice(0, end === -1 ? rest.length : end);
  if (words.some((word) => word.text === "-files0-from" || word.start.startsWith("-D")))
    starts.push(ANY_WORDS);
  const isFiltered = words.some(
    (word, index) => FILTER.test(word.text ?? "") && !/^(?:!|-not)$/.test(words[index - 1]?.text ?? ""),
  );
  const paths = starts.length === 0 ? [knownWord(".")] : starts;
  return strongest(
    paths.map((word) => {
      const found = deletes(word, part, command);
      // What find looks for below the project's root may go; the root with all that is in it may not.
      return found?.why === "It deletes the whole project." && isFiltered ? undefined : found;
    }),
  );
}

const FILTER = /^-(?:i?(?:name|path|regex|lname)|empty)$/;

function inRsync(part: CommandPart, command: CommandAround): Finding | undefined {
  const isDeleting = options(part).some((word) => /^--(?:del|remove-s)/.test(word.text ?? ""));
  const last = operands(part).at(-1);
  if (!isDeleting || last === undefined) return isDeleting ? undefined : hidden(part);
  if (/^[^/]*:/.test(last.text ?? ""))
    return { match: "yes", why: `It deletes in ${last.text}, on another machine.` };
  const found = deletes(last, part, command);
  return found?.why === "It deletes the whole project." ? undefined : found;
}

function options(part: CommandPart): readonly Word[] {
  const words = part.words.slice(1);
  const end = words.findIndex((word) => word.text === "--");
  return (end === -1 ? words : words.slice(0, end)).filter((word) => word.start.startsWith("-"));
}

/** What stands for a path, with what may be added to it from elsewhere. */
function operands(part: CommandPart): readonly Word[] {
  const words = part.words.slice(1);
  const end = words.findIndex((word) => word.text === "--");
  const plain = words.filter((word, index) => (end !== -1 && index > end) || !word.start.startsWith("-"));
  return part.takesMore ? [...plain, ANY_WORDS] : plain;
}
