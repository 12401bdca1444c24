import type { ScreenReading } from "../../claude/screen/screen-reading.js";
import { typingForMs, type Circumstances, type Effect, type SessionEvent, type Step } from "./event.js";
import { isAfter, type Instant, type LastResume, type Life, type Stop } from "./life.js";
import { payBack } from "./owed-draft.js";
import { keepStash } from "./stashed-draft.js";
import {
  accept,
  beginResume,
  keepBack,
  proceed,
  prove,
  runOut,
  stopAgain,
  type Resuming,
} from "./resuming.js";
import {
  asFirstRead,
  fruitlessAfter,
  isBetter,
  repeats,
  sameCountAfter,
  saysNothingNew,
  stopOnScreen,
} from "./stop.js";
import { heedNative, movedOn, needsYou, refine, standDown, stopAt, waitOut, WATCH_MS } from "./waiting.js";

/**
 * The life of one session: no clock, no file, no process. An event that the state does not expect leaves it as it is.
 * What the step returns is saved first and acted on then: after a crash an effect may be repeated, never forgotten.
 */
export function step(life: Life, event: SessionEvent, c: Circumstances): Step {
  const [next, effects] = live(life, event, c);
  return payBack(life, event, [keepStash(life, event, next, c), effects], c);
}

function live(life: Life, event: SessionEvent, c: Circumstances): Step {
  switch (event.type) {
    case "limitSeen":
      return seeStop(life, stopOf(event), c);
    case "transientSeen":
      // Claude Code still tries by itself.
      return event.transient.retrying ? [life, []] : seeStop(life, stopOf(event), c);
    case "nativeNoticeSeen":
      return life.tag === "WAITING" ? heedNative(life, event.notice, event.at, c) : [life, []];
    case "promptSent":
      return seePrompt(life, event.at, c);
    case "workSeen":
      return seeWork(life, event.at, c);
    case "failureSeen":
      if (life.tag !== "RESUMING" || !isAnswer(life, event.at, c)) return [life, []];
      return needsYou(life.stop, "failed", event.text, life.native);
    case "screenSettled":
      return seeScreen(life, event.reading, event.at, c);
    case "looked":
      return seeLook(life, event.reading, c);
    case "acknowledged":
      return life.tag === "LIMIT_DETECTED" ? waitOut(life.stop, undefined, c) : [life, []];
    case "textKeptBack":
      return life.tag === "RESUMING" ? keepBack(life) : [life, []];
    case "timerFired":
      return fire(life, c);
    case "waitFound":
      return takeUp(life, event.stop, event.dueAt, c);
    case "conversationLeft":
    case "cancelAsked":
      return life.tag === "RUNNING" ? [life, []] : standDown(life.stop, c);
    case "terminalGone":
      // Until its time there is nothing to be told: the person may open it again.
      if (life.tag !== "RESUMING" && !(life.tag === "NEEDS_YOU" && life.why === "inTheWay"))
        return [life, []];
      return needsYou(life.stop, "terminalGone", event.fix, life.native);
    case "resumeAsked":
      return life.tag === "WAITING" || life.tag === "NEEDS_YOU"
        ? beginResume(life.stop, life.native, true)
        : [life, []];
    default:
      return event satisfies never;
  }
}

function stopOf(event: Extract<SessionEvent, { type: "limitSeen" | "transientSeen" }>): Stop {
  const { at, source } = event;
  if (event.type === "limitSeen") return { type: "limit", limit: event.limit, at, source, fruitless: 0 };
  return { type: "transient", transient: event.transient, at, source, firstAt: at, fruitless: 0 };
}

function seeStop(life: Life, stop: Stop, c: Circumstances): Step {
  switch (life.tag) {
    case "RUNNING": {
      const { last } = life;
      if (last === undefined) return stopAt(stop);
      if (isOld(stop, last, c)) return [life, stop.source === "transcript" ? [] : lookAfterwards(last, c)];
      return stopAt(nextAfter(last, stop));
    }
    case "LIMIT_DETECTED":
      // It is acknowledged before any other event is heard.
      return [life, []];
    case "WAITING":
      // A limit outweighs a failure, and not the other way round.
      if (life.stop.type === "limit" && stop.type === "transient") return [life, []];
      return refine(life, stop, c);
    case "RESUMING":
      if (stop.source !== "transcript") return [life, []];
      if (isAnswer(life, stop.at, c)) return stopAgain(life, stop);
      if (life.plan.promptAt !== undefined) return [life, []];
      if (isAfter(stop.at, life.stop.at, c.now)) return stopAt(stop);
      // The row of what was only seen so far: its reset is exact, and may be still to come.
      return isBetter(life.stop, stop, c.now)
        ? stopAt({ ...stop, fruitless: life.stop.fruitless })
        : [life, []];
    case "NEEDS_YOU":
      return isBetter(life.stop, stop, c.now) ? stopAt(stop) : [life, []];
    default:
      return life satisfies never;
  }
}

function nextAfter({ stop, ours, proven }: LastResume, next: Stop): Stop {
  if (proven) return asFirstRead(stop, next);
  return ours ? fruitlessAfter(stop, next) : sameCountAfter(stop, next);
}

/** A row is old by its date; a screen or bytes by what they say, for as long as the cooldown lasts. */
function isOld(stop: Stop, last: LastResume, c: Circumstances): boolean {
  if (stop.source === "transcript") return !isAfter(stop.at, last.promptAt, c.now);
  return c.now < last.silentUntil && (repeats(last.stop, stop) || saysNothingNew(stop));
}

