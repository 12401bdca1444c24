import type { CommandPart } from "./command-part.js";
import type { WordContext } from "./shell-words.js";
import type { Cwd, Outcome } from "./working-directory.js";

/** A shell while its script is read. A subshell begins as a copy. */
export interface Shell {
  /** The text that positions in the syntax count in. */
  text: string;
  /** What was set so far, by name. Replaced, never changed, so that parts can hold on to it. */
  variables: readonly string[];
  /** What its standard input comes from. */
  fedBy: readonly string[];
  isNumber: (name: string) => boolean;
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
  assign(shell: Shell, name: string): void;
  /** Takes a text apart that this shell reads. For a shell of its own, hand in a copy. */
  runText(text: string, shell: Shell, cwd: Cwd): Outcome;
  /** A text that runs at some later moment. */
  runLater(text: string, shell: Shell): void;
  /** What words of the command with this name are read with. */
  context(shell: Shell, cwd: Cwd, name: string, feeders: Feeders): WordContext;
}
