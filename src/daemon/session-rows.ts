import type { TranscriptEvent } from "../claude/transcript/transcript.js";
import type { SessionEvent } from "../session/life/event.js";
import { isAfter, type Instant, type Life } from "../session/life/life.js";
import { ConversationHistory } from "../driver/conversation-history.js";
import { eventOfRow } from "../driver/row-event.js";

export interface SessionRowsOptions {
  readonly life: () => Life;
  /** The person said no to the stop of that time, maybe to an earlier daemon. */
  readonly isCancelled: (at: Instant) => boolean;
}

/** What the rows of one transcript mean, of which the first were written before anybody watched. */
export class SessionRows {
  readonly #options: SessionRowsOptions;
  readonly #history = new ConversationHistory();
  readonly #since = Date.now();
  #isHistoryTaken = false;

  constructor(options: SessionRowsOptions) {
    this.#options = options;
  }

  /** Takes the rows in the order of the file. Returns what the session's life is to hear of this one. */
  take(row: TranscriptEvent): SessionEvent | undefined {
    // A subagent's stop is not the session's: that one goes on, or stops by a row of its own.
    if (row.sidechain) return undefined;
    this.#history.take(row);
    const at = row.at.getTime();
    const isNew = at === this.#since || isAfter(at, this.#since, Date.now());
    const event = eventOfRow(row);
    if (event && (isNew || this.#endsWait(event, at))) return event;
    // A row has the time of its answer and is written up to a second later: we may have come in between.
    return this.#isHistoryTaken && row.type === "limitSeen" ? this.limitAhead() : undefined;
  }

  /**
   * When all that was there has been taken: the limit from before that still holds; undefined where there is none, or
   * nobody wants it waited for.
   */
  limitAhead(): SessionEvent | undefined {
    this.#isHistoryTaken = true;
    const limit = this.#history.limitAhead(Date.now());
    return limit && !this.#options.isCancelled(limit.at) ? limit : undefined;
  }

  /** Whether a stop of that time is known by now, or over. */
  isPast(at: Instant): boolean {
    const life = this.#options.life();
    const known = life.tag === "RUNNING" ? life.last?.promptAt : life.stop.at;
    // Of what was over before we came to watch only the rows tell.
    const marks = [known, this.#history.movedOnAt].filter((mark) => mark !== undefined);
    return this.#options.isCancelled(at) || marks.some((mark) => !isAfter(at, mark, Date.now()));
  }

  /** The conversation went on while nobody watched. */
  #endsWait(event: SessionEvent, at: Instant): boolean {
    const life = this.#options.life();
    if (life.tag === "RUNNING") return false;
    return (event.type === "promptSent" || event.type === "workSeen") && at > life.stop.at;
  }
}
