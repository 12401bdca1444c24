import type { ParsedScript, Statement } from "unbash";
import type { CommandPart } from "./command-part.js";
import { readCompound } from "./compound-commands.js";
import { numericNames } from "./numeric-names.js";
import type { Feeders, Shell, ShellScripts } from "./shell.js";
import type { WordContext } from "./shell-words.js";
import { afterwards, staysIn, type Cwd, type Outcome } from "./working-directory.js";

const DEEPEST_SCRIPT = 16;
const MOST_PARTS = 500;
/** Of all texts together: `eval` of an `eval` of an `eval` … reads nearly the same again and again. */
const MOST_TEXT = 256 * 1024;
/** Loops that change the folder are read twice, nested ones more often. */
const MOST_STATEMENTS = 2000;

/** Walks through a script as a shell would, down every branch, and collects the programs that it may run. */
export class ShellReader implements ShellScripts {
  readonly parts: CommandPart[] = [];
  /** Why the command cannot be followed with certainty: the first reason found. */
  why: string | undefined;
  readonly #home: string;
  readonly #parse: (text: string) => ParsedScript | string;
  readonly #later: { readonly text: string; readonly shell: Shell }[] = [];
  readonly #names = new Set<string>();
  #depth = 0;
  #textRead = 0;
  #statementsRead = 0;

  /** `parse` returns why a text cannot be parsed in full. */
  constructor(home: string, parse: (text: string) => ParsedScript | string) {
    this.#home = home;
    this.#parse = parse;
  }

  readScript(text: string, cwd: string): void {
    this.runText(text, { text, variables: [], fedBy: [], isNumber: () => false }, cwd);
    // It runs at a moment that is not known: with all variables, anywhere.
    for (const { text, shell } of this.#later)
      this.runText(text, { ...shell, variables: [...this.#names] }, undefined);
  }

  add(part: CommandPart): void {
    if (this.parts.length < MOST_PARTS) this.parts.push(part);
    else this.doubt("is too large to be taken apart");
  }

  doubt(why: string): void {
    this.why ??= why;
  }

  assign(shell: Shell, name: string): void {
    // These change how words are read, or where things are.
    if (/^(?:HOME|IFS|PWD|OLDPWD|CDPATH)$/.test(name)) this.doubt(`sets ${name}`);
    this.#names.add(name);
    if (!shell.variables.includes(name)) shell.variables = [...shell.variables, name];
  }

  runText(text: string, shell: Shell, cwd: Cwd): Outcome {
    this.#textRead += text.length;
    const script = this.#textRead > MOST_TEXT ? "is too large to be taken apart" : this.#parse(text);
    if (typeof script === "string") {
      this.doubt(script);
      return staysIn(undefined);
    }
    const around = { text: shell.text, isNumber: shell.isNumber };
    const outer = shell.variables;
    let numbers: ReadonlySet<string> | undefined;
    shell.text = text;
    // A value that was set outside of the text may be anything.
    shell.isNumber = (name) => !outer.includes(name) && (numbers ??= numericNames(script)).has(name);
    const outcome = this.runScript(script, shell, cwd);
    Object.assign(shell, around);
    return outcome;
  }

  runLater(text: string, shell: Shell): void {
    this.#later.push({ text, shell: { ...shell } });
  }

  runScript(script: ParsedScript, shell: Shell, cwd: Cwd): Outcome {
    if (this.#depth >= DEEPEST_SCRIPT) {
      this.doubt("is nested too deep");
      return staysIn(undefined);
    }
    this.#depth += 1;
    const { text } = shell;
    // Backticks with backslashes in them are read from a text of their own.
    if (script.source !== undefined) shell.text = script.source;
    const outcome = this.runStatements(script.commands, shell, cwd);
    shell.text = text;
    this.#depth -= 1;
    return outcome;
  }

  runStatements(statements: readonly Statement[], shell: Shell, cwd: Cwd): Outcome {
    let outcome = staysIn(cwd);
    for (const { command, background } of statements) {
      this.#statementsRead += 1;
      if (this.#statementsRead > MOST_STATEMENTS || this.parts.length >= MOST_PARTS) {
        this.doubt("is too large to be taken apart");
        break;
      }
      const before = afterwards(outcome);
      outcome = readCompound(command, this, shell, before);
      if (background === true) outcome = staysIn(before);
    }
    return outcome;
  }

  /** What a loop sets is set for its first commands too, from the second round on. */
  setForAllSince(first: number, variables: readonly string[]): void {
    for (const [index, part] of this.parts.slice(first).entries())
      this.parts[first + index] = { ...part, variables: [...new Set([...part.variables, ...variables])] };
  }

  /** The names of the programs found since there were `first` of them. */
  programsSince(first: number): string[] {
    return [
      ...new Set(this.parts.slice(first).map(({ words }) => words[0]?.text?.replace(/^.*\//s, "") ?? "")),
    ];
  }

  context(shell: Shell, cwd: Cwd, name: string, feeders: Feeders): WordContext {
    return {
      home: shell.variables.includes("HOME") ? undefined : this.#home,
      cwd: typeof cwd === "string" && !shell.variables.includes("PWD") ? cwd : undefined,
      run: (script, how) => {
        if (script === undefined) return;
        const first = this.parts.length;
        const fedBy = how === "reads" ? [...shell.fedBy, name] : shell.fedBy;
        this.runScript(script, { ...shell, fedBy }, cwd);
        if (how === "feeds") feeders.read.push(...this.programsSince(first));
        if (how === "value") feeders.value.push(...this.programsSince(first));
      },
      assign: (variable) => {
        this.assign(shell, variable);
      },
      doubt: (why) => {
        this.doubt(why);
      },
      isNumber: (variable) => shell.isNumber(variable),
    };
  }
}
