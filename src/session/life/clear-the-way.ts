import type { ScreenReading } from "../../claude/screen/screen-reading.js";
import { typingForMs, type Circumstances, type Step } from "./event.js";
import type { Key, Life, Plan } from "./life.js";
import { resetOf } from "./stop.js";
import { graceEndOf, movedOn, needsYou, waitFor } from "./waiting.js";

type Resuming = Extract<Life, { tag: "RESUMING" }>;

/**
 * From what is on the screen to an idle prompt, one key at a time, each followed by another look; then the prompt
 * is typed. What is not known to be harmless gets no key.
 */
export function clearTheWay(life: Resuming, reading: ScreenReading | undefined, c: Circumstances): Step {
  if (!reading) return refuse(life, "unknown");
  const typingMs = typingForMs(c);
  if (typingMs > 0 && !life.plan.handsOn && life.owed === undefined) return lookLater(life, typingMs);
  switch (reading.state) {
    case "idle":
      return isOver(life, reading, c) ? movedOn(life.stop, c.now, c) : type(life, reading, c);
    case "draft":
      if (isOver(life, reading, c)) return movedOn(life.stop, c.now, c);
      return isNativesTurn(life, reading, c)
        ? standBehind(life, reading, c)
        : putAside(life, reading.draft ?? "", reading, c);
    case "native-wait":
      if (reading.native?.phase === "stale") return enter(life, reading, c);
      return isNativesTurn(life, reading, c) ? standBehind(life, reading, c) : type(life, reading, c);
    case "limit-menu":
      return leaveMenu(life, reading);
    case "busy":
      // Where rows come in, they say whether it is the session that works: they would have ended the wait.
      return c.hasTranscript ? waitForWork(life) : movedOn(life.stop, c.now, c);
    case "permission":
    case "question":
    case "plan":
    case "trust":
    case "bypass":
      return needsYou(life.stop, "inTheWay", reading.state, life.native);
    case "shell-mode":
    case "dialog":
    case "unknown":
      return refuse(life, reading.state);
    default:
      return reading.state satisfies never;
  }
}

/** Whether the box holds our prompt. Where a long one is wrapped, the screen does not show which white space was there. */
export function isOurPrompt({ state, draft }: ScreenReading, c: Circumstances): boolean {
  return state === "draft" && draft?.replace(/\s+/g, "") === c.settings.prompt.replace(/\s+/g, "");
}

/** Rows from now on answer our prompt. */
export function enter(life: Resuming, on: ScreenReading, c: Circumstances): Step {
  const plan: Plan = { ...pressing(life, "enter"), phase: "entered", promptAt: c.now };
  return [
    { ...life, plan },
    [
      { type: "press", key: "enter", on },
      { type: "armTimerAfter", ms: c.settings.verifyMs ?? VERIFY_MS },
    ],
  ];
}

export function count(life: Resuming, key: Key): number {
  return life.plan.pressed.filter((each) => each === key).length;
}

/** A session without rows whose screen showed the stop, and does no more before we have touched anything. */
function isOver(life: Resuming, { limit, transient }: ScreenReading, c: Circumstances): boolean {
  const { stop, plan, owed, stashed } = life;
  if (c.hasTranscript || stop.source !== "screen" || plan.asked || limit || transient) return false;
  // Our own keys hide it: below the line that tells of a stash the banner is not found (2.0.72).
  return plan.pressed.length === 0 && !stashed && !owed;
}

/** Claude Code waits by itself, and has its grace. */
function isNativesTurn(life: Resuming, reading: ScreenReading, c: Circumstances): boolean {
  if (reading.native?.phase !== "armed" || life.plan.asked) return false;
  return (graceEndOf(life.stop, nativeOf(life, reading, c), c) ?? 0) > c.now;
}

function standBehind(life: Resuming, reading: ScreenReading, c: Circumstances): Step {
  return waitFor(life.stop, nativeOf(life, reading, c), c);
}

/** A time of day that has passed reads as tomorrow's: the stop's own reset counts first. Without any, it has its grace. */
function nativeOf(life: Resuming, { native }: ScreenReading, c: Circumstances) {
  if (life.native?.until !== undefined) return life.native;
  return { until: resetOf(life.stop) ?? native?.until?.getTime() ?? c.now };
}

