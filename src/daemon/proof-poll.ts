export interface ProofPollOptions {
  readonly everyMs: number;
  /** The sessions whose resume waits for its proof. */
  readonly resuming: () => readonly string[];
  /** Reads what is new in the transcript of this one. */
  readonly catchUp: (sessionId: string) => Promise<void>;
}

/** While a proof is waited for, transcripts are looked at whether or not their files report a change. */
export class ProofPoll {
  readonly #options: ProofPollOptions;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: ProofPollOptions) {
    this.#options = options;
  }

  /** Goes on until nothing is resumed any more. */
  begin(): void {
    if (this.#isClosed) return;
    this.#timer ??= setInterval(() => this.#look(), this.#options.everyMs);
  }

  close(): void {
    this.#isClosed = true;
    this.#rest();
  }

  #look(): void {
    const resuming = this.#options.resuming();
    for (const sessionId of resuming) void this.#options.catchUp(sessionId);
    if (resuming.length === 0) this.#rest();
  }

  #rest(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
