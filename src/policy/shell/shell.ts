import type { Assignment, CommandPart, Word } from "./command-part.js";
import type { Outcome, State } from "./shell-state.js";
import type { WordContext } from "./words/shell-words.js";
import type { Variables } from "./words/variables.js";

/** A shell while its script is read. A subshell begins as a copy. */
export interface Shell {
  /** The text that positions in the syntax count in. */
  text: string;
  /** What is set at the moment. Replaced, never changed, so that states can hold on to it. */
  variables: Variables;
  /** What its standard input comes from. */
  fedBy: readonly string[];
  /** A shell by the book, such as dash. */
  isPosix: boolean;
  /** Where `break` and `continue` leave the loops around. */
  readonly exits: State[];
}

/** The programs whose output a command is given. */
export interface Feeders {
  /** To read: `<(…)`. */
  readonly read: string[];
  /** As part of a word: `$(…)`. */
  readonly value: string[];
}

/** What reading one command needs from the reading of the whole. */
export interface ShellScripts {
  /** A program that may run. */
  add(part: CommandPart): void;
  /** The command cannot be followed with certainty: the rest of a sentence that starts with "the command". */
  doubt(why: string): void;
  /** Without a value it keeps what it has. */
  assign(shell: Shell, name: string, value: Word | undefined): void;
  /** Checks a variable that is set for one program alone. */
  check(assignment: Assignment): void;
  /** How many times something was set, or the shell moved. */
  changes(): number;
  /** It may have stopped anywhere on its way to the state `after` since there were `changes` of them. */
  stopped(after: State, changes: number): State;
  /** The shell goes elsewhere. */
  move(): void;
  /** No assignment may follow: `readonly`. */
  freeze(name: string): void;
  /** Takes a text apart that this shell reads. For a shell of its own, hand in a copy. */
  runText(text: string, shell: Shell, state: State): Outcome;
  /** A text that runs at some later moment; `atEnd`: nothing follows it. */
  runLater(text: string, shell: Shell, atEnd: boolean): void;
  /** What words of the command with this name are read with. */
  context(shell: Shell, state: State, name: string, feeders: Feeders): WordContext;
}
