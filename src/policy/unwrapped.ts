import type { Redirect } from "./command-part.js";
import type { ShellWord } from "./shell-words.js";

/** One command that a wrapper program starts. */
export interface Run {
  /** Never empty. */
  readonly words: readonly ShellWord[];
  /** The words are joined and read by a shell. */
  readonly byShell: boolean;
  /** Arguments from elsewhere follow. */
  readonly takesMore: boolean;
  /** The folder that it runs in: the word as given; `unknown` where it changes from call to call. */
  readonly directory?: ShellWord | "unknown";
}

export interface Unwrapped {
  /** What is left of the wrapper that must be judged itself: the search of a `find`. */
  readonly itself: readonly ShellWord[] | undefined;
  readonly runs: readonly Run[];
  readonly variables: readonly string[];
  readonly redirects: readonly Redirect[];
  /** Why it cannot be followed with certainty. */
  readonly doubt: string | undefined;
}

export const NOTHING: Unwrapped = {
  itself: undefined,
  runs: [],
  variables: [],
  redirects: [],
  doubt: undefined,
};

export function unclear(doubt: string): Unwrapped {
  return { ...NOTHING, doubt };
}

/** The word with what the program puts in the mark's place. */
export function withMark(word: ShellWord, mark: string): ShellWord {
  const at = word.start.indexOf(mark);
  return at === -1 ? word : { text: undefined, start: word.start.slice(0, at), single: word.single };
}
