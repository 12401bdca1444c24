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

/**
 * Whether the text can name a persona. A name becomes a folder, a key and a word of a command line: letters, digits,
 * `-` and `_` only, so that it can be no path and no option.
 */
export function isPersonaName(text: string): boolean {
  return NAME.test(text) && !DEVICES.test(text);
}

/** For messages: how a name is written. */
export const NAME_FORM = "letters, digits, - and _, at most 64, with a letter or digit first";

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
/** Windows keeps these for devices, in every folder; a project's personas are shared between systems. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;
