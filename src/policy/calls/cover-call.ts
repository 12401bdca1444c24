import { pathsOf, whereOf } from "../path-use.js";
import { isProjectOrBelow, placePath, type SettledPlace } from "../place-paths.js";
import type { Option } from "../programs/compile-description.js";
import type { Rule } from "../rules/rule.js";
import type { CommandPart, Word } from "../shell/command-part.js";
import { whyUntrustedRepository } from "./bare-repository.js";
import { basesOf, hasEffect } from "./call-uses.js";
import { whyNotHarmless } from "./check-piece.js";
import { fedFiles } from "./fed-files.js";
import type { ProgramCall } from "./program-call.js";
import type { Piece } from "./arguments.js";
import { whyNotWritable } from "./writable.js";

/** What a rule leaves open, or mode `all` where there is no rule. */
export interface Coverage {
  /** How many words of the call the rule spells out, from the first. 1 in mode `all`. */
  readonly spelled: number;
  /** Mode `all`: no rule names the program. */
  readonly isAll: boolean;
  /** The rules that allow to write. */
  readonly edits: readonly Rule[];
  /** All parts of the command: one may feed another. */
  readonly parts: readonly CommandPart[];
  readonly place: SettledPlace;
}

/**
 * Why a call does more than its description marks harmless, as a whole sentence; undefined where it does not. A word that the
 * rule spells out needs no description.
 */
export function whyNotCovered(call: ProgramCall, coverage: Coverage): string | undefined {
  const { place } = coverage;
  const spelled = coverage.spelled - call.offset;
  const isSpelled = (at: number): boolean => at + 1 < spelled;
  const { part, reading, inner } = call;
  if (reading === undefined) return whyNotPlain(call, coverage, spelled);
  const name = part.words[0]?.text ?? "";
  const refusal = reading.refusals.find(({ at }) => !isSpelled(at));
  if (refusal !== undefined) return `${refusal.why}${ruleFor(call, refusal.at)}.`;
  const harmful = reading.options.find(
    ({ at, option }) =>
      // One that only writes is covered where an Edit rule covers what it writes.
      !option.isHarmless && !isSpelled(at) && !onlyWrites(option),
  );
  if (harmful !== undefined)
    return `${harmful.option.name} makes more of ${name} than the rule says${ruleFor(call, harmful.at)}.`;
  for (const piece of reading.pieces) {
    const isAllowed =
      isSpelled(piece.at) || (piece.option !== undefined && isOptionSpelled(call, piece, isSpelled));
    if (isAllowed) continue;
    const why = whyNotHarmless(piece, place);
    if (why !== undefined) return `${shownWord(piece.value)} ${why}${ruleFor(call, piece.at)}.`;
    if (piece.kind === "script" && coverage.isAll)
      return `${shownWord(piece.value)} is code that would run, and no rule allows it.`;
  }
  const runsInput = runsItsInput(call);
  if (runsInput && part.fedBy.length > 0) return `${name} would run what it reads on its standard input.`;
  const leaving = whyLeaves(call, coverage);
  if (leaving !== undefined) return leaving;
  const writing = whyNotWritten(call, coverage, isSpelled);
  if (writing !== undefined) return writing;
  const takesAny =
    reading.command.operands?.some(({ times }) => times === "many" || times === "some") === true;
  if (part.takesMore && inner === undefined && (reading.isOpen || !takesAny))
    return `Only running it would tell what ${name} takes the words from its input for.`;
  if (part.takesMore && inner === undefined && fedFiles(call, coverage.parts, place) === undefined)
    return `Only running it would tell which words ${name} gets from its input.`;
  const repository = whyUntrustedRepository(call, place);
  if (repository !== undefined) return repository;
  if (inner === undefined) return undefined;
  if (inner.reading === undefined && coverage.spelled <= inner.offset) {
    const innerName = inner.part.words[0]?.text ?? "a program that is not known";
    return `${name} would run ${innerName}, which is not known to be harmless${ruleFor(call, inner.offset - call.offset - 1)}.`;
  }
  return whyNotCovered(inner, coverage);
}

/** It is marked for what it writes; the values that it was given are checked by themselves. */
function onlyWrites({ values, effects }: Option): boolean {
  return effects.has("writes") || values.some(({ kind }) => kind === "write");
}

/** A program that nobody described: the rule covers words that are what they seem to be. */
function whyNotPlain({ part }: ProgramCall, { isAll, place }: Coverage, spelled: number): string | undefined {
  const name = part.words[0]?.text ?? "";
  if (isAll) return `${name} is not known to be harmless, and no allow rule names it.`;
  const unknown = part.words.find((word, at) => at >= spelled && !isPlain(word));
  if (unknown !== undefined || part.takesMore) return `Only running it would tell which words ${name} gets.`;
  return isHere(part.cwd, place)
    ? undefined
    : `${name} would run in ${part.cwd ?? "a folder that is not known"}.`;
}

function isPlain(word: Word): boolean {
  if (word.text !== undefined || word.isNumber === true || word.isPipe === true) return true;
  if (word.values !== undefined) return true;
  return word.glob !== undefined && /^[^-]/.test(word.start);
}

function isOptionSpelled(
  { reading }: ProgramCall,
  piece: Piece,
  isSpelled: (at: number) => boolean,
): boolean {
  const own = reading?.options.findLast(({ at, option }) => option === piece.option && at <= piece.at);
  return own !== undefined && isSpelled(own.at);
}

