import { rmSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test, vi } from "vitest";

import type { Decided } from "../../src/driver/pending-prompt.js";
import { clockTime } from "../../src/time/clock-face.js";
import { ClockedSession } from "../support/wrapper/clocked-session.js";
import type { Entry } from "../support/wrapper/fake-screen.mjs";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The attended day begins at noon. */
const LIMIT_OF_PAST: Entry = {
  type: "limit",
  text: "You've hit your 5-hour limit · resets 1pm (UTC)",
  untilMs: Date.parse("2026-11-15T13:00:00Z"),
};
const QUIET = { title: false, notify: false };

/** A permission prompt of 2.1.325. */
const PERMISSION_PROMPT = [
  "─".repeat(80),
  " Bash command",
  " Fetch the keys",
  "╌".repeat(80),
  " curl -u ada:hunter2 https://intern.example/keys",
  "╌".repeat(80),
  " Do you want to proceed?",
  " ❯ 1. Yes",
  "   2. Yes, and always allow access to project/ from this project",
  "   3. No",
  "",
  " Esc to cancel · Tab to amend · ctrl+e to explain",
];

describe("200 limits in a row", () => {
  test("with work in between: each is continued once, and nothing piles up", async () => {
    const session = await ClockedSession.begin({ settings: QUIET });
    const used: ReturnType<typeof usage>[] = [];
    session.say(limitFor(5 * HOUR_MS));
    for (let count = 1; count <= 200; count++) {
      await session.until(() => session.life.tag === "WAITING", MINUTE_MS);
      vi.setSystemTime(Date.now() + 5 * HOUR_MS);
      await session.until(() => session.prompts.length === count, MINUTE_MS);
      await session.until(() => session.life.tag === "RUNNING", MINUTE_MS);
      await vi.advanceTimersByTimeAsync(1000);
      if (count % 100 === 0) used.push(usage());
      session.say(limitFor(5 * HOUR_MS));
    }
    expect(session.prompts).toEqual(Array.from({ length: 200 }, () => "continue"));
    const [first, second] = used;
    expect(second).toEqual({ ...first, heap: expect.any(Number) as number });
    expect(second!.heap - first!.heap).toBeLessThan(1024 * 1024);
  });

  test("without any: they are tried at longer and longer intervals", async () => {
    const session = await ClockedSession.begin({ settings: QUIET, answer: () => limitFor(0) });
    const startedAt = Date.now();
    session.say(limitFor(0));
    for (let count = 1; count <= 200; count++) {
      await session.until(() => session.life.tag === "WAITING", MINUTE_MS);
      if (session.life.tag === "WAITING") vi.setSystemTime(session.life.dueAt);
      await session.until(() => session.prompts.length === count, MINUTE_MS);
    }
    expect(session.prompts).toEqual(Array.from({ length: 200 }, () => "continue"));
    // 30 s, 60 s … and 194 times a quarter of an hour.
    expect(Date.now() - startedAt).toBeGreaterThan(194 * 15 * MINUTE_MS);
  });
});

describe.for([
  ["back", -3 * HOUR_MS],
  ["forward", 3 * HOUR_MS],
] as const)("the clock is set %s three hours", ([, byMs]) => {
  test.for([
    "before the limit",
    "during the wait",
    "between our prompt and Enter",
    "between Enter and the answer",
    "after the resume",
  ])("%s: each limit is continued once", async (moment) => {
    const set = (at: string): void => {
      if (at === moment) vi.setSystemTime(Date.now() + byMs);
    };
    const session = await ClockedSession.begin({
      settings: QUIET,
      onKeys: (keys) => {
        if (session.prompts.length > 1) return;
        if (keys === "continue") set("between our prompt and Enter");
        if (keys === "\r") set("between Enter and the answer");
      },
    });
    session.prompt("write the parser");
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    set("before the limit");
    session.say(limitFor(10 * MINUTE_MS));
    await session.until(() => session.life.tag === "WAITING", MINUTE_MS);
    set("during the wait");
    await session.until(() => session.prompts.length === 2, 4 * HOUR_MS);
    await session.until(() => session.life.tag === "RUNNING", 11 * MINUTE_MS);
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    set("after the resume");
    session.say(limitFor(10 * MINUTE_MS));
    await session.until(() => session.prompts.length === 3, 4 * HOUR_MS);
    await session.until(() => session.life.tag === "RUNNING", 11 * MINUTE_MS);
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(session.prompts).toEqual(["write the parser", "continue", "continue"]);
  });
});

