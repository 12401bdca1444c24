import type { Circumstances, SessionEvent, Step } from "./event.js";
import type { Instant, Life, Stop } from "./life.js";
import { textOf } from "./life.js";
import { accept, beginResume, proceed, prove, runOut, stopAgain } from "./resuming.js";
import {
  heedNative,
  movedOn,
  needsYou,
  refine,
  standDown,
  stopAt,
  stopOnScreen,
  waitOut,
} from "./waiting.js";

/**
 * The life of one session: no clock, no file, no process. An event that the state does not expect leaves it as it is.
 * What the step returns is saved first and acted on then: after a crash an effect may be repeated, never forgotten.
 */
export function step(life: Life, event: SessionEvent, c: Circumstances): Step {
  switch (event.type) {
    case "limitSeen":
      return seeStop(life, { ...event, type: "limit", fruitless: 0 }, c);
    case "transientSeen":
      // Claude Code still tries by itself.
      if (event.transient.retrying) return [life, []];
      return seeStop(life, { ...event, type: "transient", firstAt: event.at, fruitless: 0 }, c);
    case "nativeNoticeSeen":
      return life.tag === "WAITING" ? heedNative(life, event.notice, c) : [life, []];
    case "promptSent":
      return seePrompt(life, event.at, c);
    case "workSeen":
      return seeWork(life, event.at, c);
    case "failureSeen":
      if (life.tag !== "RESUMING" || life.plan.promptAt === undefined) return [life, []];
      return event.at > life.plan.promptAt
        ? needsYou(life.stop, "failed", event.text, life.native)
        : [life, []];
    case "screenSettled":
      return seeScreen(life, event, c);
    case "looked":
      return life.tag === "RESUMING" ? proceed(life, event.reading, c) : [life, []];
    case "acknowledged":
      return life.tag === "LIMIT_DETECTED" ? waitOut(life.stop, undefined, c) : [life, []];
    case "timerFired":
      return fire(life, c);
    case "waitFound":
      return life.tag === "RUNNING" ? waitAgain(event.stop, event.dueAt, c) : [life, []];
    case "conversationLeft":
    case "cancelAsked":
      return life.tag === "RUNNING" ? [life, []] : standDown(life.stop, c);
    case "resumeAsked":
      return life.tag === "WAITING" || life.tag === "NEEDS_YOU"
        ? beginResume(life.stop, life.native)
        : [life, []];
    default:
      return event satisfies never;
  }
}

function seeStop(life: Life, stop: Stop, c: Circumstances): Step {
  switch (life.tag) {
    case "RUNNING": {
      const { last } = life;
      if (last === undefined) return stopAt(stop);
      if (isOld(stop, last.stop, last.promptAt, last.silentUntil, c)) return [life, []];
      if (last.proven || last.stop.type !== stop.type) return stopAt(stop);
      const fruitless = last.stop.fruitless + 1;
      if (stop.type === "limit") return stopAt({ ...stop, fruitless });
      return stopAt({
        ...stop,
        fruitless,
        firstAt: last.stop.type === "transient" ? last.stop.firstAt : stop.at,
      });
    }
    case "LIMIT_DETECTED":
      // It is acknowledged before any other event is heard.
      return [life, []];
    case "WAITING":
      // A limit outweighs a failure, and not the other way round.
      if (life.stop.type === "limit" && stop.type === "transient") return [life, []];
      return refine(life, stop, c);
    case "RESUMING": {
      if (stop.source !== "transcript") return [life, []];
      const { promptAt } = life.plan;
      if (promptAt === undefined) return stop.at > life.stop.at ? stopAt(stop) : [life, []];
      return stop.at > promptAt ? stopAgain(life, stop) : [life, []];
    }
    case "NEEDS_YOU":
      if (stop.source === "transcript") return stop.at > life.stop.at ? stopAt(stop) : [life, []];
      return textOf(stop) === textOf(life.stop) ? [life, []] : stopAt(stop);
    default:
      return life satisfies never;
  }
}

/** A row is old by its date; a screen or bytes by their sentence, for as long as the cooldown lasts. */
function isOld(stop: Stop, over: Stop, promptAt: Instant, silentUntil: Instant, c: Circumstances): boolean {
  if (stop.source === "transcript") return stop.at <= promptAt;
  return c.now < silentUntil && textOf(stop) === textOf(over);
}

function seePrompt(life: Life, at: Instant, c: Circumstances): Step {
  if (life.tag === "RUNNING") return [life, []];
  if (life.tag !== "RESUMING") return at > life.stop.at ? movedOn(life.stop, at, c) : [life, []];
  const { promptAt } = life.plan;
  if (promptAt === undefined) return at > life.stop.at ? movedOn(life.stop, at, c) : [life, []];
  // The row is dated by Claude Code when it takes the prompt, which is never before Enter.
  return at >= promptAt ? accept(life) : [life, []];
}

function seeWork(life: Life, at: Instant, c: Circumstances): Step {
  if (life.tag === "RUNNING") {
    const { last } = life;
    if (!last || last.proven || at <= last.promptAt) return [life, []];
    return [{ ...life, last: { ...last, proven: true } }, []];
  }
  if (life.tag !== "RESUMING") return at > life.stop.at ? movedOn(life.stop, at, c) : [life, []];
  const { promptAt } = life.plan;
  if (promptAt === undefined) return at > life.stop.at ? movedOn(life.stop, at, c) : [life, []];
  return at >= promptAt ? prove(life, c) : [life, []];
}

function seeScreen(
  life: Life,
  event: Extract<SessionEvent, { type: "screenSettled" }>,
  c: Circumstances,
): Step {
  const { reading, at } = event;
  if (life.tag === "WAITING" && reading.native) return heedNative(life, reading.native, c);
  if (life.tag === "NEEDS_YOU" && life.why === "inTheWay" && isTypable(reading.state)) {
    return beginResume(life.stop, life.native);
  }
  // What follows is for sessions whose screen is all there is.
  if (c.hasTranscript) return [life, []];
  const stop = stopOnScreen(reading, at);
  if (life.tag === "RESUMING") {
    if (life.plan.phase !== "accepted") return [life, []];
    if (stop) return stopAgain(life, stop);
    return reading.state === "idle" || reading.state === "draft" ? prove(life, c) : [life, []];
  }
  if (stop) return seeStop(life, stop, c);
  if (reading.state !== "busy") return [life, []];
  return life.tag === "RUNNING" ? seeWork(life, at, c) : movedOn(life.stop, at, c);
}

function isTypable(state: string): boolean {
  return state === "idle" || state === "draft" || state === "limit-menu" || state === "native-wait";
}

function fire(life: Life, c: Circumstances): Step {
  if (life.tag === "RESUMING") return runOut(life, c);
  if (life.tag !== "WAITING") return [life, []];
  // They are at the keyboard right now: theirs first.
  const quietAt = (c.typedAt ?? 0) + PERSON_QUIET_MS;
  if (quietAt > c.now && quietAt - c.now <= PERSON_QUIET_MS) {
    return [life, [{ type: "armTimerAfter", ms: quietAt - c.now }]];
  }
  return beginResume(life.stop, life.native);
}

function waitAgain(stop: Stop, dueAt: Instant, c: Circumstances): Step {
  const at = Math.max(dueAt, c.now + c.settings.safetyBufferMs);
  return [{ tag: "WAITING", stop, since: c.now, dueAt: at, native: undefined }, [{ type: "armTimer", at }]];
}

const PERSON_QUIET_MS = 3000;
