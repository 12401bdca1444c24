import type { Answer, Progress } from "./answer.js";
import { HostError } from "../host/host-protocol.js";
import type { Login } from "../definition/login.js";
import type { Persona } from "../definition/persona.js";

/** What the host needs of a session. The real one is `PersonaSession`; tests have others that fail on order. */
export interface HostedSession {
  readonly pid: number | undefined;
  /** Claude Code's own id; it may change while the session lives. */
  readonly sessionId: string | undefined;
  /** It is at work: on a question, or on what a person left it with. */
  readonly isBusy: boolean;
  /** Resolves when the process is gone, whoever ended it. */
  readonly exited: Promise<unknown>;
  /** One at a time. Always resolves: what can go wrong is an answer too. After an abort the session can be asked again. */
  ask(question: string, options: QuestionOptions): Promise<Answer>;
  /** Tries to get a session that does not react to its prompt again: Ctrl+C, then Enter. Resolves to whether it is there. */
  interrupt(): Promise<boolean>;
  /** The process is gone when this resolves. */
  end(): Promise<void>;
  /** Passes on what it writes to its terminal from now on. Returns what stops that. */
  attach(onData: (bytes: Buffer) => void): () => void;
  write(bytes: Buffer): void;
  resize(columns: number, rows: number): void;
  /** The screen as it is, as sequences that draw it. */
  snapshot(): string;
}

export interface QuestionOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly onProgress: (progress: Progress) => void;
}

export interface StartOrder {
  readonly persona: Persona;
  /** Absolute, without links. */
  readonly projectRoot: string;
  /** The conversation to go on with; undefined: a new one. */
  readonly resume: string | undefined;
  readonly systemPrompt: string;
  /** `READY_WITHIN_MS` where it is not said. */
  readonly readyWithinMs?: number;
  /** Of whoever has it started; undefined: the host's own. */
  readonly login?: Login | undefined;
}

/** Resolves when it is ready for a question; rejects with a `HostError` where it does not become so. */
export type StartSession = (order: StartOrder) => Promise<HostedSession>;

/** It does not start, and not for its conversation's sake: with a new one it would not either. */
export class StartBlocked extends HostError {}

export const READY_WITHIN_MS = 60_000;

/** The size of a session's terminal while nobody looks at it. */
export const UNSEEN_SIZE = { columns: 110, rows: 40 } as const;
