import type { PermissionPrompt } from "../../claude/prompts/permission-prompt.js";
import type { Caller, Judged, KnownCall } from "./known-calls.js";
import type { Instant } from "../life/life.js";

/** What becomes of the permission prompt on the screen. */
export type Approval = {
  readonly calls: readonly KnownCall[];
  /** The prompt that the person has taken in hand, also while something hides it: it stays theirs. */
  readonly taken?: PermissionPrompt | undefined;
} & ApprovalState;

export type ApprovalState =
  | { readonly tag: "NONE" }
  /** A prompt whose call is not known yet. */
  | { readonly tag: "UNHEARD"; readonly prompt: PermissionPrompt; readonly since: Instant }
  /** Allowed: Enter goes out at `dueAt`, unless the person is faster. */
  | {
      readonly tag: "WINDOW";
      readonly prompt: PermissionPrompt;
      readonly since: Instant;
      readonly judged: Judged;
      readonly dueAt: Instant;
    }
  | {
      readonly tag: "PRESSED";
      readonly prompt: PermissionPrompt;
      readonly since: Instant;
      readonly judged: Judged;
      readonly pressedAt: Instant;
    }
  /** The person's to answer; after a minute they are told, once. */
  | {
      readonly tag: "STANDING";
      readonly prompt: PermissionPrompt;
      readonly since: Instant;
      readonly told: boolean;
      readonly judged: Judged | undefined;
    };

export type ApprovalEvent =
  /** The screen came to rest with this prompt on it, or none. */
  | { readonly type: "promptSeen"; readonly prompt: PermissionPrompt | undefined }
  /** A hook or a row told of a call. */
  | { readonly type: "callHeard"; readonly known: KnownCall }
  | { readonly type: "callsAnswered"; readonly ids: readonly string[] }
  | { readonly type: "keysPressed" }
  /** Enter went out. */
  | { readonly type: "pressed" }
  /** Enter was kept back, because the screen could not be read at that moment. */
  | { readonly type: "keptBack" }
  /** What is about to be done could not be written down: then it is not done. */
  | { readonly type: "notRecorded" }
  | { readonly type: "timerFired" };

export type ApprovalEffect =
  | { readonly type: "armTimer"; readonly at: Instant }
  /** Comes back as `promptSeen`, with what the screen shows at this moment. */
  | { readonly type: "look" }
  /** Comes back as `pressed`, as `keptBack`, or as `promptSeen` where another prompt or none is there. */
  | { readonly type: "press"; readonly prompt: PermissionPrompt }
  /** `since` tells one prompt from another. A `pending` one that cannot be written comes back as `notRecorded`. */
  | {
      readonly type: "record";
      readonly judged: Judged;
      readonly outcome: Outcome;
      readonly since: Instant;
      readonly delayMs: number;
    }
  /** The tool alone: what it was called with is for nobody but the person at the prompt. */
  | { readonly type: "notify"; readonly tool: string | undefined };

/**
 * `pending`: its window runs; `approved`: Enter went out and the prompt is gone; `left`: denied or unsure, it stays;
 * `person`: their key came first; `changed`: it went or changed before Enter; `stuck`: Enter went out, it is still there.
 */
export type Outcome = "pending" | "approved" | "left" | "person" | "changed" | "stuck";

/** What may be known of the world, as values. Instants are of one clock that is never set. */
export interface ApprovalCircumstances extends Caller {
  readonly now: Instant;
  /** When the person last pressed a key; undefined where they did not. */
  readonly typedAt: Instant | undefined;
  readonly delayMs: number;
}

export type ApprovalStep = readonly [Approval, readonly ApprovalEffect[]];

export const NO_PROMPT: Approval = { tag: "NONE", calls: [] };
