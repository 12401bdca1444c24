/**
 * A word of a command. `text` is its value after quotes and known expansions; undefined where only running it would
 * tell (`$X`, `$(…)`, a glob that may match several files).
 */
export interface Word {
  readonly text: string | undefined;
  /** What it certainly begins with: all of it where `text` is known, `src/` of `src/$X`, else "". */
  readonly start: string;
}

/** One program that a command runs, wherever in it: behind `&&`, in `$(…)`, under `xargs`, in `bash -c '…'`. */
export interface CommandPart {
  /** The program and its arguments, wrapper programs taken off. Never empty. */
  readonly words: readonly Word[];
  /** Arguments that come from elsewhere follow: standard input of `xargs`, files of `find -exec`. */
  readonly takesMore: boolean;
  /** The variables set for it alone or before it, by name. */
  readonly variables: readonly string[];
  /** Where it runs; undefined after a `cd` that cannot be followed. */
  readonly cwd: string | undefined;
  readonly redirects: readonly Redirect[];
  /**
   * The programs before it in its pipeline or in `<(…)`, whose output it reads; `<` for a file and `<<` for a text on
   * its standard input. By name, without their folders.
   */
  readonly fedBy: readonly string[];
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
