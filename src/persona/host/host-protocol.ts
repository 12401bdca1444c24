import type { Progress } from "../session/hosted-session.js";

export interface AskRequest {
  readonly persona: string;
  readonly question: string;
  readonly context?: string | undefined;
  /** Absolute. */
  readonly projectRoot: string;
  readonly waitForReset?: boolean | undefined;
  readonly timeoutMs?: number | undefined;
  /** The personas that led to this question, the first one first: for depth and cycles. */
  readonly chain?: readonly string[] | undefined;
}

export interface Asked {
  readonly persona: string;
  readonly answer: string;
  /** Claude Code's id of the session that answered. */
  readonly sessionId: string | undefined;
}

/** Why there is no answer. `code` is for programs, the rest for people. */
export interface HostFault {
  readonly code:
    | "NO_SUCH_PERSONA"
    | "BAD_REQUEST"
    | "TOO_MANY"
    | "LIMITED"
    | "PERMISSION"
    | "NOT_READY"
    | "TIMED_OUT"
    | "CANCELLED"
    | "CYCLE"
    | "FAILED";
  readonly message: string;
  readonly fix: string;
  readonly limitedUntil?: string | undefined;
  /** The last answer to the same question, from memory, offered as such. */
  readonly remembered?: { readonly answer: string; readonly timestamp: string } | undefined;
}

export interface PersonaStatus {
  readonly persona: string;
  readonly projectRoot: string;
  readonly state: "starting" | "ready" | "answering" | "limited" | "recovering";
  readonly pid: number | undefined;
  readonly sessionId: string | undefined;
  readonly queued: number;
  readonly questions: number;
  readonly memoryMb: number | undefined;
  readonly since: string;
  readonly idleSince: string | undefined;
}

/** What every `cac mcp` and `cac persona` talks to. Rejects with a `HostError`. */
export interface PersonaHost {
  ask(
    request: AskRequest,
    options?: { readonly signal?: AbortSignal; readonly onProgress?: (progress: Progress) => void },
  ): Promise<Asked>;
  status(): Promise<readonly PersonaStatus[]>;
  /** Without a persona: all of them. Their next ones begin new conversations. Resolves to how many sessions ended. */
  end(which: { readonly persona?: string; readonly projectRoot?: string }): Promise<number>;
  close(): void;
}

export class HostError extends Error {
  readonly fault: HostFault;

  constructor(fault: HostFault) {
    super(fault.message);
    this.fault = fault;
  }
}
