import type { Limit } from "../../claude/limits/limit.js";
import type { NativeNotice } from "../../claude/screen/native-wait.js";
import type { ScreenReading } from "../../claude/screen/screen-reading.js";
import type { Transient } from "../../claude/limits/transient.js";
import type { Instant, Key, Life, Source, Stop } from "./life.js";

/** What happened. `at` is when it happened, which for a transcript row is not when it was read. */
export type SessionEvent =
  | { readonly type: "limitSeen"; readonly limit: Limit; readonly at: Instant; readonly source: Source }
  | {
      readonly type: "transientSeen";
      readonly transient: Transient;
      readonly at: Instant;
      readonly source: Source;
    }
  | { readonly type: "nativeNoticeSeen"; readonly notice: NativeNotice; readonly at: Instant }
  /** A prompt went to the model: ours, a person's, or Claude Code's own. */
  | { readonly type: "promptSent"; readonly at: Instant }
  /** The model answered. */
  | { readonly type: "workSeen"; readonly at: Instant }
  /** The turn ended in an error that neither waiting nor trying again mends: no login, a bad request. */
  | { readonly type: "failureSeen"; readonly text: string; readonly at: Instant }
  /** The screen came to rest with something new on it. */
  | { readonly type: "screenSettled"; readonly reading: ScreenReading; readonly at: Instant }
  /** The answer to `look`; undefined where the screen did not come to rest, or cannot be trusted. */
  | { readonly type: "looked"; readonly reading: ScreenReading | undefined }
  | { readonly type: "acknowledged" }
  /** The text of `typeText` did not go out: the screen was no longer the one that it was meant for. */
  | { readonly type: "textKeptBack" }
  | { readonly type: "timerFired" }
  /** A wait that a killed wrapper left behind for this very session. */
  | { readonly type: "waitFound"; readonly stop: Stop; readonly dueAt: Instant }
  /** The person went to another conversation: the one that was stopped is no longer there. */
  | { readonly type: "conversationLeft" }
  /** Its process has ended; `fix` says how the person goes on. */
  | { readonly type: "terminalGone"; readonly fix: string }
  | { readonly type: "resumeAsked" }
  | { readonly type: "cancelAsked" };

/** What to do next, as data. */
export type Effect =
  /** Comes back as `acknowledged`; by then the stop is on disk. */
  | { readonly type: "acknowledge" }
  /** By the wall clock; `withinMs`: after that much time at the latest, wherever the clock was set to. */
  | { readonly type: "armTimer"; readonly at: Instant; readonly withinMs?: number }
  | { readonly type: "armTimerAfter"; readonly ms: number }
  | { readonly type: "cancelTimer" }
  /** Comes back as `looked`. */
  | { readonly type: "look" }
  /** `on` is the screen that it was decided on: if another one is there by then, nothing is sent. */
  | { readonly type: "press"; readonly key: Key; readonly on: ScreenReading }
  | { readonly type: "typeText"; readonly text: string; readonly on: ScreenReading }
  | { readonly type: "notify"; readonly about: Notice };

export type Notice = "stopped" | "resumed" | "needsYou";

export type Step = readonly [Life, readonly Effect[]];

/** What the reducer may know of the world, as values. */
export interface Circumstances {
  readonly now: Instant;
  /** A random number in [0, 1), for the spread of retries. */
  readonly roll: number;
  /** When the person last pressed a key; undefined where they did not. */
  readonly typedAt: Instant | undefined;
  /** When that key was Esc alone. */
  readonly escapedAt: Instant | undefined;
  /** Ctrl+S puts a draft aside in this release. */
  readonly hasStash: boolean;
  /** Rows come in: then a prompt counts as accepted only when its row is there. */
  readonly hasTranscript: boolean;
  readonly settings: ResumeSettings;
}

export interface ResumeSettings {
  readonly prompt: string;
  readonly safetyBufferMs: number;
  readonly cooldownMs: number;
  readonly nativeMode: "backstop" | "replace" | "ignore";
  readonly nativeGraceMs: number;
  /** How long after Enter the session may take to show that it goes on, before it is looked at; 30 s. */
  readonly verifyMs?: number | undefined;
}

/** For how long the person, who is at the keyboard right now, is still left alone: theirs first. 0 where they are not. */
export function typingForMs(c: Circumstances): number {
  const sinceMs = c.typedAt === undefined ? Infinity : c.now - c.typedAt;
  return sinceMs >= 0 && sinceMs < PERSON_QUIET_MS ? PERSON_QUIET_MS - sinceMs : 0;
}

const PERSON_QUIET_MS = 3000;
