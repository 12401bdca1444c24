import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test, vi } from "vitest";

import { clockTime } from "../../src/time/clock-face.js";
import { AttendedSession } from "./attended-session.js";
import type { Entry } from "./fake-screen.mjs";

const HOUR_MS = 60 * 60_000;

test("200 limits in a row: each is continued once, and nothing piles up", async () => {
  const session = await AttendedSession.begin({ answer: () => undefined, settings: { title: false } });
  const sizes: number[] = [];
  session.say(limitFor(5 * HOUR_MS));
  for (let count = 1; count <= 200; count++) {
    await session.until(() => session.life.tag === "WAITING", 60_000);
    vi.setSystemTime(Date.now() + 5 * HOUR_MS);
    await session.until(() => session.prompts.length === count, 60_000);
    await session.until(() => session.life.tag === "RUNNING", 60_000);
    await vi.advanceTimersByTimeAsync(1000);
    session.say(limitFor(5 * HOUR_MS));
    if (count % 100 === 0) sizes.push(heapBytes());
  }
  expect(session.prompts).toEqual(Array.from({ length: 200 }, () => "continue"));
  console.log(sizes, vi.getTimerCount(), process.getActiveResourcesInfo());
});

function limitFor(ms: number): Entry {
  const untilMs = Math.ceil((Date.now() + ms) / 1000) * 1000;
  const time = clockTime(new Date(untilMs), new Date(), "UTC");
  return { type: "limit", text: `You've hit your 5-hour limit · resets ${time} (UTC)`, untilMs };
}

function heapBytes(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().heapUsed;
}
