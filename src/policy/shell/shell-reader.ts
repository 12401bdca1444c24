import type { ParsedScript, Statement } from "unbash";
import type { Place } from "../tool-call.js";
import type { Assignment, CommandPart, Word } from "./command-part.js";
import { readCompound } from "./commands/compound-commands.js";
import { arePlainNames } from "./words/plain-names.js";
import type { Outcome, State } from "./shell-state.js";
import { afterwards, anywhere, either, ENDED, running, staysIn } from "./shell-state.js";
import type { Feeders, Shell, ShellScripts } from "./shell.js";
import type { WordContext } from "./words/shell-words.js";
import { changesByItself, isWholeNumber, movesShell, whySpecial } from "./words/special-names.js";
import { assigned, LAST_JOB, NUMBER, OPAQUE } from "./words/variables.js";

/** What the reader asks about the machine. */
export type ReaderPlace = Pick<Place, "cwd" | "home" | "entries">;

const DEEPEST_SCRIPT = 16;
const MOST_PARTS = 500;
/** Of all texts together: `eval` of an `eval` of an `eval` … reads nearly the same again and again. */
const MOST_TEXT = 256 * 1024;
/** Loops that change something are read again, nested ones more often. */
const MOST_STATEMENTS = 2000;
const TOO_LARGE = "is too large to be taken apart";

interface Later {
  readonly text: string;
  readonly shell: Shell;
  readonly atEnd: boolean;
}

/** Walks through a script as a shell would, down every branch, and collects the programs that it may run. */
export class ShellReader implements ShellScripts {
  readonly parts: CommandPart[] = [];
  /** Why the command cannot be followed with certainty: the first reason found. */
  why: string | undefined;
  /** Whether the names of files were taken to stay plain, as they are now. */
  trustsNames = false;
  readonly #place: ReaderPlace;
  readonly #parse: (text: string) => ParsedScript | string;
  readonly #later: Later[] = [];
  /** The variables that were set anywhere; those that held a text, that arithmetic set, that are read-only. */
  readonly #names = new Map<string, Word>();
  readonly #texts = new Set<string>();
  readonly #integers = new Set<string>();
  readonly #frozen = new Set<string>();
  /** The names of variables in the order in which they were set, and MOVED. */
  readonly #changes: string[] = [];
  #depth = 0;
  #textRead = 0;
  #statementsRead = 0;

  /** `parse` returns why a text cannot be parsed in full. */
  constructor(place: ReaderPlace, parse: (text: string) => ParsedScript | string) {
    this.#place = place;
    this.#parse = parse;
  }

