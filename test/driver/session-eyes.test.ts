import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";

import type { SessionEvent } from "../../src/session/life/event.js";
import { SessionEyes, type EyesOptions } from "../../src/driver/session-eyes.js";
import { drawScreen, rowOf, type Entry } from "../wrapper/fake-screen.mjs";

const GENEROUS = { timeout: 20_000, interval: 10 };
const HOUR_MS = 60 * 60_000;
const RESET = Math.ceil(Date.now() / 60_000) * 60_000 + HOUR_MS;
const LIMIT: Entry = {
  type: "limit",
  text: "You've hit your 5-hour limit · resets 3pm (UTC)",
  untilMs: RESET,
};
/** A conversation that had a limit behind it when it was left. */
const WENT_ON: readonly Entry[] = [LIMIT, { type: "prompt", text: "go on" }, { type: "said", text: "done" }];
const KNOWN = { kind: "five-hour", model: undefined, waitingHelps: true, text: LIMIT.text };

describe("rows", () => {
  test.for<readonly [string, object, object]>([
    ["a limit", rowOf(LIMIT), { type: "limitSeen", limit: { ...KNOWN, resetsAt: new Date(RESET) } }],
    ["a prompt", rowOf({ type: "prompt", text: "hello" }), { type: "promptSent" }],
    ["an answer", rowOf({ type: "said", text: "hello" }), { type: "workSeen" }],
    [
      "an overload",
      failed("API Error: 529 Overloaded"),
      {
        type: "transientSeen",
        transient: { kind: "overloaded", retrying: false, text: "API Error: 529 Overloaded" },
      },
    ],
    ["another failure", failed("Please run /login"), { type: "failureSeen", text: "Please run /login" }],
    [
      "a native wait",
      { type: "system", subtype: "informational", content: "Automatic continue cancelled" },
      {
        type: "nativeNoticeSeen",
        notice: { phase: "cancelled", until: undefined, text: "Automatic continue cancelled" },
      },
    ],
  ])("%s is told with the time of its row", async ([, row, event]) => {
    const { eyes, told, write, file } = open();
    await eyes.follow(file);
    const at = Date.now() + 1;
    write(row, at);
    const isStop = "limit" in event || "transient" in event;
    const expected = { ...event, at, ...(isStop && { source: "transcript" }) };
    await vi.waitFor(() => expect(told).toEqual([expected]), GENEROUS);
  });

  test("of a subagent are not the session's", async () => {
    const { eyes, told, write, file } = open();
    await eyes.follow(file);
    write({ ...rowOf(LIMIT), isSidechain: true });
    write(rowOf({ type: "prompt", text: "hello" }));
    await vi.waitFor(() => expect(told.map(({ type }) => type)).toEqual(["promptSent"]), GENEROUS);
  });

  test("count from the first one on, and while their file is there", async () => {
    const { eyes, told, write, file } = open();
    await eyes.follow(file);
    expect(eyes.hasTranscript).toBe(false);
    write(rowOf({ type: "prompt", text: "today" }));
    await vi.waitFor(() => expect(eyes.hasTranscript).toBe(true), GENEROUS);
    rmSync(file);
    await vi.waitFor(() => expect(eyes.hasTranscript).toBe(false), GENEROUS);
    write(rowOf({ type: "prompt", text: "again" }));
    await vi.waitFor(() => expect(eyes.hasTranscript).toBe(true), GENEROUS);
    expect(told.map(({ type }) => type)).toEqual(["promptSent", "promptSent"]);
  });

  test("count in a conversation that has some from before, until a stop is seen without one", async () => {
    const { eyes, told, write, file } = open();
    write(rowOf({ type: "prompt", text: "yesterday" }), Date.now() - 24 * HOUR_MS);
    await eyes.follow(file, true);
    eyes.feed(screen({ type: "prompt", text: "yesterday" }));
    await vi.waitFor(() => expect(told).toMatchObject([{ reading: { state: "idle" } }]), GENEROUS);
    expect(eyes.hasTranscript).toBe(true);
    eyes.feed(screen(LIMIT));
    await vi.waitFor(() => expect(told).toMatchObject([{}, { reading: { limit: KNOWN } }]), GENEROUS);
    expect(eyes.hasTranscript).toBe(false);
    write(rowOf({ type: "prompt", text: "today" }));
    await vi.waitFor(() => expect(eyes.hasTranscript).toBe(true), GENEROUS);
  });

  test("of the conversation that this one was forked from are not its own", async () => {
    const { eyes, write, file } = open({ isFork: true });
    write(rowOf({ type: "prompt", text: "yesterday" }), Date.now() - 24 * HOUR_MS);
    await eyes.follow(file, true);
    expect(eyes.hasTranscript).toBe(false);
  });

  test("written by a clock that was set back count too", async () => {
    const { eyes, told, write, file } = open({ since: Date.now() + 3 * HOUR_MS });
    await eyes.follow(file);
    write(rowOf(LIMIT), Date.now() - 1000);
    await vi.waitFor(() => expect(told.map(({ type }) => type)).toEqual(["limitSeen"]), GENEROUS);
  });
});

