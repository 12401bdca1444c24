import type { TurnOutcome } from "../../driver/turn/open-turn.js";
import type { TerminalSize } from "../../terminal/user/user-terminal.js";
import type { Login } from "../definition/login.js";
import type { Persona } from "../definition/persona.js";
import { HostError } from "../host/host-protocol.js";

/** What the host needs of a session. `PersonaSession` is the real one; tests have others that fail on demand. */
export interface HostedSession {
  readonly pid: number | undefined;
  /** Claude Code's own id; it may change while the session runs. */
  readonly sessionId: string | undefined;
  /** It works on a question, or on what a person left. */
  readonly isBusy: boolean;
  /** Resolves when the process is gone, whoever ended it. */
  readonly exited: Promise<unknown>;
  /** One question at a time. Never rejects for what a session can do. After an abort, the session can be asked again. */
  ask(question: string, options: QuestionOptions): Promise<TurnOutcome>;
  /** Tries to bring a session that does not react back to its prompt: Ctrl+C, then Enter. Resolves to whether it is back. */
  interrupt(): Promise<boolean>;
  /** The process is gone when this resolves. */
  end(): Promise<void>;
  /** Shows the terminal to a person from now on, with what it draws. */
  attach(size: TerminalSize, onData: (bytes: Buffer) => void): Viewer;
  /** The current screen, as sequences that draw it. */
  snapshot(): string;
}

/** A person in the terminal of a session. Several of them share one size, in which all see everything, as in tmux. */
export interface Viewer {
  /** Keys of that person. */
  write(bytes: Buffer): void;
  resize(size: TerminalSize): void;
  detach(): void;
}

export interface QuestionOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly onProgress: (progress: Progress) => void;
}

/** What happens to a question before its answer. */
export interface Progress {
  readonly state: "starting" | "queued" | "asked" | "working" | "waiting" | "recovering";
  readonly message: string;
}

export interface StartOrder {
  readonly persona: Persona;
  /** Absolute, without links. */
  readonly projectRoot: string;
  /** The conversation to continue; undefined: a new one. */
  readonly resume: string | undefined;
  readonly systemPrompt: string;
  /** Default: `READY_WITHIN_MS`. */
  readonly readyWithinMs?: number;
  /** Of the client that needs the session; undefined: the host's own. */
  readonly login?: Login | undefined;
}

/** Resolves when the session can be asked; rejects with a `HostError` if it does not get there. */
export type StartSession = (order: StartOrder) => Promise<HostedSession>;

/** The session does not start, and a new conversation would not help. */
export class StartBlocked extends HostError {}

export const READY_WITHIN_MS = 60_000;

/** The size of a session's terminal while nobody looks at it. */
export const UNSEEN_SIZE: TerminalSize = { columns: 110, rows: 40 };
