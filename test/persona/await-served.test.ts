import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { screenOfText } from "../../src/claude/screen/screen.js";
import { awaitReady } from "../../src/persona/session/await-ready.js";
import { reading } from "../support/session/values.js";

const IDLE = reading("idle");

beforeEach(() => vi.useFakeTimers({ toFake: ["performance"] }));

afterEach(() => vi.useRealTimers());

// At its prompt from the beginning on: for what is it still waited?
test.each([
  ["known, and without a server of ours", 0, 0, 500],
  ["known late", 3000, 0, 3000],
  ["never known", Infinity, 0, 6000],
  ["our server is late", 0, 8000, 8000],
  ["both are late", 2000, 7000, 7000],
  ["our server never comes", 0, Infinity, 11_000],
])("%s", async (_, introducedAt, servedAt, readyAt) => {
  const begun = performance.now();
  const elapsedMs = (): number => performance.now() - begun;
  await awaitReady({
    terminal: {
      screen: undefined,
      glance: () => IDLE,
      keyboard: { press: () => Promise.reject(new Error("no key is needed")) },
      look: () => {
        vi.advanceTimersByTime(500);
        return Promise.resolve({ reading: IDLE, screen: screenOfText("") });
      },
    },
    name: "ada",
    projectRoot: "/srv/shop",
    withinMs: 60_000,
    isIntroduced: () => elapsedMs() >= introducedAt,
    isServed: () => elapsedMs() >= servedAt,
    exit: () => undefined,
  });
  expect(elapsedMs()).toBe(readyAt);
});
