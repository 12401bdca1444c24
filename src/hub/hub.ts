import type { SessionState } from "../session/session-state.js";
import type { SessionRecord } from "../store/records/session-record.js";
import type { ShownPrompt } from "../store/rpc/control-protocol.js";

/** Every session of this user. The one library behind the command line and other front doors. */
export interface Hub {
  /** Sessions that run under cac first, then the daemon's queue, then personas. */
  list(): Promise<readonly SessionView[]>;
  /**
   * The first event is a snapshot, unless `from` is the cursor of an event that this hub still knows: then the events
   * behind it. Nothing runs while nobody subscribes.
   */
  subscribe(from: Cursor | undefined, listener: (event: HubEvent) => void): Disposable;
  act(id: string, action: Action, by: Actor): Promise<ActionResult>;
}

export interface SessionView {
  readonly kind: "wrapped" | "headless" | "queued" | "persona";
  /** `left`: its wrapper was killed and its wait is left; `elsewhere`: on another machine with the same home. */
  readonly life: "live" | "left" | "elsewhere" | "queued";
  /** Whether somebody takes actions for it: its wrapper, the daemon or the persona host. */
  readonly answers: boolean;
  /** Its state, stop and due time. A session without a record of its own is described in the same form. */
  readonly record: SessionRecord;
  /** Why the daemon could not reach it, one reason for each transport. */
  readonly refusals: readonly string[];
  /** The permission prompt that is open. */
  readonly prompt?: ShownPrompt | undefined;
  /** The last lines of its screen. */
  readonly screen?: readonly string[] | undefined;
  readonly persona?: { readonly name: string; readonly doing: string } | undefined;
}

export type Action =
  | { readonly type: "resume" | "cancel" | "interrupt" }
  | { readonly type: "answer"; readonly prompt: string; readonly decision: "yes" | "no" }
  | { readonly type: "submit"; readonly text: string };

/** Who asks for an action: "cac answer". The session's log has it. */
export type Actor = string;

export type ActionResult =
  | {
      readonly ok: true;
      /** To be read behind the session's id: "continues now". */
      readonly says: string | undefined;
      readonly state: SessionState;
    }
  | ActionRefusal;

export interface ActionRefusal {
  readonly ok: false;
  readonly code: string;
  /** A whole sentence. */
  readonly says: string;
  readonly fix: string;
}

/** Names an event of one hub. */
export type Cursor = string;

export type HubEvent = { readonly cursor: Cursor } & (
  | { readonly type: "snapshot"; readonly sessions: readonly SessionView[] }
  | { readonly type: "added" | "changed"; readonly session: SessionView }
  | { readonly type: "removed"; readonly id: string }
);

/** One kind of sessions. */
export interface HubSource {
  /** As in "the daemon's queue cannot be listed". */
  readonly name: string;
  /** A change of the list may show here. */
  readonly directories: readonly string[];
  list(): Promise<SourceList>;
  act(session: SessionView, action: Action, by: Actor): Promise<ActionResult>;
}

export interface SourceList {
  readonly sessions: readonly SessionView[];
  readonly problems: readonly HubProblem[];
}

/** Something could not be listed. The rest is. */
export interface HubProblem {
  readonly message: string;
  readonly fix: string;
}
