import type { Limit } from "../claude/limits/limit.js";
import type { TranscriptEvent } from "../claude/transcript/transcript.js";
import type { SessionEvent } from "../session/life/event.js";
import type { Instant, Stop } from "../session/life/life.js";
import { repeats, stopOnScreen } from "../session/life/stop.js";

/**
 * How a conversation stood when its session was started. One that is resumed draws its old banner again, as the last
 * thing, and a "3pm" of yesterday reads as today's: only its row tells when it was said.
 */
export class ConversationHistory {
  #stop: Stop | undefined;
  /** The stop that was the last thing before the start. */
  #oldStop: Stop | undefined;
  #isEmpty = true;
  #movedOnAt: Instant | undefined;

  /** When it last went on; undefined where a stop was the last thing, or nothing is known. */
  get movedOnAt(): Instant | undefined {
    return this.#movedOnAt;
  }

  /** No row from before the start is known. */
  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  /** Takes the rows in their order. `isNew`: written after the start. */
  take(event: TranscriptEvent, { isNew }: { readonly isNew: boolean }): void {
    this.#take(event);
    if (isNew) return;
    this.#oldStop = this.#stop;
    this.#isEmpty = this.#stop === undefined && this.#movedOnAt === undefined;
  }

  /** The limit that stopped it and still holds. One that is over by now is the person's to go on from. */
  limitAhead(now: Instant): Extract<SessionEvent, { type: "limitSeen" }> | undefined {
    const stop = this.#stop;
    if (stop?.type !== "limit" || !isAhead(stop.limit, now)) return undefined;
    return { type: "limitSeen", limit: stop.limit, at: stop.at, source: stop.source };
  }

  /** What is seen, without what was said before the start; undefined where nothing else is left of it. */
  withoutOld(event: SessionEvent): SessionEvent | undefined {
    const stop = stopIn(event);
    return stop && this.#isOld(stop) ? withoutStop(event) : event;
  }

  #take(event: TranscriptEvent): void {
    const at = event.at.getTime();
    if (event.type === "limitSeen") {
      this.#stopped({ type: "limit", limit: event.limit, at, source: "transcript", fruitless: 0 });
    } else if (event.type === "transientSeen") {
      const { transient } = event;
      this.#stopped({ type: "transient", transient, at, source: "transcript", firstAt: at, fruitless: 0 });
    } else if (event.type === "promptSent" || event.type === "assistantSpoke") {
      // 2.1.197 writes the row of a prompt after that of its answer.
      if (this.#stop && at <= this.#stop.at) return;
      this.#stop = undefined;
      this.#movedOnAt = at;
    }
  }

  #stopped(stop: Stop): void {
    this.#stop = stop;
    this.#movedOnAt = undefined;
  }

  #isOld(seen: Stop): boolean {
    const old = this.#oldStop;
    return old !== undefined && old.type === seen.type && repeats(old, seen);
  }
}

/** What is seen, without the stop in it; undefined where nothing else is left of it. */
export function withoutStop(event: SessionEvent): SessionEvent | undefined {
  if (event.type === "limitSeen") return undefined;
  if (event.type !== "screenSettled") return event;
  return { ...event, reading: { ...event.reading, limit: undefined, transient: undefined } };
}

/** The stop that is seen; undefined where there is none in it. */
export function stopIn(event: SessionEvent): Stop | undefined {
  if (event.type === "limitSeen") return { ...event, type: "limit", fruitless: 0 };
  return event.type === "screenSettled" ? stopOnScreen(event.reading, event.at) : undefined;
}

function isAhead({ resetsAt, waitingHelps }: Limit, now: Instant): boolean {
  return waitingHelps && resetsAt !== undefined && resetsAt.getTime() > now;
}