/** 2.1.75 opens it a second time. */
function leaveMenu(life: Resuming, reading: ScreenReading): Step {
  const { pressed, handsOn } = life.plan;
  if (count(life, "escape") === MOST_ESCAPES) return refuse(life, "limit-menu");
  // On a busy machine the last one may not have been read yet, and two at once open another dialog (2.1.325: Rewind).
  const isJustPressed = handsOn && pressed.at(-1) === "escape";
  return isJustPressed ? lookLater(life, ESCAPE_AGAIN_MS) : press(life, "escape", reading);
}

function type(life: Resuming, reading: ScreenReading, c: Circumstances): Step {
  if (reading.vim === "normal") {
    // At most twice, and not in a row: should the session be in no vim mode after all, it is a letter in its box.
    const isDone = life.plan.handsOn && life.plan.pressed.at(-1) === "insert";
    return isDone || count(life, "insert") === MOST_INSERTS
      ? refuse(life, "vim")
      : press(life, "insert", reading);
  }
  const plan: Plan = { ...life.plan, phase: "typed", handsOn: true };
  return [{ ...life, plan }, [{ type: "typeText", text: c.settings.prompt, on: reading }, { type: "look" }]];
}

/** Stashed where the release can, in either vim mode; else taken out and owed, if every character of it was seen. */
function putAside(life: Resuming, draft: string, reading: ScreenReading, c: Circumstances): Step {
  if (isOurPrompt(reading, c)) {
    // Typed by an earlier try that did not see it.
    return reading.vim === "normal" ? type(life, reading, c) : enter(life, reading, c);
  }
  if (c.hasStash) {
    // The same key again would bring the draft back, and on another one it would push the first out.
    const { stashed } = life;
    if (stashed && (stashed.text !== draft || life.plan.handsOn)) return refuse(life, "draft");
    return press({ ...life, stashed: { text: draft, at: c.now } }, "stash", reading);
  }
  // It is still there: nothing is owed.
  if (life.owed?.text === draft) return refuse({ ...life, owed: undefined }, "draft");
  if (life.owed !== undefined || reading.vim || /\[(?:Pasted text|Image)/.test(draft))
    return refuse(life, "draft");
  return press({ ...life, owed: { text: draft, tries: 0 } }, "clear", reading);
}

function press(life: Resuming, key: Key, on: ScreenReading): Step {
  return [{ ...life, plan: pressing(life, key) }, [{ type: "press", key, on }, { type: "look" }]];
}

function pressing({ plan }: Resuming, key: Key): Plan {
  return { ...plan, pressed: [...plan.pressed, key], handsOn: true };
}

/** Not now: looked at again for a while, then the person is asked, and it is still watched. */
function refuse(life: Resuming, what: string): Step {
  const delayMs = REFUSAL_DELAYS_MS[life.plan.refusals];
  if (delayMs === undefined) return needsYou(life.stop, "inTheWay", what, life.native);
  return lookLater({ ...life, plan: { ...life.plan, refusals: life.plan.refusals + 1 } }, delayMs);
}

/** It may be a background agent, which takes its time, or something that only looks like work: that is the person's. */
function waitForWork(life: Resuming): Step {
  const busyLooks = life.plan.busyLooks + 1;
  if (busyLooks > MOST_BUSY_LOOKS) return needsYou(life.stop, "inTheWay", "busy", life.native);
  return lookLater({ ...life, plan: { ...life.plan, busyLooks } }, BUSY_MS);
}

function lookLater(life: Resuming, ms: number): Step {
  // Nothing of ours is under way: the person's keys go through.
  return [{ ...life, plan: { ...life.plan, handsOn: false } }, [{ type: "armTimerAfter", ms }]];
}

const VERIFY_MS = 30_000;
const BUSY_MS = 10_000;
/** Five minutes. */
const MOST_BUSY_LOOKS = 30;
const REFUSAL_DELAYS_MS = [2000, 5000, 15_000, 30_000, 60_000];
const MOST_ESCAPES = 4;
/** Twice as long as two of them count as one (2.1.325: 0.8 s). */
const ESCAPE_AGAIN_MS = 1600;
const MOST_INSERTS = 2;