/** Should it be no echo but the same limit met again, it is still there after the cooldown. */
function lookAfterwards({ silentUntil }: LastResume, c: Circumstances): Effect[] {
  if (silentUntil === Number.MAX_SAFE_INTEGER) return [];
  return [{ type: "armTimerAfter", ms: silentUntil - c.now }];
}

function seePrompt(life: Life, at: Instant, c: Circumstances): Step {
  if (life.tag === "RUNNING") return [life, []];
  if (life.tag === "RESUMING" && life.plan.promptAt !== undefined) {
    return isAnswer(life, at, c) ? accept(life) : [life, []];
  }
  return isAfter(at, life.stop.at, c.now) ? movedOn(life.stop, at, c) : [life, []];
}

function seeWork(life: Life, at: Instant, c: Circumstances): Step {
  if (life.tag === "RUNNING") {
    const { last } = life;
    if (!last || !isAfter(at, last.promptAt, c.now)) return [life, []];
    // What comes after work is a new stop, whatever it says.
    const silentUntil = Math.min(last.silentUntil, c.now + c.settings.cooldownMs);
    if (last.proven && last.silentUntil === silentUntil) return [life, []];
    return [{ ...life, last: { ...last, silentUntil, proven: true } }, []];
  }
  if (life.tag === "RESUMING" && life.plan.promptAt !== undefined) {
    return isAnswer(life, at, c) ? prove(life, c) : [life, []];
  }
  return isAfter(at, life.stop.at, c.now) ? movedOn(life.stop, at, c) : [life, []];
}

/** Claude Code dates a row when it takes the prompt, which is never before Enter. */
function isAnswer({ plan }: Resuming, at: Instant, c: Circumstances): boolean {
  return plan.promptAt !== undefined && (at === plan.promptAt || isAfter(at, plan.promptAt, c.now));
}

function seeScreen(life: Life, reading: ScreenReading, at: Instant, c: Circumstances): Step {
  if (life.tag === "WAITING" && reading.native) return heedNative(life, reading.native, at, c);
  if (isFree(life, reading)) return beginResume(life.stop, life.native);
  // What follows is for sessions whose screen is all there is.
  if (c.hasTranscript) return [life, []];
  const stop = stopOnScreen(reading, at);
  if (life.tag === "RESUMING") return seeResumed(life, reading, stop, c);
  if (stop) return seeStop(life, stop, c);
  if (reading.state !== "busy") return [life, []];
  return life.tag === "RUNNING" ? seeWork(life, at, c) : movedOn(life.stop, at, c);
}

function seeResumed(
  life: Resuming,
  { state }: ScreenReading,
  stop: Stop | undefined,
  c: Circumstances,
): Step {
  const { phase, handsOn } = life.plan;
  // Right after a key of ours it says nothing: 2.1.75 looks busy for a moment between two menus.
  if (phase === "looking" && !handsOn && state === "busy") return movedOn(life.stop, c.now, c);
  if (phase !== "accepted") return [life, []];
  if (stop) return stopAgain(life, stop);
  return state === "idle" || state === "draft" ? prove(life, c) : [life, []];
}

function seeLook(life: Life, reading: ScreenReading | undefined, c: Circumstances): Step {
  if (life.tag === "RESUMING") return proceed(life, reading, c);
  const stop = reading && !c.hasTranscript ? stopOnScreen(reading, c.now) : undefined;
  if (life.tag === "RUNNING" && stop) return seeStop(life, stop, c);
  return reading && isFree(life, reading) ? beginResume(life.stop, life.native) : [life, []];
}

/** What was in the way is gone. The same thing seen again does not count: it would be tried, and told, for ever. */
function isFree(life: Life, { state, vim }: ScreenReading): life is Extract<Life, { tag: "NEEDS_YOU" }> {
  if (life.tag !== "NEEDS_YOU" || life.why !== "inTheWay" || life.inTheWay === state) return false;
  if (life.inTheWay === "vim" && vim === "normal") return false;
  return state === "idle" || state === "draft" || state === "limit-menu" || state === "native-wait";
}

function fire(life: Life, c: Circumstances): Step {
  switch (life.tag) {
    case "RUNNING":
      return [life, [{ type: "look" }]];
    case "LIMIT_DETECTED":
      return [life, []];
    case "WAITING": {
      const typingMs = typingForMs(c);
      if (typingMs > 0) return [life, [{ type: "armTimerAfter", ms: typingMs }]];
      return beginResume(life.stop, life.native);
    }
    case "RESUMING":
      return runOut(life, c);
    case "NEEDS_YOU":
      if (life.why !== "inTheWay") return [life, []];
      return [life, [{ type: "look" }, { type: "armTimerAfter", ms: WATCH_MS }]];
    default:
      return life satisfies never;
  }
}

function takeUp(life: Life, stop: Stop, dueAt: Instant, c: Circumstances): Step {
  if (life.tag !== "RUNNING") return [life, []];
  if (life.last && !isAfter(stop.at, life.last.promptAt, c.now)) return [life, []];
  const at = Math.max(dueAt, c.now + c.settings.safetyBufferMs);
  return [{ tag: "WAITING", stop, since: c.now, dueAt: at, native: undefined }, [{ type: "armTimer", at }]];
}