describe("bytes", () => {
  test("tell of a limit where the screen is no Claude Code's", async () => {
    const { eyes, told } = open();
    eyes.feed(Buffer.from(`${LIMIT.text}\r\n`));
    await vi.waitFor(
      () => expect(limitsIn(told)).toMatchObject([{ limit: KNOWN, source: "bytes" }]),
      GENEROUS,
    );
  });

  test("tell of a limit in the middle of a flood, whatever the screen was before", async () => {
    const { eyes, told } = open();
    eyes.feed(screen());
    await vi.waitFor(() => expect(told).toMatchObject([{ reading: { state: "idle" } }]), GENEROUS);
    const build = "a line of a build\r\n".repeat(60_000);
    eyes.feed(Buffer.from(`${build}\r\n${LIMIT.text}\r\n${build}`));
    await vi.waitFor(
      () => expect(limitsIn(told)).toMatchObject([{ limit: KNOWN, source: "bytes" }]),
      GENEROUS,
    );
  });

  test("tell nothing of an old banner in a history that is drawn at the start", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { eyes, told } = open();
    eyes.feed(screen(...WENT_ON));
    await vi.waitFor(() => expect(told).toHaveLength(1), GENEROUS);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(told).toMatchObject([{ type: "screenSettled", reading: { state: "idle", limit: undefined } }]);
  });

  test("tell nothing of what the screen tells", async () => {
    const { eyes, told } = open();
    eyes.feed(screen());
    await vi.waitFor(() => expect(told).toMatchObject([{ reading: { state: "idle" } }]), GENEROUS);
    eyes.feed(screen(LIMIT));
    await vi.waitFor(() => expect(told).toMatchObject([{}, { reading: { limit: KNOWN } }]), GENEROUS);
    expect(limitsIn(told)).toEqual([]);
  });

  test("tell of the user's own wording whatever else is seen", async () => {
    const { eyes, told } = open({ pattern: /tokens are used up/ });
    eyes.feed(screen());
    await vi.waitFor(() => expect(told).toHaveLength(1), GENEROUS);
    eyes.feed(screen({ type: "said", text: "tokens are used up" }));
    const limit = { kind: "unknown", model: undefined, resetsAt: undefined, waitingHelps: true };
    await vi.waitFor(
      () => expect(limitsIn(told)).toMatchObject([{ limit: { ...limit, text: "tokens are used up" } }]),
      GENEROUS,
    );
  });
});