  readScript(text: string): void {
    const variables = new Map<string, Word>();
    const shell: Shell = { text, variables, fedBy: [], isPosix: false, exits: [] };
    this.runText(text, shell, { cwd: this.#place.cwd, variables });
    for (const later of this.#later) this.#runTrap(later);
  }

  add(part: CommandPart): void {
    if (this.parts.length < MOST_PARTS) this.parts.push(part);
    else this.doubt(TOO_LARGE);
  }

  doubt(why: string): void {
    this.why ??= why;
  }

  assign(shell: Shell, name: string, value: Word | undefined): void {
    const held = value ?? shell.variables.get(name) ?? OPAQUE;
    if (movesShell(name)) this.doubt(`sets ${name}`);
    this.check({ name, value: held });
    this.#names.set(name, OPAQUE);
    this.#changes.push(name);
    shell.variables = assigned(shell.variables, name, held);
  }

  check({ name, value }: Assignment): void {
    const why = movesShell(name) ? undefined : whySpecial(name, value);
    if (why !== undefined) this.doubt(why);
    if (this.#frozen.has(name)) this.doubt(`sets ${name}, which is read-only`);
    if (!isWholeNumber(value)) this.#texts.add(name);
    this.#checkInteger(name);
  }

  changes(): number {
    return this.#changes.length;
  }

  stopped(after: State, changes: number): State {
    if (after === ENDED) return ENDED;
    const since = this.#changes.slice(changes);
    const variables = new Map(after.variables);
    for (const name of since) if (name !== MOVED) variables.set(name, OPAQUE);
    return { cwd: since.includes(MOVED) ? undefined : after.cwd, variables };
  }

  move(): void {
    this.#changes.push(MOVED);
  }

  freeze(name: string): void {
    this.#frozen.add(name);
  }

  runText(text: string, shell: Shell, state: State): Outcome {
    this.#textRead += text.length;
    const script = this.#textRead > MOST_TEXT ? TOO_LARGE : this.#parse(text);
    if (typeof script === "string") {
      this.doubt(script);
      return staysIn(anywhere(running(state).variables));
    }
    const around = shell.text;
    shell.text = text;
    const outcome = this.runScript(script, shell, state);
    shell.text = around;
    return outcome;
  }

  runLater(text: string, shell: Shell, atEnd: boolean): void {
    this.#later.push({ text, shell: { ...shell, exits: [] }, atEnd });
  }

  runScript(script: ParsedScript, shell: Shell, state: State): Outcome {
    if (this.#depth >= DEEPEST_SCRIPT) {
      this.doubt("is nested too deep");
      return staysIn(anywhere(running(state).variables));
    }
    this.#depth += 1;
    const { text } = shell;
    // Backticks with backslashes in them are read from a text of their own.
    if (script.source !== undefined) shell.text = script.source;
    const outcome = this.runStatements(script.commands, shell, state);
    shell.text = text;
    this.#depth -= 1;
    return outcome;
  }

  runStatements(statements: readonly Statement[], shell: Shell, state: State): Outcome {
    let outcome = staysIn(state);
    for (const { command, background } of statements) {
      this.#statementsRead += 1;
      if (this.#statementsRead > MOST_STATEMENTS || this.parts.length >= MOST_PARTS) {
        this.doubt(TOO_LARGE);
        break;
      }
      const before = afterwards(outcome);
      outcome = readCompound(command, this, shell, before);
      if (background !== true) continue;
      // Of `a && cd x && b &` zsh runs all but the last in the shell itself, bash nothing.
      const after = command.type === "AndOr" ? either(before, afterwards(outcome)) : before;
      outcome = staysIn(withLastJob(after));
    }
    return outcome;
  }

  /** The names of the programs found since there were `first` of them. */
  programsSince(first: number): string[] {
    return [
      ...new Set(this.parts.slice(first).map(({ words }) => words[0]?.text?.replace(/^.*\//s, "") ?? "")),
    ];
  }

  context(shell: Shell, state: State, name: string, feeders: Feeders): WordContext {
    const { cwd } = running(state);
    const home = shell.variables.has("HOME") ? undefined : this.#place.home;
    return {
      home,
      isPosix: shell.isPosix,
      run: (script, how) => {
        if (script === undefined) return;
        const first = this.parts.length;
        const fedBy = how === "reads" ? [...shell.fedBy, name] : shell.fedBy;
        const now = state === ENDED ? ENDED : { cwd, variables: shell.variables };
        this.runScript(script, { ...shell, fedBy, exits: [] }, now);
        if (how === "feeds") feeders.read.push(...this.programsSince(first));
        if (how === "value") feeders.value.push(...this.programsSince(first));
      },
      assign: (variable, value) => {
        this.assign(shell, variable, value);
      },
      count: (variable) => {
        this.#integers.add(variable);
        this.assign(shell, variable, NUMBER);
      },
      doubt: (why) => {
        this.doubt(why);
      },
      value: (variable) => valueOf(variable, shell, home, cwd),
      arePlain: (pattern) => {
        this.trustsNames = true;
        return arePlainNames(pattern, cwd, this.#place);
      },
    };
  }

  /** zsh makes an integer of a variable that arithmetic sets first, and evaluates every text that it gets later. */
  #checkInteger(name: string): void {
    if (this.#integers.has(name) && this.#texts.has(name)) this.doubt(`sets ${name}, which zsh may evaluate`);
  }

  /** It runs at any moment, so nothing is known then. Only at the end may it change the shell. */
  #runTrap({ text, shell, atEnd }: Later): void {
    const first = this.parts.length;
    const before = this.#changes.length;
    const state = anywhere(this.#names);
    this.runText(text, { ...shell, variables: state.variables }, state);
    const isMoved = this.parts
      .slice(first)
      .some(({ words, inShell }) => inShell && MOVERS.has(words[0]?.text ?? ""));
    if (!atEnd && (isMoved || this.#changes.length > before))
      this.doubt("has a trap that may change the shell at any moment");
  }
}

const MOVED = "/";
const MOVERS = new Set("cd chdir pushd popd break continue return set shift".split(" "));

function withLastJob(state: State): State {
  if (state === ENDED) return ENDED;
  return { cwd: state.cwd, variables: assigned(state.variables, LAST_JOB, NUMBER) };
}

function valueOf(
  name: string,
  { variables }: Shell,
  home: string | undefined,
  cwd: string | undefined,
): Word | undefined {
  const held = variables.get(name);
  if (held !== undefined && changesByItself(name)) return isWholeNumber(held) ? NUMBER : OPAQUE;
  if (held !== undefined) return held;
  const text = name === "HOME" ? home : name === "PWD" ? cwd : undefined;
  return text === undefined ? undefined : { text, start: text, count: "one" };
}
