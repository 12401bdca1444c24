import {
  compileProgram,
  type CompiledCommand,
  type Option,
} from "../../../src/policy/programs/compile-description.js";
import type {
  CommandDescription,
  ParserName,
  ProgramDescription,
} from "../../../src/policy/programs/description.js";
import { allowanceOf } from "./allowances.js";
import { SPELLINGS, type Spelling } from "./option-spellings.js";
import { WRITTEN } from "./values.js";

/** A program, or one of its subcommands. */
export interface Target {
  readonly program: ProgramDescription;
  readonly command: CompiledCommand;
  readonly parser: ParserName;
  /** How it can be called: each the program's name, then those of subcommands. */
  readonly calls: readonly (readonly string[])[];
  readonly options: readonly Option[];
  /** Spellings of the options that take no value and are harmless. */
  readonly flags: readonly string[];
  /** It runs files of the project by design. */
  readonly runsScripts: boolean;
  /** It writes what it is told to: by an operand or by an option. */
  readonly writesNamed: boolean;
  /** What its description says that it may do, and what it does at home by itself. */
  readonly runs: readonly string[];
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly restores: boolean;
}

const PROJECT = "/home/ada/app";

/** The program and every subcommand of it, under each of the names. */
export function targetsOf(program: ProgramDescription, names: readonly string[]): readonly Target[] {
  const found: Target[] = [];
  const visit = (
    command: CompiledCommand,
    calls: readonly (readonly string[])[],
    chain: readonly CommandDescription[],
  ): void => {
    found.push(targetOf(program, command, calls, chain));
    for (const key of Object.keys(command.description.commands ?? {})) {
      const aliases = key.split(" ");
      const inner = command.command(aliases[0] ?? "");
      const deeper = calls.flatMap((words) => aliases.map((alias) => words.concat(alias)));
      if (inner !== undefined) visit(inner, deeper, [...chain, inner.description]);
    }
  };
  visit(compileProgram(program), names.map(callOf), [program]);
  return found;
}

export function firstName({ names }: ProgramDescription): string {
  return names.split(" ")[0] ?? "";
}

function callOf(name: string): readonly string[] {
  return name.startsWith("python-m:") ? ["python3", "-m", name.slice(9)] : [name];
}

function targetOf(
  program: ProgramDescription,
  command: CompiledCommand,
  calls: readonly (readonly string[])[],
  chain: readonly CommandDescription[],
): Target {
  const options = [...new Set(command.options.values())];
  const values = options.flatMap(({ values }) => values);
  const names = calls.flatMap(([name = "", command = ""]) => [name, `${name} ${command}`]);
  const own = [...new Set([...names, ...program.names.split(" ")])].map(allowanceOf);
  const starts = chain.flatMap(({ starts = "" }) => starts.split(" ")).filter((each) => each !== "");
  return {
    program,
    command,
    calls,
    options,
    parser: command.parser,
    flags: options
      .filter(({ takes, isHarmless }) => takes === "nothing" && isHarmless)
      .flatMap(({ spellings }) => spellings),
    runsScripts: /\b(?:script|source|any|task|target|command|module|bin|npx|uvx|\w*arg)\b/.test(
      allText(program),
    ),
    writesNamed:
      [...values, ...(command.operands ?? [])].some(({ kind }) => WRITTEN.has(kind)) ||
      options.some(({ effects }) => effects.has("writes") || effects.has("unpacks")),
    runs: [
      ...calls.map(([name = ""]) => name),
      ...program.names.split(" "),
      ...own.flatMap(({ runs }) => runs),
      ...starts,
      ...(chain.some(({ runs }) => runs !== undefined) ? ["*"] : []),
    ],
    reads: own.flatMap(({ reads }) => reads),
    restores: own.some(({ restores }) => restores),
    writes: [
      ...own.flatMap(({ writes }) => writes),
      // What the project's own code writes is the project's own doing.
      ...(chain.some(({ writesHere, runs }) => writesHere === true || runs !== undefined) ? [PROJECT] : []),
    ],
  };
}

/** All that the description itself says: options, operands, subcommands. */
function allText(description: CommandDescription): string {
  const { options = "", globalOptions = "", operands = "", commands = {} } = description;
  return [options, globalOptions, operands, ...Object.values(commands).map(allText)].join("\n");
}

/** One option in one spelling, or no option. */
export interface Plan {
  readonly target: Target;
  readonly option?: Option;
  readonly spelling: Spelling;
  /** Which of its values does harm where the description is wrong: the option's, an operand, or none. */
  readonly hostile: "value" | "operand" | "none";
  /** Where `--` is put in; undefined for nowhere. */
  readonly dashesAt?: number | undefined;
}

const HOSTILE = ["none", "value", "operand"] as const;
const WITHOUT_OPTION: readonly Omit<Plan, "target">[] = [undefined, 0, 1, 2, 3].flatMap((dashesAt) =>
  (["none", "operand"] as const).map((hostile) => ({
    spelling: "exact" as const,
    hostile,
    dashesAt,
  })),
);
const WITH_OPTION: readonly Omit<Plan, "target">[] = [
  ...SPELLINGS.flatMap((spelling) => HOSTILE.map((hostile) => ({ spelling, hostile }))),
  ...[1, 2, 3].map((dashesAt) => ({ spelling: "exact" as const, hostile: "operand" as const, dashesAt })),
];

/** How many plans there are for a target: every option in every spelling, with harmless and harmful values. */
export function countPlans({ options }: Target): number {
  return WITHOUT_OPTION.length + options.length * WITH_OPTION.length;
}

export function planAt(target: Target, index: number): Plan {
  const plain = WITHOUT_OPTION[index];
  if (plain !== undefined) return { target, ...plain };
  const at = index - WITHOUT_OPTION.length;
  const option = target.options[Math.floor(at / WITH_OPTION.length)];
  const plan = WITH_OPTION[at % WITH_OPTION.length];
  if (option === undefined || plan === undefined) throw new Error(`there is no plan ${index}`);
  return { target, option, ...plan };
}
