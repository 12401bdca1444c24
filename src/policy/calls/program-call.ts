import { posix } from "node:path";

import type { CompiledProgram } from "../programs/compile-description.js";
import type { ProgramTable } from "../programs/all-programs.js";
import { describedName } from "../programs/program-name.js";
import type { CommandPart, Word } from "../shell/command-part.js";
import type { Place } from "../tool-call.js";
import type { InnerKind, Piece, ReadArguments } from "./arguments.js";
import { readArguments } from "./read-arguments.js";

/** One program that a command runs, read by its description. */
export interface ProgramCall {
  readonly part: CommandPart;
  /** Undefined where nobody described the program. */
  readonly program: CompiledProgram | undefined;
  /** Undefined where nobody described the program. */
  readonly reading: ReadArguments | undefined;
  /** The command that it runs: `vitest …` of `npx vitest …`, `pytest …` of `python3 -m pytest …`. */
  readonly inner: ProgramCall | undefined;
  /** How many words of the outermost call stand before this one. */
  readonly offset: number;
}

type Prefix = "" | "python-m:" | "npx:" | "uvx:";
const PREFIXES: Readonly<Record<InnerKind, Prefix>> = {
  command: "",
  bin: "",
  again: "",
  module: "python-m:",
  npx: "npx:",
  uvx: "uvx:",
};

/** `spelled` of the part's words, from the first, are spelled out by a rule. */
export function readProgramCall(
  part: CommandPart,
  programs: ProgramTable,
  place: Pick<Place, "scripts">,
  spelled = 0,
  prefix: Prefix = "",
  offset = 0,
): ProgramCall {
  const name = part.words[0]?.text ?? "";
  const program = programs.find(
    prefix === "" ? describedName(name) : `${prefix}${name.replace(VERSION, "")}`,
  );
  if (program === undefined) return { part, program, reading: undefined, inner: undefined, offset };
  const reading = readArguments(program, part.words.slice(1), Math.max(0, spelled - 1));
  if (reading.inner === undefined || offset > MOST_RUNNERS)
    return { part, program, reading, inner: undefined, offset };
  const at = reading.inner.at + 1;
  const runsFile = isFileOf(program, reading.inner.kind, part.words[at]);
  if (runsFile || (reading.inner.kind === "bin" && isScript(part.words[at], part.cwd, place)))
    return { part, program, reading: withScript(reading, part, runsFile), inner: undefined, offset };
  const isAgain = reading.inner.kind === "again";
  const words = [...(isAgain ? part.words.slice(0, 1) : []), ...part.words.slice(at)];
  const isElsewhere = runsElsewhere(reading) && reading.inner.kind === "command";
  const cwd = isElsewhere ? undefined : folderOf(reading, part.cwd);
  const inner = readProgramCall(
    { ...part, words, cwd, redirects: [], inShell: false },
    programs,
    place,
    Math.max(0, spelled - at + (isAgain ? 1 : 0)),
    isAgain ? prefix : PREFIXES[reading.inner.kind],
    offset + at - (isAgain ? 1 : 0),
  );
  return { part, program, reading, inner, offset };
}

/** Where the options of a runner lead: `pnpm -C packages/core exec …`. */
function folderOf({ pieces }: ReadArguments, cwd: string | undefined): string | undefined {
  let folder = cwd;
  for (const { kind, value } of pieces) {
    if (kind !== "folder") continue;
    const isKnown = value.text !== undefined && (folder !== undefined || value.text.startsWith("/"));
    folder = isKnown ? posix.resolve(folder ?? "/", value.text ?? "") : undefined;
  }
  return folder;
}

/** In each package of a workspace, or in one that is chosen by its name. */
function runsElsewhere({ options }: ReadArguments): boolean {
  return options.some(({ option }) =>
    option.spellings.some((name) =>
      /^--?(?:r|recursive|F|filter|w|ws|workspace|workspaces|workspace-root)$/.test(name),
    ),
  );
}

function isScript(word: Word | undefined, cwd: string | undefined, place: Pick<Place, "scripts">): boolean {
  return word?.text !== undefined && cwd !== undefined && place.scripts(cwd).includes(word.text);
}

/** `bun run a.ts`, `uv run a.py`: a file of the language is run by its interpreter. */
function isFileOf({ description }: CompiledProgram, kind: InnerKind, word: Word | undefined): boolean {
  const names = description.names.split(" ");
  if (names.includes("bun")) return kind === "bin" && /\.[cm]?[jt]sx?$/.test(word?.text ?? "");
  return names.includes("uv") && kind === "command" && word?.text?.endsWith(".py") === true;
}

/** `prettier@3`: a version from the registry, not a file or an address. */
const VERSION = /(?<=[^@])@[\w.^~*-]+$/;

/** The script is a file or a task of the project, and gets all words behind its name. */
function withScript(reading: ReadArguments, part: CommandPart, isFile: boolean): ReadArguments {
  const from = reading.inner?.at ?? 0;
  const pieces = part.words.slice(from + 1).map((value, index): Piece => {
    const kind = index > 0 ? "any" : isFile ? "script" : "task";
    return { at: from + index, kind, value, choices: undefined, option: undefined };
  });
  const { command, chain, options } = reading;
  // Yarn 1 looks for --use-yarnrc among the words of a script too.
  const own = pieces.filter(
    ({ value: { start } }) =>
      start.startsWith("--") && command.options.get(start.replace(/=[^]*$/, ""))?.isHarmless === false,
  );
  const refusals = [
    ...reading.refusals,
    ...own.map(({ at, value }) => ({
      at,
      why: `${value.start} may be an option of ${part.words[0]?.text ?? ""} itself`,
    })),
  ];
  const { isOpen } = reading;
  return {
    command,
    chain,
    options,
    refusals,
    isOpen,
    pieces: [...reading.pieces, ...pieces],
    inner: undefined,
  };
}

/** The call and those that it runs, the outermost first. */
export function allCalls(call: ProgramCall): readonly ProgramCall[] {
  return call.inner === undefined ? [call] : [call, ...allCalls(call.inner)];
}

/** Each takes at least one word off; nobody stacks more. */
const MOST_RUNNERS = 40;