test("a conversation that is resumed in the middle of its limit is continued, whatever spins meanwhile", async () => {
  const past: Entry[] = [{ type: "prompt", text: "write the parser" }, LIMIT_OF_PAST];
  const session = await ClockedSession.begin({ settings: QUIET, past });
  await session.until(() => session.life.tag === "WAITING", MINUTE_MS);
  session.spin(true);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  session.spin(false);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(session.life.tag).toBe("WAITING");
  await session.until(() => session.prompts.length === 1, 2 * HOUR_MS);
  await session.until(() => session.life.tag === "RUNNING", 11 * MINUTE_MS);
  expect(session.prompts).toEqual(["continue"]);
});

describe("no rows any more", () => {
  test("from the wait on: the screen proves the resume", async () => {
    const session = await ClockedSession.begin({ settings: QUIET });
    session.prompt("write the parser");
    session.say(limitFor(10 * MINUTE_MS));
    await session.until(() => session.life.tag === "WAITING", MINUTE_MS);
    session.writesRows = false;
    rmSync(session.transcript);
    await session.until(() => session.prompts.length === 2, 11 * MINUTE_MS);
    await session.until(() => session.life.tag === "RUNNING", 11 * MINUTE_MS);
    expect(session.prompts).toEqual(["write the parser", "continue"]);
  });

  test("from the next turn on: the screen tells of its limit", async () => {
    const session = await ClockedSession.begin({ settings: QUIET });
    session.prompt("write the parser");
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    session.writesRows = false;
    rmSync(session.transcript);
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    session.say(limitFor(10 * MINUTE_MS));
    await session.until(() => session.prompts.length === 2, 12 * MINUTE_MS);
    await session.until(() => session.life.tag === "RUNNING", 11 * MINUTE_MS);
    expect(session.prompts).toEqual(["write the parser", "continue"]);
  });
});

test("a permission prompt that waits is announced without the call, and in no title", async () => {
  // Over ssh it is the terminal that shows it, on every platform.
  vi.stubEnv("SSH_TTY", "/dev/pts/1");
  vi.stubEnv("KITTY_WINDOW_ID", "1");
  const session = await ClockedSession.begin({
    settings: { approve: { mode: "rules", delayMs: 500, allow: [], ask: [], deny: [], without: [] } },
  });
  session.show(PERMISSION_PROMPT);
  await session.until(() => session.spoken.length > 0, 2 * MINUTE_MS);
  const [record] = session.records;
  expect(session.spoken).toEqual([
    "\x1b]99;i=cac:d=0;Claude Code asks for permission\x1b\\" +
      `\x1b]99;i=cac:p=body;Bash in ${session.folder}, session ${record?.id}\x1b\\`,
  ]);
});

test("a permission prompt that waits is answered by its id, once", async () => {
  const session = await ClockedSession.begin({ settings: QUIET });
  session.show(PERMISSION_PROMPT);
  await session.until(() => session.driver.pendingPrompt() !== undefined, MINUTE_MS);
  const { id = "" } = session.driver.pendingPrompt() ?? {};
  const decisions: Decided[] = [];
  void session.driver.decide(id, "yes").then((decided) => decisions.push(decided));
  await session.until(() => decisions.length === 1, MINUTE_MS);
  expect([decisions, session.prompts]).toEqual([[{ ok: true, says: "The call is allowed." }], [""]]);
  expect(session.driver.pendingPrompt()).toBeUndefined();
  void session.driver.decide(id, "yes").then((decided) => decisions.push(decided));
  await session.until(() => decisions.length === 2, MINUTE_MS);
  expect(decisions[1]).toMatchObject({ ok: false, code: "PROMPT_GONE" });
  expect(session.prompts).toHaveLength(1);
});

function limitFor(ms: number): Entry {
  const untilMs = Math.ceil((Date.now() + ms) / 1000) * 1000;
  const time = clockTime(new Date(untilMs), new Date(), "UTC");
  return { type: "limit", text: `You've hit your 5-hour limit · resets ${time} (UTC)`, untilMs };
}

/** What the process holds on to, after it has let go of the rest. */
function usage() {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  const { heapUsed: heap } = process.memoryUsage();
  // Real timers and files that are being read are those of the test's own surroundings: ours are faked, or over.
  const resources = process
    .getActiveResourcesInfo()
    .filter((name) => !/^(Timeout$|Immediate$|FSReq)/.test(name));
  return { heap, timers: vi.getTimerCount(), resources };
}
