import type { ScreenReading } from "../claude/screen-reading.js";
import { clearTheWay } from "./clear-the-way.js";
import type { Circumstances, Step } from "./event.js";
import type { Life, NativeWait, Plan, Stop } from "./life.js";
import { needsYou, stopAt, stopOnScreen } from "./waiting.js";

export type Resuming = Extract<Life, { tag: "RESUMING" }>;

const FRESH: Plan = {
  phase: "looking",
  tries: 1,
  refusals: 0,
  keys: 0,
  draft: undefined,
  promptAt: undefined,
};

/** Step 1 of every resume is a look: nothing is typed into what was not seen. */
export function beginResume(stop: Stop, native: NativeWait | undefined): Step {
  return [{ tag: "RESUMING", stop, native, plan: FRESH }, [{ type: "cancelTimer" }, { type: "look" }]];
}

/** The screen was read; `undefined` where it did not come to rest or cannot be trusted. */
export function proceed(life: Resuming, reading: ScreenReading | undefined, c: Circumstances): Step {
  switch (life.plan.phase) {
    case "looking":
      return clearTheWay(life, reading, c);
    case "typed":
      return enter(life, reading, c);
    case "entered":
      return reading ? verify(life, reading, c) : lookAgain(life);
    case "accepted":
      return reading ? restoreDraft(life, reading) : lookAgain(life);
    default:
      return life.plan.phase satisfies never;
  }
}

/** The time of a phase is up. */
export function runOut(life: Resuming, c: Circumstances): Step {
  if (life.plan.phase !== "accepted" || life.plan.draft !== undefined) return [life, [{ type: "look" }]];
  // A model may think for long; its prompt is in, and whatever stops it from here on is a new stop.
  return [{ tag: "RUNNING", last: lastOf(life, false, c) }, []];
}

/** Our prompt has its row, or has left the box of a session without rows. It is never typed again. */
export function accept(life: Resuming): Step {
  if (life.plan.phase === "accepted") return [life, []];
  const accepted: Resuming = { ...life, plan: { ...life.plan, phase: "accepted", refusals: 0 } };
  if (life.plan.draft !== undefined) return [accepted, [{ type: "look" }]];
  return [accepted, [{ type: "armTimerAfter", ms: ANSWER_MS }]];
}

/** The session works again. */
export function prove(life: Resuming, c: Circumstances): Step {
  // A draft that was taken out comes back first.
  if (life.plan.draft !== undefined) return accept(life);
  return [
    { tag: "RUNNING", last: lastOf(life, true, c) },
    [{ type: "cancelTimer" }, { type: "notify", about: "resumed" }],
  ];
}

/** The resume met the next stop. */
export function stopAgain(life: Resuming, stop: Stop): Step {
  const fruitless = life.stop.type === stop.type ? life.stop.fruitless + 1 : 0;
  if (stop.type === "limit") return stopAt({ ...stop, fruitless });
  const firstAt = life.stop.type === "transient" ? life.stop.firstAt : stop.firstAt;
  return stopAt({ ...stop, firstAt, fruitless });
}

/** Enter goes out only when the box holds our prompt and nothing else. */
function enter(life: Resuming, reading: ScreenReading | undefined, c: Circumstances): Step {
  const entered: Resuming = { ...life, plan: { ...life.plan, phase: "entered", promptAt: c.now } };
  if (reading?.state === "draft" && isOurPrompt(reading.draft, c)) {
    return [
      entered,
      [
        { type: "press", key: "enter" },
        { type: "armTimerAfter", ms: VERIFY_MS },
      ],
    ];
  }
  return tryAgain(life, reading?.state ?? "unknown");
}

/** No row within the time: what does the screen say? */
function verify(life: Resuming, reading: ScreenReading, c: Circumstances): Step {
  const { state, draft } = reading;
  if (state === "draft" && isOurPrompt(draft, c) && life.plan.keys < MOST_KEYS) {
    const plan: Plan = { ...life.plan, keys: life.plan.keys + 1, promptAt: c.now };
    return [
      { ...life, plan },
      [
        { type: "press", key: "enter" },
        { type: "armTimerAfter", ms: VERIFY_MS },
      ],
    ];
  }
  if (state === "unknown" || state === "dialog") return lookAgain(life);
  const stop = stopOnScreen(reading, c.now);
  // Work, a question of Claude's, or a prompt without the old sentence: it went on.
  if (!stop && state !== "limit-menu") return accept(life);
  if (!c.hasTranscript && stop) return stopAgain(life, stop);
  return tryAgain(life, state);
}

/** Only a box that is there and empty gets the draft back; a dialog must not get a letter of it. */
function restoreDraft(life: Resuming, reading: ScreenReading): Step {
  const { draft, refusals } = life.plan;
  if (draft === undefined) return [life, []];
  if (reading.draft === undefined && (reading.state === "busy" || reading.state === "idle")) {
    const plan: Plan = { ...life.plan, draft: undefined };
    return [
      { ...life, plan },
      [
        { type: "typeText", text: draft },
        { type: "armTimerAfter", ms: ANSWER_MS },
      ],
    ];
  }
  const plan: Plan = { ...life.plan, refusals: refusals + 1 };
  return [{ ...life, plan }, [{ type: "armTimerAfter", ms: LOOK_AGAIN_MS }]];
}

function lookAgain(life: Resuming): Step {
  const refusals = life.plan.refusals + 1;
  if (refusals > MOST_LOOKS) return needsYou(life.stop, "inTheWay", "unknown", life.native);
  return [{ ...life, plan: { ...life.plan, refusals } }, [{ type: "armTimerAfter", ms: LOOK_AGAIN_MS }]];
}

function tryAgain(life: Resuming, state: string): Step {
  const tries = life.plan.tries + 1;
  if (tries > MOST_TRIES) return needsYou(life.stop, "triesUsedUp", state, life.native);
  const plan: Plan = { ...FRESH, tries, draft: life.plan.draft };
  return [{ ...life, plan }, [{ type: "armTimerAfter", ms: LOOK_AGAIN_MS * life.plan.tries }]];
}

/** White space apart: where a long prompt is wrapped, the screen does not show which of it was there. */
function isOurPrompt(draft: string | undefined, c: Circumstances): boolean {
  return draft?.replace(/\s+/g, "") === c.settings.prompt.replace(/\s+/g, "");
}

function lastOf(life: Resuming, proven: boolean, c: Circumstances) {
  const promptAt = life.plan.promptAt ?? c.now;
  return { stop: life.stop, promptAt, silentUntil: promptAt + c.settings.cooldownMs, proven };
}

const VERIFY_MS = 30_000;
const ANSWER_MS = 10 * 60_000;
const LOOK_AGAIN_MS = 5000;
const MOST_LOOKS = 12;
const MOST_TRIES = 3;
const MOST_KEYS = 8;
