/** What was found in a stream. */
export interface Finding {
  /** When the limit resets; null where the message does not say. */
  readonly resetTime: Date | null;
  /** The message as text. */
  readonly rawMatch: string;
  /** What of the pushed text came after it. */
  readonly rest: string;
}

/**
 * How thoroughly a piece is searched for the known wordings. `quick` takes half the time and does not find a wording whose
 * one telling word is split by an escape sequence, as no release is known to write it.
 */
export type Search = "thorough" | "quick";

/** Reads a stream up to its first finding. `raw` is text, or bytes as Latin-1 (see StreamText). */
export interface StreamReader {
  push(raw: string, search?: Search): Finding | undefined;
  /** What a message that is still open says, if nothing more comes. */
  settle(): Finding | undefined;
  /** A message may be open: `settle` is worth asking. */
  readonly undecided: boolean;
  /** The last of what was read, as text. */
  readonly buffer: string;
}
