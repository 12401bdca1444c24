import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SessionLife } from "../../src/driver/session-life.js";
import {
  DUE,
  HOUR,
  MINUTE,
  NOON,
  RESET,
  SECOND,
  limitSeen,
  reading,
  transientSeen,
} from "../support/session/values.js";
import { Ports } from "../support/wrapper/life-ports.js";

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
});

function begin(): { ports: Ports; life: SessionLife } {
  const ports = new Ports();
  return { ports, life: new SessionLife(ports) };
}

/** Lets everything happen that waits for nothing but its turn. */
async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
}

async function waiting(): Promise<{ ports: Ports; life: SessionLife }> {
  const begun = begin();
  begun.life.tell(limitSeen());
  await settle();
  begun.ports.since();
  return begun;
}

const WAITS = [
  "now LIMIT_DETECTED",
  "save LIMIT_DETECTED",
  "saved",
  "now WAITING",
  "save WAITING",
  "saved",
  "notify stopped",
];
const BANNER = reading("idle", { limit: limitSeen().limit });
const OURS = reading("draft", { draft: "continue" });

describe("order", () => {
  it("a limit is on disk before it is acknowledged, a wait before anybody is told", async () => {
    const { ports, life } = begin();
    ports.slow = "save";
    life.tell(limitSeen());
    await settle();
    expect(ports.since()).toEqual(["now LIMIT_DETECTED", "save LIMIT_DETECTED"]);
    ports.finish();
    await settle();
    expect(ports.since()).toEqual(["saved", "now WAITING", "save WAITING"]);
    ports.finish();
    await settle();
    expect(ports.since()).toEqual(["saved", "notify stopped"]);
  });

  it("events that come meanwhile wait their turn", async () => {
    const { ports, life } = begin();
    life.tell(limitSeen());
    life.tell({ type: "promptSent", at: NOON + 1 });
    expect(life.life.tag).toBe("LIMIT_DETECTED");
    await settle();
    expect(ports.since()).toEqual([...WAITS, "now RUNNING", "save RUNNING", "saved"]);
  });

  it("an event that is told from inside another comes after it", async () => {
    const { ports, life } = begin();
    ports.onDone = (what) => {
      if (what === "now WAITING") life.tell({ type: "cancelAsked" });
    };
    life.tell(limitSeen());
    await settle();
    expect(ports.since()).toEqual([...WAITS, "now RUNNING", "save RUNNING", "saved"]);
  });

  it("a whole resume: looked before every key, the person's keys held until Enter is out", async () => {
    const { ports, life } = await waiting();
    await vi.advanceTimersByTimeAsync(DUE - NOON);
    expect(ports.since()).toEqual(["now RESUMING", "save RESUMING", "saved", "look"]);
    ports.looks.shift()?.(BANNER);
    await settle();
    expect(ports.since()).toEqual(["now RESUMING", "hold", "type continue", "look"]);
    ports.slow = "press";
    ports.looks.shift()?.(OURS);
    await settle();
    expect(ports.since()).toEqual(["now RESUMING"]);
    ports.finish();
    await settle();
    expect(ports.since()).toEqual(["press enter", "let go"]);
    life.tell({ type: "promptSent", at: Date.now() });
    life.tell({ type: "workSeen", at: Date.now() + 1 });
    await settle();
    expect(ports.since()).toEqual(["now RESUMING", "now RUNNING", "save RUNNING", "saved", "notify resumed"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("a draft that is kept back is no try: it is typed when the screen holds still, however late", async () => {
    const { ports, life } = await waiting();
    ports.more = { hasStash: false };
    await vi.advanceTimersByTimeAsync(DUE - NOON);
    ports.looks.shift()?.(reading("draft", { draft: "half" }));
    await settle();
    life.tell({ type: "cancelAsked" });
    await settle();
    ports.isKeptBack = true;
    for (let kept = 0; kept < 5; kept++) await answerLook(ports);
    expect(ports.since()).not.toContain("type half");
    expect(life.life.owed).toEqual({ text: "half", tries: 0 });
    ports.isKeptBack = false;
    await answerLook(ports);
    expect(ports.since()).toContain("type half");
    expect(life.life.owed).toEqual({ text: "half", tries: 1 });
  });
});

/** Of all looks only the last one asked for counts. */
async function answerLook(ports: Ports): Promise<void> {
  ports.looks.splice(0).at(-1)?.(reading("idle"));
  await settle();
}

describe("a disk that does not do its work", () => {
  it("fails: the wait goes on in memory", async () => {
    const { ports, life } = begin();
    ports.saving = () => Promise.reject(new Error("ENOSPC"));
    life.tell(limitSeen());
    await settle();
    expect(life.life.tag).toBe("WAITING");
    await vi.advanceTimersByTimeAsync(DUE - NOON);
    expect(ports.done.at(-1)).toBe("look");
  });

  it("hangs: after five seconds it goes on without it", async () => {
    const { ports, life } = begin();
    ports.saving = () => new Promise(() => {});
    life.tell(limitSeen());
    await vi.advanceTimersByTimeAsync(4999);
    expect(life.life.tag).toBe("LIMIT_DETECTED");
    await vi.advanceTimersByTimeAsync(5001);
    expect(ports.since().at(-1)).toBe("notify stopped");
    await vi.advanceTimersByTimeAsync(DUE - Date.now() + 5 * SECOND);
    expect(ports.done.at(-1)).toBe("look");
  });
});

describe("a bug of ours", () => {
  it("in what is told of a life: it is waited all the same", async () => {
    const { ports, life } = begin();
    ports.onDone = failAt("now LIMIT_DETECTED", "notify stopped");
    life.tell(limitSeen());
    await settle();
    expect(ports.since()).toEqual([
      ...WAITS.slice(0, 1),
      "fault Error: now LIMIT_DETECTED",
      ...WAITS.slice(1),
      "fault Error: notify stopped",
    ]);
    await vi.advanceTimersByTimeAsync(DUE - NOON);
    expect(ports.since()).toContain("look");
  });

  it("at the due time: it is tried again a minute later", async () => {
    const { ports } = await waiting();
    const circumstances = vi.spyOn(ports, "circumstances").mockImplementationOnce(() => {
      throw new Error("no circumstances");
    });
    await vi.advanceTimersByTimeAsync(DUE - NOON);
    expect(ports.since()).toEqual(["fault Error: no circumstances"]);
    expect(circumstances).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(ports.since()).toContain("look");
  });

  it("at a look: nothing is typed a minute later into what was seen then", async () => {
    const { ports, life } = await waiting();
    life.tell({ type: "resumeAsked" });
    await settle();
    ports.since();
    vi.spyOn(ports, "circumstances").mockImplementationOnce(() => {
      throw new Error("no circumstances");
    });
    ports.looks.shift()?.(BANNER);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(ports.since()).toEqual(["fault Error: no circumstances", "now RESUMING"]);
    await vi.advanceTimersByTimeAsync(2 * SECOND);
    expect(ports.since()).toEqual(["look"]);
  });

  it("at a key: none follows it, and it is looked at again", async () => {
    const { ports, life } = await waiting();
    life.tell({ type: "resumeAsked" });
    await settle();
    ports.since();
    ports.onDone = failAt("press escape");
    ports.looks.shift()?.(reading("limit-menu"));
    await settle();
    expect(ports.since()).toEqual([
      "now RESUMING",
      "hold",
      "press escape",
      "fault Error: press escape",
      "look",
    ]);
  });
});

/** A port that fails the first time that it does one of these things. */
function failAt(...things: string[]): (what: string) => void {
  const left = new Set(things);
  return (what) => {
    if (left.delete(what)) throw new Error(what);
  };
}

describe("looks", () => {
  it("only the last one asked for is answered", async () => {
    const { ports, life } = await waiting();
    life.tell({ type: "resumeAsked" });
    life.tell({ type: "cancelAsked" });
    await vi.advanceTimersByTimeAsync(SECOND);
    life.tell(limitSeen(Date.now()));
    life.tell({ type: "resumeAsked" });
    await settle();
    ports.since();
    const [first, second] = ports.looks;
    first?.(BANNER);
    await settle();
    expect(ports.since()).toEqual([]);
    second?.(BANNER);
    await settle();
    expect(ports.since()).toEqual(["now RESUMING", "hold", "type continue", "look"]);
  });

  it("one that fails has seen nothing", async () => {
    const { ports, life } = await waiting();
    ports.look = () => Promise.reject(new Error("disposed"));
    life.tell({ type: "resumeAsked" });
    await settle();
    expect(ports.since().at(-1)).toBe("now RESUMING");
    expect(life.life).toMatchObject({ tag: "RESUMING", plan: { refusals: 1 } });
    expect(vi.getTimerCount()).toBe(1);
  });

  it("rows that come while one is under way count", async () => {
    const { ports, life } = await waiting();
    life.tell({ type: "resumeAsked" });
    await settle();
    life.tell({ type: "promptSent", at: Date.now() + 1 });
    await settle();
    expect(life.life.tag).toBe("RUNNING");
    ports.since();
    ports.looks.shift()?.(BANNER);
    await settle();
    expect(ports.since()).toEqual([]);
  });
});

describe("timers", () => {
  it("one that rings while an event is at work which sets it anew counts for nothing", async () => {
    const { ports, life } = await waiting();
    ports.slow = "save";
    await vi.advanceTimersByTimeAsync(DUE - NOON - SECOND);
    // A better word on the limit, a second before it is due; it takes two seconds to save.
    const later = limitSeen(NOON + 1, { ...limitSeen().limit, resetsAt: new Date(RESET + HOUR) });
    life.tell(later);
    await vi.advanceTimersByTimeAsync(2 * SECOND);
    ports.finish();
    await settle();
    expect(life.life).toMatchObject({ tag: "WAITING", dueAt: DUE + HOUR });
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(life.life.tag).toBe("RESUMING");
  });

  it("the person types through the due time: looked at when they have stopped", async () => {
    const { ports, life } = await waiting();
    ports.more = { typedAt: DUE - SECOND };
    await vi.advanceTimersByTimeAsync(DUE - NOON + 1900);
    expect(life.life.tag).toBe("WAITING");
    await vi.advanceTimersByTimeAsync(200);
    expect(ports.since().at(-1)).toBe("look");
  });
});

describe("the clock is set", () => {
  it.each([
    ["ahead", 2.9 * HOUR, DUE - NOON - 2.9 * HOUR],
    ["back", -5 * HOUR, DUE - NOON + 5 * HOUR],
  ])("%s: a reset is a matter of the wall clock", async (_, byMs, dueMs) => {
    const { life } = await waiting();
    vi.setSystemTime(Date.now() + byMs);
    await vi.advanceTimersByTimeAsync(dueMs - 31 * SECOND);
    expect(life.life.tag).toBe("WAITING");
    await vi.advanceTimersByTimeAsync(31 * SECOND);
    expect(life.life.tag).toBe("RESUMING");
  });

  it.each([-5 * HOUR, 0])(
    "by %i ms: what is counted from now passes all the same, and once",
    async (byMs) => {
      const { ports, life } = begin();
      life.tell(transientSeen());
      await settle();
      vi.setSystemTime(Date.now() + byMs);
      ports.since();
      await vi.advanceTimersByTimeAsync(29 * SECOND);
      expect(ports.since()).toEqual([]);
      await vi.advanceTimersByTimeAsync(HOUR);
      expect(ports.since().filter((what) => what === "look")).toEqual(["look"]);
    },
  );
});

describe("the end", () => {
  it("stops every timer, and lets the keyboard go", async () => {
    const { ports, life } = await waiting();
    await vi.advanceTimersByTimeAsync(DUE - NOON);
    ports.looks.shift()?.(BANNER);
    await settle();
    ports.since();
    life.end();
    expect(ports.since()).toEqual(["let go"]);
    expect(vi.getTimerCount()).toBe(0);
    ports.looks.shift()?.(OURS);
    life.tell(limitSeen(Date.now()));
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(ports.since()).toEqual([]);
    expect(life.life.tag).toBe("RESUMING");
  });

  it("in the middle of a save: nothing is done after it, and nothing that still waited its turn", async () => {
    const { ports, life } = begin();
    ports.slow = "save";
    life.tell(limitSeen());
    life.tell({ type: "promptSent", at: NOON + 1 });
    await settle();
    life.end();
    ports.finish();
    await settle();
    expect(ports.since()).toEqual(["now LIMIT_DETECTED", "save LIMIT_DETECTED", "saved"]);
    expect(life.life.tag).toBe("LIMIT_DETECTED");
    expect(vi.getTimerCount()).toBe(0);
  });
});

it("two hundred limits in a row: each continued once, none in a loop", async () => {
  const { ports, life } = begin();
  const sent: number[] = [];
  const seen = { screen: BANNER };
  ports.look = () => Promise.resolve(seen.screen);
  ports.type = () => {
    seen.screen = OURS;
    return true;
  };
  ports.press = () => {
    sent.push(Date.now());
    seen.screen = BANNER;
    // Over already when it is said: the worst that a reset can be.
    const limit = { ...limitSeen().limit, resetsAt: new Date(Date.now()) };
    life.tell({ type: "promptSent", at: Date.now() + 1 });
    life.tell(limitSeen(Date.now() + 2, limit));
    return Promise.resolve();
  };
  life.tell(limitSeen());
  await vi.advanceTimersByTimeAsync(3 * HOUR + 200 * 16 * MINUTE);
  expect(sent.length).toBeGreaterThanOrEqual(200);
  const gaps = sent.slice(1).map((time, index) => time - (sent[index] ?? 0));
  expect(Math.min(...gaps)).toBe(30 * SECOND);
  expect(Math.max(...gaps)).toBe(15 * MINUTE);
  expect(life.life.tag).toBe("WAITING");
  life.end();
});
