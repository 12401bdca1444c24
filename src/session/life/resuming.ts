import type { ScreenReading, ScreenState } from "../../claude/screen/screen-reading.js";
import { clearTheWay, count, enter, isOurPrompt } from "./clear-the-way.js";
import type { Circumstances, Step } from "./event.js";
import type { LastResume, Life, NativeWait, Plan, Stop } from "./life.js";
import { fruitlessAfter, stopOnScreen } from "./stop.js";
import { needsYou, stopAt } from "./waiting.js";

export type Resuming = Extract<Life, { tag: "RESUMING" }>;

const FRESH: Plan = {
  phase: "looking",
  tries: 1,
  refusals: 0,
  keptBack: 0,
  busyLooks: 0,
  pressed: [],
  handsOn: false,
  promptAt: undefined,
  asked: false,
};

/** Step 1 of every resume is a look: nothing is typed into what was not seen. */
export function beginResume(stop: Stop, native: NativeWait | undefined, asked = false): Step {
  const plan: Plan = { ...FRESH, asked };
  return [{ tag: "RESUMING", stop, native, plan }, [{ type: "cancelTimer" }, { type: "look" }]];
}

/** The screen was read; `undefined` where it did not come to rest or cannot be trusted. */
export function proceed(life: Resuming, reading: ScreenReading | undefined, c: Circumstances): Step {
  switch (life.plan.phase) {
    case "looking":
      return clearTheWay(life, reading, c);
    case "typed":
      // Enter goes out only when the box holds our prompt and nothing else.
      return reading && isOurPrompt(reading, c)
        ? enter(life, reading, c)
        : tryAgain(life, reading?.state ?? "unknown");
    case "entered":
      return reading ? verify(life, reading, c) : lookAgain(life);
    case "accepted":
      return [life, []];
    default:
      return life.plan.phase satisfies never;
  }
}

/** Our prompt did not go out, which is no try: the look that follows every text finds out what came up. */
export function keepBack(life: Resuming): Step {
  const { phase, keptBack } = life.plan;
  // A screen that never holds still is one: the next look is some seconds away then, and in the end the person is asked.
  if (phase !== "typed" || keptBack >= MOST_KEPT_BACK) return [life, []];
  return [{ ...life, plan: { ...life.plan, phase: "looking", handsOn: false, keptBack: keptBack + 1 } }, []];
}

/** The time of a phase is up. */
export function runOut(life: Resuming, c: Circumstances): Step {
  if (life.plan.phase !== "accepted") return [life, [{ type: "look" }]];
  // A model may think for long; its prompt is in, and whatever stops it from here on is a new stop.
  return [{ tag: "RUNNING", last: lastOf(life, false, c) }, []];
}

/** Our prompt has its row, or has left the box of a session without rows. It is never typed again. */
export function accept(life: Resuming): Step {
  if (life.plan.phase === "accepted") return [life, []];
  const accepted: Resuming = { ...life, plan: { ...life.plan, phase: "accepted" } };
  return [accepted, [{ type: "armTimerAfter", ms: ANSWER_MS }]];
}

/** The session works again. */
export function prove(life: Resuming, c: Circumstances): Step {
  return [
    { tag: "RUNNING", last: lastOf(life, true, c) },
    [{ type: "cancelTimer" }, { type: "notify", about: "resumed" }],
  ];
}

/** The resume met the next stop. */
export function stopAgain(life: Resuming, stop: Stop): Step {
  return stopAt(fruitlessAfter(life.stop, stop));
}

/** No row within the time: what does the screen say? */
function verify(life: Resuming, reading: ScreenReading, c: Circumstances): Step {
  const { state } = reading;
  if (isOurPrompt(reading, c) && count(life, "enter") < MOST_ENTERS) return enter(life, reading, c);
  if (state === "unknown" || state === "dialog") return lookAgain(life);
  const stop = stopOnScreen(reading, c.now);
  if (stop && !c.hasTranscript) return stopAgain(life, stop);
  if (stop || state === "limit-menu" || reading.native?.phase === "stale") return tryAgain(life, state);
  // Where rows come in, only its row says that the prompt was taken: a dialog may have come up before our Enter.
  if (c.hasTranscript)
    return isDialog(state) ? needsYou(life.stop, "inTheWay", state, life.native) : lookAgain(life);
  // Work, a question of Claude's, or a prompt without the old sentence: it went on.
  return state === "idle" || state === "draft" ? prove(life, c) : accept(life);
}

function isDialog(state: ScreenState): boolean {
  return ["permission", "question", "plan", "trust", "bypass"].includes(state);
}

function lookAgain(life: Resuming): Step {
  const refusals = life.plan.refusals + 1;
  // Not tried again when the screen is back: the prompt may well have been taken.
  if (refusals > MOST_LOOKS) return needsYou(life.stop, "triesUsedUp", "unknown", life.native);
  return [{ ...life, plan: { ...life.plan, refusals } }, [{ type: "armTimerAfter", ms: LOOK_AGAIN_MS }]];
}

function tryAgain(life: Resuming, state: string): Step {
  const { tries, asked } = life.plan;
  if (tries === MOST_TRIES) return needsYou(life.stop, "triesUsedUp", state, life.native);
  const plan: Plan = { ...FRESH, tries: tries + 1, asked };
  return [{ ...life, plan }, [{ type: "armTimerAfter", ms: LOOK_AGAIN_MS * tries }]];
}

function lastOf({ stop, plan }: Resuming, proven: boolean, c: Circumstances): LastResume {
  const promptAt = plan.promptAt ?? c.now;
  return { stop, promptAt, silentUntil: promptAt + c.settings.cooldownMs, ours: true, proven };
}

const ANSWER_MS = 10 * 60_000;
const LOOK_AGAIN_MS = 5000;
const MOST_LOOKS = 12;
const MOST_TRIES = 3;
const MOST_KEPT_BACK = 5;
const MOST_ENTERS = 2;
