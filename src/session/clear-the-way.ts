import type { ScreenReading } from "../claude/screen-reading.js";
import type { Circumstances, Effect, Key, Step } from "./event.js";
import type { Life, Plan } from "./life.js";
import { dueOf, movedOn, needsYou } from "./waiting.js";

type Resuming = Extract<Life, { tag: "RESUMING" }>;

/**
 * From what is on the screen to an idle prompt, one key at a time, each followed by another look; then the prompt
 * is typed. What is not known to be harmless gets no key.
 */
export function clearTheWay(life: Resuming, reading: ScreenReading | undefined, c: Circumstances): Step {
  if (!reading) return refuse(life, "unknown");
  switch (reading.state) {
    case "idle":
      return reading.vim === "normal" ? press(life, "insert") : type(life, c);
    case "draft":
      return reading.vim === "normal" ? press(life, "insert") : putAside(life, reading.draft ?? "", c);
    case "native-wait":
      return heed(life, reading, c);
    case "limit-menu":
      return press(life, "escape");
    case "busy":
      // Where rows come in, they say whether it is the session that works: they would have ended the wait.
      return c.hasTranscript ? lookLater(life, BUSY_MS) : movedOn(life.stop, c.now, c);
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

/** Claude Code waits by itself: it gets its grace, and Enter where it asks for it. */
function heed(life: Resuming, reading: ScreenReading, c: Circumstances): Step {
  if (reading.native?.phase === "stale") return enterStale(life, c);
  if (c.settings.nativeMode === "backstop") {
    // A time of day that has passed reads as tomorrow's: the stop's own reset is the one that counts.
    const native = life.native ?? { until: resetOf(life) ?? reading.native?.until?.getTime() };
    const dueAt = dueOf(life.stop, native, c);
    if (dueAt > c.now && life.stop.type === "limit") {
      return [
        { tag: "WAITING", stop: life.stop, since: c.now, dueAt, native },
        [{ type: "armTimer", at: dueAt }],
      ];
    }
  }
  return reading.vim === "normal" ? press(life, "insert") : type(life, c);
}

function enterStale(life: Resuming, c: Circumstances): Step {
  const plan: Plan = { ...life.plan, phase: "entered", promptAt: c.now };
  return [
    { ...life, plan },
    [
      { type: "press", key: "enter" },
      { type: "armTimerAfter", ms: STALE_VERIFY_MS },
    ],
  ];
}

function type(life: Resuming, c: Circumstances): Step {
  const plan: Plan = { ...life.plan, phase: "typed" };
  return [{ ...life, plan }, [{ type: "typeText", text: c.settings.prompt }, { type: "look" }]];
}

/** Stashed where the release can; else taken out and kept, if it is one line whose every character was seen. */
function putAside(life: Resuming, draft: string, c: Circumstances): Step {
  if (c.hasStash) return press(life, "stash");
  if (life.plan.draft !== undefined || /\n|\[(?:Pasted text|Image)/.test(draft)) return refuse(life, "draft");
  const [next, effects] = press(life, "clear");
  if (next.tag !== "RESUMING") return [next, effects];
  return [{ ...next, plan: { ...next.plan, draft } }, effects];
}

function press(life: Resuming, key: Key): Step {
  const keys = life.plan.keys + 1;
  if (keys > MOST_KEYS) return refuse(life, `after ${key}`);
  const effects: Effect[] = [{ type: "press", key }, { type: "look" }];
  return [{ ...life, plan: { ...life.plan, keys } }, effects];
}

/** Not now: looked at again for a while, then the person is asked, and it is still watched. */
function refuse(life: Resuming, what: string): Step {
  const delayMs = REFUSAL_DELAYS_MS[life.plan.refusals];
  if (delayMs === undefined) return needsYou(life.stop, "inTheWay", what, life.native);
  return lookLater({ ...life, plan: { ...life.plan, refusals: life.plan.refusals + 1 } }, delayMs);
}

function lookLater(life: Resuming, ms: number): Step {
  // Nothing of ours is under way: the person's keys go through.
  return [{ ...life, plan: { ...life.plan, keys: 0 } }, [{ type: "armTimerAfter", ms }]];
}

function resetOf(life: Resuming): number | undefined {
  return life.stop.type === "limit" ? life.stop.limit.resetsAt?.getTime() : undefined;
}

const BUSY_MS = 10_000;
const STALE_VERIFY_MS = 30_000;
const REFUSAL_DELAYS_MS = [2000, 5000, 15_000, 30_000, 60_000];
const MOST_KEYS = 8;
