/** A persona: who it is, and what it may do. */
export interface Persona {
  readonly name: string;
  /** Where it is defined: by the user, by the project, or by both together. */
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
  /** After so long without a question its session ends. */
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
 * Whether the text is a valid persona name. A name becomes a folder, a key and an argument: only letters, digits, `-` and `_`,
 * so that it cannot be a path or an option.
 */
export function isPersonaName(text: string): boolean {
  return NAME.test(text) && !DEVICES.test(text);
}

/** The form of a name, for messages. */
export const NAME_FORM = "letters, digits, - and _, at most 64, with a letter or digit first";

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
/** Windows reserves these for devices in every folder, and a project's personas are shared between systems. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;
