/** The options of a program that run, load or write something. */
export interface TrapOptions {
  /** Short options that are traps, alone or in a cluster. */
  readonly short?: string;
  /** Short options that take a value. */
  readonly values?: string;
  /** Long options that are traps; abbreviations count unless `exact`. */
  readonly long?: readonly string[];
  readonly exact?: boolean;
  /** `-exec` is a long option. */
  readonly longWithOneDash?: boolean;
  /** Subcommands that are traps. */
  readonly commands?: readonly string[];
  /** Words that are traps wherever they stand. */
  readonly words?: RegExp;
  /** The names of long options without a value; behind any other the next word may be its value. */
  readonly longFlags?: RegExp;
  /** Options stand before the first other word only: `node a.js -e` hands -e to a.js. */
  readonly optionsFirst?: boolean;
  /** `--` does not end the options. */
  readonly dashesEnd?: false;
  /** The first word is a cluster without its dash: `tar xf`. */
  readonly bareCluster?: boolean;
  /** Without a file it runs what comes on standard input. */
  readonly codeOnInput?: boolean;
  /** Its n-th other word is a file that it writes. */
  readonly writesOperand?: number;
  /** Its first other word is a program, with traps of its own. */
  readonly runsItsOperand?: boolean;
}

/** A list of names, as they are easiest to read. */
export function words(text: string): readonly string[] {
  return text.split(" ");
}
