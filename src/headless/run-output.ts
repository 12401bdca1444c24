import type { RunExit } from "./child.js";
import type { Failure, FailureClues } from "./failure.js";

/** What one run writes to its standard output: passed on, or held back until it is known to be the last word. */
export interface RunOutput {
  take(chunk: Buffer): Promise<void>;
  /** The run is over. */
  end(exitCode: number): Promise<RunSays>;
  /** Passes on what is held back. */
  release(): Promise<void>;
  /** Forgets what is held back. */
  drop(): Promise<void>;
}

/** What a run said about itself. */
export interface RunSays {
  /** Why it ended, where that can be waited out; undefined where it succeeded or failed for good. */
  readonly failure: Failure | undefined;
  /** Its last words, where they are all that is known of it. */
  readonly text: string | undefined;
  readonly sessionId: string | undefined;
  /** Where the session works. */
  readonly cwd: string | undefined;
  /** The model answered at least once. */
  readonly hasWorked: boolean;
  /** Nothing came out of it, or nothing but the news that it could not begin. */
  readonly isEmpty: boolean;
}

/** A run that is over. */
export interface PastRun {
  readonly startedAt: Date;
  readonly exit: RunExit;
  readonly says: RunSays;
  readonly output: RunOutput;
}

/** Undefined where the error is of a sort that trying again does not mend. */
export type ReadFailure = (clues: FailureClues) => Failure | undefined;