/** Without an operand, an interpreter runs its input; `sqlite3 db` does so with one. */
function runsItsInput({ reading, program }: ProgramCall): boolean {
  // A subcommand reads what the program reads, unless it says otherwise.
  const input = reading?.command.description.input ?? program?.description.input;
  if (input === undefined || input === "data") return false;
  if (input === "code") return true;
  return (
    !(reading?.pieces.some(({ option }) => option === undefined) ?? false) && reading?.inner === undefined
  );
}

/** A rule means what runs in the project. */
function whyLeaves(call: ProgramCall, { place }: Coverage): string | undefined {
  const name = call.part.words[0]?.text ?? "";
  for (const base of basesOf(call)) {
    if (base === undefined) return `Only running it would tell where ${name} runs.`;
    if (!isHere(base, place)) return `${name} would run in ${base}.`;
  }
  return undefined;
}

function isHere(directory: string | undefined, place: SettledPlace): boolean {
  if (directory === undefined) return false;
  return directory === place.cwd || isProjectOrBelow(placePath(directory, "/", place), place);
}

/** What a copy or a move would bring by its own name: settings of Claude Code, or what others run. */
function whyArriving(call: ProgramCall, place: SettledPlace): string | undefined {
  const { reading, part } = call;
  const isCopy =
    reading?.command.operands?.some(({ kind }) => kind === "write" || kind === "localwrite") === true;
  if (!isCopy || reading === undefined) return undefined;
  const sources = reading.pieces.filter(({ kind }) =>
    ["read", "localread", "move", "search", "localsearch"].includes(kind),
  );
  for (const base of basesOf(call))
    for (const { value } of sources)
      for (const where of whereOf(value, base, place)) {
        const paths = pathsOf(
          { where, access: "read", isDeep: true, follows: false, skipsHidden: false },
          place,
        );
        const found = paths?.find(({ path }) => ARRIVES.test(path.slice(path.lastIndexOf("/"))));
        if (paths === undefined || found !== undefined)
          return `${part.words[0]?.text ?? ""} may bring ${found?.path ?? "files"} to where others read it.`;
      }
  return undefined;
}

const ARRIVES = /^\/(?:\.claude|\.claude\.json|\.mcp\.json|\.git|\.husky|\.vscode|\.idea)$/i;

/** Kinds that must lie in the project, or where an Edit rule allows to write. */
const STAYS: ReadonlySet<string> = new Set([
  "write",
  "localwrite",
  "plainwrite",
  "move",
  "link",
  "source",
  "plainsource",
  "script",
]);

function whyNotWritten(
  call: ProgramCall,
  { isAll, edits, place }: Coverage,
  isSpelled: (at: number) => boolean,
): string | undefined {
  const { reading, part } = call;
  const writesWhatItReads = hasEffect(reading, "writes");
  // What these write is not covered by the rule for the program alone.
  const marked = new Set<Option | "operands">(
    reading?.options
      .filter(({ at, option }) => !option.isHarmless && !isSpelled(at))
      .flatMap(({ option }) => (option.effects.has("writes") ? [option, "operands"] : [option])),
  );
  const name = part.words[0]?.text ?? "";
  if (reading?.command.description.writesHere === true || hasEffect(reading, "unpacks"))
    for (const base of basesOf(call)) {
      const why =
        base === undefined
          ? "is not known"
          : whyNotWritable({ kind: "path", ...placePath(base, "/", place) }, edits, place);
      if (why !== undefined) return `${name} would unpack into ${base ?? "a folder"}, which ${why}.`;
    }
  const arriving = whyArriving(call, place);
  if (arriving !== undefined) return arriving;
  for (const piece of reading?.pieces ?? []) {
    if (isSpelled(piece.at)) continue;
    const isFile = ["read", "search", "localread", "plainread", "localsearch", "yq"].includes(piece.kind);
    const isScript = piece.kind === "script" || piece.kind.endsWith("source");
    if (!STAYS.has(piece.kind) && !(isFile && writesWhatItReads && piece.option === undefined)) continue;
    for (const base of basesOf(call))
      for (const where of whereOf(piece.value, base, place)) {
        if (piece.value.isPipe === true) continue;
        // A rule that lets a file be edited does not let it be run.
        const needsEdit = !isAll && marked.has(piece.option ?? "operands");
        const why = whyNotWritable(where, isScript ? [] : edits, place, needsEdit);
        if (why !== undefined)
          return isScript
            ? `${name} would run ${shownWord(piece.value)}, which ${why}.`
            : `${name} would write ${shownWord(piece.value)}, which ${why}.`;
      }
  }
  return undefined;
}

/** The rule that would allow what is not covered: the words up to it, where they are plain. */
function ruleFor({ part, offset }: ProgramCall, at: number): string {
  const words = part.words.slice(0, at + 2).map(({ text }) => text);
  const isPlain = words.every((word) => word !== undefined && /^[\w@%+=:,./-]+$/.test(word));
  return isPlain && offset === 0 ? `; Bash(${words.join(" ")} *) would allow it` : "";
}

function shownWord({ text, start, glob }: Word): string {
  const whole = text ?? glob ?? (start === "" ? "A value" : `${start}…`);
  const line = whole.replaceAll(/\s+/g, " ");
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}
