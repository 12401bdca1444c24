import type { TranscriptEvent } from "../claude/transcript/transcript.js";
import type { SessionEvent } from "../session/life/event.js";
import { isAfter, type Instant, type Life } from "../session/life/life.js";
import { ConversationHistory } from "./conversation-history.js";

export interface SessionRowsOptions {
  /** Rows from before are history. */
  readonly since: Instant;
  readonly life: () => Life;
  /** The user cancelled the wait for the stop of that time, maybe in an earlier process. */
  readonly isCancelled: (at: Instant) => boolean;
}

/** What the rows of a session's transcript mean for its life. The first of them were written before anybody watched. */
export class SessionRows {
  readonly #options: SessionRowsOptions;
  #history = new ConversationHistory();
  #isHistoryTaken = false;

  constructor(options: SessionRowsOptions) {
    this.#options = options;
  }

  /** The session keeps another transcript now. */
  restart(): void {
    this.#history = new ConversationHistory();
    this.#isHistoryTaken = false;
  }

  /** Whether the row was written since somebody watches. */
  isNew({ at }: TranscriptEvent): boolean {
    return this.#isSince(at.getTime());
  }

  /** Takes the rows in the order of the file. Returns what the session's life is to hear of this one. */
  take(row: TranscriptEvent): SessionEvent | undefined {
    // A subagent's stop is not the session's: that one goes on, or stops by a row of its own.
    if (row.sidechain) return undefined;
    const isNew = this.isNew(row);
    this.#history.take(row, { isNew });
    const event = eventOfRow(row);
    if (event && (isNew || this.#endsWait(event, row.at.getTime()))) return event;
    // A row has the time of its answer and is written up to a second later: we may have come in between.
    return this.#isHistoryTaken && row.type === "limitSeen" ? this.limitAhead() : undefined;
  }

  /** When everything that was there has been taken: the limit from before that still holds, if it was not cancelled. */
  limitAhead(): SessionEvent | undefined {
    this.#isHistoryTaken = true;
    const limit = this.#history.limitAhead(Date.now());
    return limit && !this.#isSince(limit.at) && !this.#options.isCancelled(limit.at) ? limit : undefined;
  }

  /** When the conversation last went on; undefined if a stop was the last thing, or nothing is known. */
  get movedOnAt(): Instant | undefined {
    return this.#history.movedOnAt;
  }

  /** No row from before is known. */
  get isWithoutPast(): boolean {
    return this.#history.isEmpty;
  }

  /** What is seen on the screen or in the bytes, without what was said before the start; undefined if nothing is left. */
  withoutOld(event: SessionEvent): SessionEvent | undefined {
    return this.#history.withoutOld(event);
  }

  /** Whether a stop of that time is known by now, or over. */
  isPast(at: Instant): boolean {
    const life = this.#options.life();
    const known = life.tag === "RUNNING" ? life.last?.promptAt : life.stop.at;
    // Of what was over before we came to watch only the rows tell.
    const marks = [known, this.#history.movedOnAt].filter((mark) => mark !== undefined);
    return this.#options.isCancelled(at) || marks.some((mark) => !isAfter(at, mark, Date.now()));
  }

  #isSince(at: Instant): boolean {
    const { since } = this.#options;
    return at === since || isAfter(at, since, Date.now());
  }

  /** The conversation went on while nobody watched. */
  #endsWait(event: SessionEvent, at: Instant): boolean {
    const life = this.#options.life();
    if (life.tag === "RUNNING") return false;
    return (event.type === "promptSent" || event.type === "workSeen") && at > life.stop.at;
  }
}

/** What a row means for the session's life; undefined if it means nothing. */
function eventOfRow(event: TranscriptEvent): SessionEvent | undefined {
  const at = event.at.getTime();
  switch (event.type) {
    case "limitSeen":
      return { type: "limitSeen", limit: event.limit, at, source: "transcript" };
    case "transientSeen":
      return { type: "transientSeen", transient: event.transient, at, source: "transcript" };
    case "nativeNoticeSeen":
      return { type: "nativeNoticeSeen", notice: event.notice, at };
    case "failureSeen":
      return { type: "failureSeen", text: event.text, at };
    case "promptSent":
      return { type: "promptSent", at };
    case "assistantSpoke":
      return { type: "workSeen", at };
    case "toolAnswered":
    case "turnInterrupted":
    case "turnEnded":
      return undefined;
    default:
      return event satisfies never;
  }
}
