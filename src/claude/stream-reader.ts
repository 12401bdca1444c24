/** What was found in a stream. */
export interface Finding {
  /** When the limit resets; null where the message does not say. */
  readonly resetTime: Date | null;
  /** The message as text. */
  readonly rawMatch: string;
  /** What of the pushed text came after it. */
  readonly rest: string;
}

/** Reads a stream up to its first finding. `raw` is text, or bytes as Latin-1 (see StreamText). */
export interface StreamReader {
  push(raw: string): Finding | undefined;
  /** What a message that is still open says, if nothing more comes. */
  settle(): Finding | undefined;
  /** A message may be open: `settle` is worth asking. */
  readonly undecided: boolean;
  /** The last of what was read, as text. */
  readonly buffer: string;
}
