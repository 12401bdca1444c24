import type { Answer, Progress } from "./answer.js";
import type { Login } from "./login.js";
import type { Persona } from "./persona.js";

/** What the host needs of a session. The real one is `PersonaSession`; tests have others that fail on order. */
export interface HostedSession {
  readonly pid: number | undefined;
  /** Claude Code's own id; it may change while the session lives. */
  readonly sessionId: string | undefined;
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
  /** Of whoever has it started; undefined: the host's own. */
  readonly login?: Login | undefined;
}

/** Resolves when it is ready for a question; rejects with a `HostError` where it does not become so. */
export type StartSession = (order: StartOrder) => Promise<HostedSession>;

/** The size of a session's terminal while nobody looks at it. */
export const UNSEEN_SIZE = { columns: 110, rows: 40 } as const;
