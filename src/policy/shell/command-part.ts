/**
 * A word of a command, as far as bash and zsh agree on it. Three classes:
 * known (`text` is its value), opaque (exactly one word of unknown value, never evaluated: `"$f"`), and the files that
 * a glob matches. Anything else makes the whole command unreadable (`ReadCommand.ok` is false).
 */
export interface Word {
  /** Its value after quotes and known expansions; undefined where it is not one known value. */
  readonly text: string | undefined;
  /** What it certainly begins with: all of it where `text` is known, `src/` of `"src/$X"`, else "". */
  readonly start: string;
  /**
   * How many words the program gets for it. `one`: exactly one. `files`: the names that `glob` matches, any number.
   * `any`: cannot be told; only in commands that are not readable.
   */
  readonly count: "one" | "files" | "any";
  /**
   * The value matches this shell pattern (`src/*.ts`; `**` only as a whole segment): a glob, or a loop's variable over
   * one. No segment of a match is `.` or `..`, and no `*` or `?` at the start of a segment matches a dot.
   */
  readonly glob?: string;
  /** The value is one of these: a loop's variable over known words. */
  readonly values?: readonly string[];
  /** It is a pipe to or from another part of the command: `<(…)`, `>(…)`. */
  readonly isPipe?: true;
  /** Its value is a whole number: `$?`, `$((…))`, a counter. */
  readonly isNumber?: true;
}

/** A variable that is set for a program, by the command or before it. */
export interface Assignment {
  readonly name: string;
  /** `count` is always "one"; for `+=` and arrays the text is unknown. */
  readonly value: Word;
}

/** One program that a command runs, wherever in it: behind `&&`, in `$(…)`, under `xargs`, in `bash -c '…'`. */
export interface CommandPart {
  /** The program and its arguments, wrapper programs taken off. Never empty. */
  readonly words: readonly Word[];
  /** Arguments that come from elsewhere follow: standard input of `xargs`, files of `find -exec`. */
  readonly takesMore: boolean;
  /** The variables set for it alone or before it. */
  readonly assignments: readonly Assignment[];
  /** Where it runs; undefined after a `cd` that cannot be followed. */
  readonly cwd: string | undefined;
  readonly redirects: readonly Redirect[];
  /**
   * The programs before it in its pipeline or in `<(…)`, whose output it reads; `<` for a file and `<<` for a text on
   * its standard input. By name, without their folders.
   */
  readonly fedBy: readonly string[];
  /** The text on its standard input, where a here-document or here-string gives all of it and it is known. */
  readonly input: string | undefined;
  /** The shell itself runs it, so that a builtin's name means the builtin. */
  readonly inShell: boolean;
  /** Its text in the command. */
  readonly source: string;
}

export interface Redirect {
  readonly writes: boolean;
  readonly target: Word;
}

export type ReadCommand =
  | { readonly ok: true; readonly parts: readonly CommandPart[] }
  /**
   * It cannot be taken apart in full: `why` is the rest of a sentence that starts with "the command". `parts` are those
   * found all the same: enough to deny by, never to allow by.
   */
  | { readonly ok: false; readonly why: string; readonly parts: readonly CommandPart[] };

export function knownWord(text: string): Word {
  return { text, start: text, count: "one" };
}

/** Zero or more words of which nothing is known. */
export const ANY_WORDS: Word = { text: undefined, start: "", count: "any" };
