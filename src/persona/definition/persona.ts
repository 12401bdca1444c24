/** Somebody to ask: who it is, and what it may do. */
export interface Persona {
  readonly name: string;
  /** Where it is defined: the user's own, the project's, or the one added to the other. */
  readonly origin: "global" | "project" | "both";
  readonly description: string;
  /** Who it is, for the system prompt: the user's CLAUDE.md, then the project's. */
  readonly identity: string;
  readonly model: string | undefined;
  /** Rules in Claude Code's syntax that it may use without a prompt. */
  readonly allowedTools: readonly string[];
  readonly permissionMode: string | undefined;
  readonly limits: PersonaLimits;
}

export interface PersonaLimits {
  /** Without a question for so long, its session is ended. */
  readonly idleMs: number;
  /** How long an answer may take. */
  readonly timeoutMs: number;
  /** How large its memory of one project may grow. */
  readonly memoryBytes: number;
  /** After so many questions it is asked who it is; 0: never. */
  readonly driftEvery: number;
}

export const DEFAULT_LIMITS: PersonaLimits = {
  idleMs: 30 * 60_000,
  timeoutMs: 10 * 60_000,
  memoryBytes: 1024 * 1024,
  driftEvery: 0,
};
