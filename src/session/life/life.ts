import type { Limit } from "../../claude/limits/limit.js";
import type { Transient } from "../../claude/limits/transient.js";

/** Times are milliseconds of the wall clock since 1970, so that a life can be saved and read back as it is. */
export type Instant = number;

/** What told us: rows are exact and dated, a screen is what is live, bytes are the last resort. */
export type Source = "transcript" | "screen" | "bytes";

/** What stopped the session. */
export type Stop =
  | {
      readonly type: "limit";
      readonly limit: Limit;
      readonly at: Instant;
      readonly source: Source;
      /** Resumes in a row that brought nothing but the next limit. */
      readonly fruitless: number;
    }
  | {
      readonly type: "transient";
      readonly transient: Transient;
      readonly at: Instant;
      readonly source: Source;
      /** When the first of a row of failures came: they are not tried for ever. */
      readonly firstAt: Instant;
      readonly fruitless: number;
    };

/** Claude Code's own wait, as it was first announced: read again after the reset, its "3pm" is tomorrow's. */
export interface NativeWait {
  readonly until: Instant | undefined;
}

/** How far a resume has come. Nothing is typed twice once a prompt was `accepted`. */
export interface Plan {
  readonly phase: "looking" | "typed" | "entered" | "accepted";
  /** Full tries to deliver, this one included. */
  readonly tries: number;
  /** Looks that found nothing to type into. */
  readonly refusals: number;
  /** How often our prompt did not go out, since the screen had changed. */
  readonly keptBack: number;
  /** Looks that found it at work. */
  readonly busyLooks: number;
  /** The keys of this try so far. Each is bounded: what one Esc or `i` does not change, ten do not either. */
  readonly pressed: readonly Key[];
  /** Between our first key and the last look after it: what the person types now would end up among it. */
  readonly handsOn: boolean;
  /** When Enter was pressed; rows after it answer our prompt. */
  readonly promptAt: Instant | undefined;
  /** The person asked for it: it does not stand behind Claude Code's own wait. */
  readonly asked: boolean;
}

export type Key = "escape" | "stash" | "insert" | "clear" | "enter";

export type Why =
  /** Only money, an admin or another model brings it back. */
  | "waitingDoesNotHelp"
  /** A dialog or something unknown has the keyboard; watched, and tried again when it is gone. */
  | "inTheWay"
  /** Typed and entered, and the session does not go on. */
  | "triesUsedUp"
  /** Failures for longer than we try. */
  | "failsForTooLong"
  /** The resume was answered with an error that no wait mends. */
  | "failed"
  /** Its process has ended, and with it the terminal that it ran in. */
  | "terminalGone"
  /** Not the session's doing: something of ours failed again and again, and nothing is done any more. */
  | "stoodAside";

/** A life in one of its states, and what it owes in all of them. */
export type Life = State & {
  readonly owed?: OwedDraft | undefined;
  readonly stashed?: StashedDraft | undefined;
};

/** A draft that Ctrl+S put aside; Claude Code brings it back with the next prompt. There is room for one. */
export interface StashedDraft {
  readonly text: string;
  readonly at: Instant;
}

/** A draft that was taken out of the box (releases without a stash) and was not seen back in it yet. */
export interface OwedDraft {
  readonly text: string;
  /** How often it was typed. */
  readonly tries: number;
}

type State =
  | { readonly tag: "RUNNING"; readonly last: LastResume | undefined }
  | { readonly tag: "LIMIT_DETECTED"; readonly stop: Stop }
  | {
      readonly tag: "WAITING";
      readonly stop: Stop;
      readonly since: Instant;
      readonly dueAt: Instant;
      readonly native: NativeWait | undefined;
    }
  | {
      readonly tag: "RESUMING";
      readonly stop: Stop;
      readonly native: NativeWait | undefined;
      readonly plan: Plan;
    }
  | {
      readonly tag: "NEEDS_YOU";
      readonly stop: Stop;
      readonly why: Why;
      /** What has the keyboard, where that is the reason. */
      readonly inTheWay: string | undefined;
      readonly native: NativeWait | undefined;
    };

/** The stop that is over, by whomever. */
export interface LastResume {
  readonly stop: Stop;
  /** Rows up to here belong to the stop that is over. */
  readonly promptAt: Instant;
  /** Until then a screen or bytes that repeat the old sentence count for nothing. */
  readonly silentUntil: Instant;
  /** It was our prompt: should the next stop come before any work, that was one more fruitless try. */
  readonly ours: boolean;
  /** The session was seen to work since. */
  readonly proven: boolean;
}

export const BEGINNING: Life = { tag: "RUNNING", last: undefined };

/** From our first key to Enter the person's keys are held back for a moment, so that the two do not mix. */
export function holdsInput(life: Life): boolean {
  if (life.tag !== "RESUMING") return false;
  const { phase, handsOn } = life.plan;
  return phase === "typed" || (phase === "looking" && handsOn);
}

/** The session does nothing until its reset. Once our prompt is accepted it works, though that is not proven yet. */
export function isStill(life: Life): boolean {
  if (life.tag === "RESUMING") return life.plan.phase !== "accepted";
  return life.tag !== "RUNNING" && life.tag !== "NEEDS_YOU";
}

/** The sentence that Claude Code showed. */
export function textOf(stop: Stop): string {
  return stop.type === "limit" ? stop.limit.text : stop.transient.text;
}

/** Whether one instant is after another. Once the clock was set back, what the new clock has dated is the later. */
export function isAfter(at: Instant, mark: Instant, now: Instant): boolean {
  return at > mark || (now < mark && at <= now);
}
