import type { Assignment, Redirect, Word } from "../command-part.js";

/** One command that a wrapper program starts. */
export interface Run {
  /** Never empty. */
  readonly words: readonly Word[];
  /** The words are joined and read by a shell. */
  readonly byShell: boolean;
  /** Arguments from elsewhere follow. */
  readonly takesMore: boolean;
  /** The folder that it runs in: the word as given; `unknown` where it changes from call to call. */
  readonly directory?: Word | "unknown";
}

export interface Unwrapped {
  /** What is left of the wrapper that must be judged itself: the search of a `find`. */
  readonly itself: readonly Word[] | undefined;
  readonly runs: readonly Run[];
  readonly assignments: readonly Assignment[];
  readonly redirects: readonly Redirect[];
  /** Why it cannot be followed with certainty. */
  readonly doubt: string | undefined;
}

export const NOTHING: Unwrapped = {
  itself: undefined,
  runs: [],
  assignments: [],
  redirects: [],
  doubt: undefined,
};

export function unclear(doubt: string): Unwrapped {
  return { ...NOTHING, doubt };
}

/** The word with what the program puts in the mark's place. */
export function withMark(word: Word, mark: string): Word {
  const at = word.start.indexOf(mark);
  const isIn =
    at !== -1 ||
    word.glob?.includes(mark) === true ||
    word.values?.some((text) => text.includes(mark)) === true;
  return isIn
    ? {
        text: undefined,
        start: at === -1 ? "" : word.start.slice(0, at),
        count: word.count === "files" ? "any" : word.count,
      }
    : word;
}