describe("a conversation that is still to be announced", () => {
  test("has no limit yet: the last sight of each kind waits", async () => {
    const { eyes, told } = open({ isAnnounced: true });
    eyes.feed(screen(LIMIT));
    await settled(eyes);
    expect(told).toEqual([]);
    eyes.introduced();
    expect(told.map(({ type }) => type)).toContain("screenSettled");
    expect(told.at(-1)).toMatchObject({ reading: { state: "idle", limit: KNOWN } });
  });

  test("that is not announced after all is seen by its screen", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { eyes, told } = open({ isAnnounced: true });
    eyes.feed(Buffer.from(`${LIMIT.text}\r\n`));
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(1000);
      expect(limitsIn(told)).toHaveLength(1);
    }, GENEROUS);
  });

  test("and was stopped before by a limit that still holds is told of by its row", async () => {
    const { eyes, told, write, file } = open({ isAnnounced: true });
    const at = Date.now() - HOUR_MS;
    write(rowOf(LIMIT), at);
    eyes.feed(screen(LIMIT));
    await settled(eyes);
    await eyes.follow(file);
    eyes.introduced();
    const limit = { ...KNOWN, resetsAt: new Date(RESET) };
    expect(limitsIn(told)).toEqual([{ type: "limitSeen", limit, at, source: "transcript" }]);
  });

  test("and was stopped before by a limit that is over shows nothing new", async () => {
    const { eyes, told, write, file } = open({ isAnnounced: true });
    write(rowOf({ ...LIMIT, untilMs: Date.now() - HOUR_MS }), Date.now() - 2 * HOUR_MS);
    eyes.feed(screen(LIMIT));
    await settled(eyes);
    await eyes.follow(file);
    eyes.introduced();
    expect(told).toMatchObject([{ type: "screenSettled", reading: { state: "idle", limit: undefined } }]);
    expect(eyes.movedOnAt).toBeUndefined();
  });

  test("and was resumed with its rows elsewhere shows nothing new before somebody touches it", async () => {
    const { eyes, told, file } = open({ isAnnounced: true });
    eyes.feed(screen(LIMIT));
    await settled(eyes);
    await eyes.follow(file, true);
    eyes.introduced();
    expect(told).toMatchObject([{ type: "screenSettled", reading: { state: "idle", limit: undefined } }]);
    eyes.noticeKeys();
    eyes.feed(screen({ type: "prompt", text: "go on" }, LIMIT));
    await vi.waitFor(() => expect(told.at(-1)).toMatchObject({ reading: { limit: KNOWN } }), GENEROUS);
  });

  test("and had gone on from its limit has none, though its history shows it, and its rows count on", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const onSight = vi.fn();
    const { eyes, told, write, file } = open({ isAnnounced: true, onSight });
    const startedAt = Date.now();
    for (const [index, entry] of WENT_ON.entries()) write(rowOf(entry), startedAt - HOUR_MS + index);
    // Without a box below it yet: no screen that we know.
    eyes.feed(Buffer.from(`${LIMIT.text}\r\n`));
    await vi.waitFor(() => expect(onSight).toHaveBeenCalled(), GENEROUS);
    await eyes.follow(file, true);
    eyes.introduced();
    await vi.advanceTimersByTimeAsync(60_000);
    expect({ limits: limitsIn(told), hasTranscript: eyes.hasTranscript }).toEqual({
      limits: [],
      hasTranscript: true,
    });
  });

  test("and whose history has the user's own wording in it has its rows all the same", async () => {
    const { eyes, told, write, file } = open({ isAnnounced: true, pattern: /tokens are used up/ });
    const past: Entry = { type: "said", text: "tokens are used up" };
    write(rowOf(past), Date.now() - HOUR_MS);
    await eyes.follow(file, true);
    eyes.introduced();
    eyes.feed(screen(past));
    await vi.waitFor(() => expect(limitsIn(told)).toHaveLength(1), GENEROUS);
    expect(eyes.hasTranscript).toBe(true);
  });

  test("and had gone on from its limit tells when", async () => {
    const { eyes, write, file } = open({ isAnnounced: true });
    write(rowOf(LIMIT), Date.now() - 2 * HOUR_MS);
    const at = Date.now() - HOUR_MS;
    write(rowOf({ type: "said", text: "hello" }), at);
    await eyes.follow(file);
    expect(eyes.movedOnAt).toBe(at);
  });
});

test("a look at a screen that was not drawn has it drawn again", async () => {
  const repaint = vi.fn(() => eyes.feed(screen()));
  const { eyes } = open({ repaint });
  // More than is drawn, without a line that would scroll the gap away.
  eyes.feed(Buffer.alloc(2 * 1024 * 1024, "\x1b[5;1Hx"));
  expect(await eyes.look()).toMatchObject({ state: "idle" });
  expect(repaint).toHaveBeenCalledOnce();
});

function open(options: Partial<EyesOptions> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "cac-eyes-"));
  const file = join(folder, "session.jsonl");
  const told: SessionEvent[] = [];
  const eyes = new SessionEyes({
    columns: 80,
    rows: 24,
    timeZone: "UTC",
    pattern: undefined,
    since: Date.now(),
    isAnnounced: false,
    isFork: false,
    vim: () => false,
    repaint: () => undefined,
    tell: (event) => void told.push(event),
    ...options,
  });
  onTestFinished(() => {
    eyes.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const write = (row: object, at = Date.now()): void => {
    appendFileSync(file, `${JSON.stringify({ timestamp: new Date(at).toISOString(), ...row })}\n`);
  };
  return { eyes, told, file, write };
}

function screen(...entries: readonly Entry[]): Buffer {
  return Buffer.from(
    drawScreen({ columns: 80, rows: 24, entries, draft: "", isStashed: false, isBusy: false }),
  );
}

/** Until the screen has come to rest, so that it has been read. */
async function settled(eyes: SessionEyes): Promise<void> {
  expect(await eyes.look()).toBeDefined();
}

function limitsIn(told: readonly SessionEvent[]): readonly SessionEvent[] {
  return told.filter(({ type }) => type === "limitSeen");
}

function failed(text: string): object {
  const message = { model: "<synthetic>", role: "assistant", content: [{ type: "text", text }] };
  return { type: "assistant", message, isApiErrorMessage: true };
}
