import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";

import type { SessionEvent } from "../../src/session/life/event.js";
import { BEGINNING } from "../../src/session/life/life.js";
import { SessionObserver, type SessionObserverOptions } from "../../src/driver/session-observer.js";
import { SessionRows } from "../../src/driver/session-rows.js";
import { drawScreen, rowOf, type Entry } from "../support/wrapper/fake-screen.mjs";

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
    const { observer, told, write, file } = open();
    await observer.follow(file);
    const at = Date.now() + 1;
    write(row, at);
    const isStop = "limit" in event || "transient" in event;
    const expected = { ...event, at, ...(isStop && { source: "transcript" }) };
    await vi.waitFor(() => expect(told).toEqual([expected]), GENEROUS);
  });

  test("of a subagent are not the session's", async () => {
    const { observer, told, write, file } = open();
    await observer.follow(file);
    write({ ...rowOf(LIMIT), isSidechain: true });
    write(rowOf({ type: "prompt", text: "hello" }));
    await vi.waitFor(() => expect(told.map(({ type }) => type)).toEqual(["promptSent"]), GENEROUS);
  });

  test("count from the first one on, and while their file is there", async () => {
    const { observer, told, write, file } = open();
    await observer.follow(file);
    expect(observer.hasTranscript).toBe(false);
    write(rowOf({ type: "prompt", text: "today" }));
    await vi.waitFor(() => expect(observer.hasTranscript).toBe(true), GENEROUS);
    rmSync(file);
    await vi.waitFor(() => expect(observer.hasTranscript).toBe(false), GENEROUS);
    write(rowOf({ type: "prompt", text: "again" }));
    await vi.waitFor(() => expect(observer.hasTranscript).toBe(true), GENEROUS);
    expect(told.map(({ type }) => type)).toEqual(["promptSent", "promptSent"]);
  });

  test("count in a conversation that has some from before, until a stop is seen without one", async () => {
    const { observer, told, write, file } = open();
    write(rowOf({ type: "prompt", text: "yesterday" }), Date.now() - 24 * HOUR_MS);
    await observer.follow(file, true);
    observer.feed(screen({ type: "prompt", text: "yesterday" }));
    await vi.waitFor(() => expect(told).toMatchObject([{ reading: { state: "idle" } }]), GENEROUS);
    expect(observer.hasTranscript).toBe(true);
    observer.feed(screen(LIMIT));
    await vi.waitFor(() => expect(told).toMatchObject([{}, { reading: { limit: KNOWN } }]), GENEROUS);
    expect(observer.hasTranscript).toBe(false);
    write(rowOf({ type: "prompt", text: "today" }));
    await vi.waitFor(() => expect(observer.hasTranscript).toBe(true), GENEROUS);
  });

  test("of the conversation that this one was forked from are not its own", async () => {
    const { observer, write, file } = open({ isFork: true });
    write(rowOf({ type: "prompt", text: "yesterday" }), Date.now() - 24 * HOUR_MS);
    await observer.follow(file, true);
    expect(observer.hasTranscript).toBe(false);
  });

  test("written by a clock that was set back count too", async () => {
    const { observer, told, write, file } = open({ since: Date.now() + 3 * HOUR_MS });
    await observer.follow(file);
    write(rowOf(LIMIT), Date.now() - 1000);
    await vi.waitFor(() => expect(told.map(({ type }) => type)).toEqual(["limitSeen"]), GENEROUS);
  });
});

describe("bytes", () => {
  test("tell of a limit where the screen is no Claude Code's", async () => {
    const { observer, told } = open();
    observer.feed(Buffer.from(`${LIMIT.text}\r\n`));
    await vi.waitFor(
      () => expect(limitsIn(told)).toMatchObject([{ limit: KNOWN, source: "bytes" }]),
      GENEROUS,
    );
  });

  test("tell of a limit in the middle of a flood, whatever the screen was before", async () => {
    const { observer, told } = open();
    observer.feed(screen());
    await vi.waitFor(() => expect(told).toMatchObject([{ reading: { state: "idle" } }]), GENEROUS);
    const build = "a line of a build\r\n".repeat(60_000);
    observer.feed(Buffer.from(`${build}\r\n${LIMIT.text}\r\n${build}`));
    await vi.waitFor(
      () => expect(limitsIn(told)).toMatchObject([{ limit: KNOWN, source: "bytes" }]),
      GENEROUS,
    );
  });

  test("tell nothing of an old banner in a history that is drawn at the start", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { observer, told } = open();
    observer.feed(screen(...WENT_ON));
    await vi.waitFor(() => expect(told).toHaveLength(1), GENEROUS);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(told).toMatchObject([{ type: "screenSettled", reading: { state: "idle", limit: undefined } }]);
  });

  test("tell nothing of what the screen tells", async () => {
    const { observer, told } = open();
    observer.feed(screen());
    await vi.waitFor(() => expect(told).toMatchObject([{ reading: { state: "idle" } }]), GENEROUS);
    observer.feed(screen(LIMIT));
    await vi.waitFor(() => expect(told).toMatchObject([{}, { reading: { limit: KNOWN } }]), GENEROUS);
    expect(limitsIn(told)).toEqual([]);
  });

  test("tell of the user's own wording whatever else is seen", async () => {
    const { observer, told } = open({ pattern: /tokens are used up/ });
    observer.feed(screen());
    await vi.waitFor(() => expect(told).toHaveLength(1), GENEROUS);
    observer.feed(screen({ type: "said", text: "tokens are used up" }));
    const limit = { kind: "unknown", model: undefined, resetsAt: undefined, waitingHelps: true };
    await vi.waitFor(
      () => expect(limitsIn(told)).toMatchObject([{ limit: { ...limit, text: "tokens are used up" } }]),
      GENEROUS,
    );
  });
});

describe("a conversation that is still to be announced", () => {
  test("has no limit yet: the last sight of each kind waits", async () => {
    const { observer, told } = open({ isAnnounced: true });
    observer.feed(screen(LIMIT));
    await settled(observer);
    expect(told).toEqual([]);
    observer.introduced();
    expect(told.map(({ type }) => type)).toContain("screenSettled");
    expect(told.at(-1)).toMatchObject({ reading: { state: "idle", limit: KNOWN } });
  });

  test("that is not announced after all is seen by its screen", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { observer, told } = open({ isAnnounced: true });
    observer.feed(Buffer.from(`${LIMIT.text}\r\n`));
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(1000);
      expect(limitsIn(told)).toHaveLength(1);
    }, GENEROUS);
  });

  test("and was stopped before by a limit that still holds is told of by its row", async () => {
    const { observer, told, write, file } = open({ isAnnounced: true });
    const at = Date.now() - HOUR_MS;
    write(rowOf(LIMIT), at);
    observer.feed(screen(LIMIT));
    await settled(observer);
    await observer.follow(file);
    observer.introduced();
    const limit = { ...KNOWN, resetsAt: new Date(RESET) };
    expect(limitsIn(told)).toEqual([{ type: "limitSeen", limit, at, source: "transcript" }]);
  });

  test("and was stopped before by a limit that is over shows nothing new", async () => {
    const { observer, rows, told, write, file } = open({ isAnnounced: true });
    write(rowOf({ ...LIMIT, untilMs: Date.now() - HOUR_MS }), Date.now() - 2 * HOUR_MS);
    observer.feed(screen(LIMIT));
    await settled(observer);
    await observer.follow(file);
    observer.introduced();
    expect(told).toMatchObject([{ type: "screenSettled", reading: { state: "idle", limit: undefined } }]);
    expect(rows.movedOnAt).toBeUndefined();
  });

  test("and was resumed with its rows elsewhere shows nothing new before somebody touches it", async () => {
    const { observer, told, file } = open({ isAnnounced: true });
    observer.feed(screen(LIMIT));
    await settled(observer);
    await observer.follow(file, true);
    observer.introduced();
    expect(told).toMatchObject([{ type: "screenSettled", reading: { state: "idle", limit: undefined } }]);
    observer.noticeKeys();
    observer.feed(screen({ type: "prompt", text: "go on" }, LIMIT));
    await vi.waitFor(() => expect(told.at(-1)).toMatchObject({ reading: { limit: KNOWN } }), GENEROUS);
  });

  test("and had gone on from its limit has none, though its history shows it, and its rows count on", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const onSight = vi.fn();
    const { observer, told, write, file } = open({ isAnnounced: true, onSight });
    const startedAt = Date.now();
    for (const [index, entry] of WENT_ON.entries()) write(rowOf(entry), startedAt - HOUR_MS + index);
    // Without a box below it yet: no screen that we know.
    observer.feed(Buffer.from(`${LIMIT.text}\r\n`));
    await vi.waitFor(() => expect(onSight).toHaveBeenCalled(), GENEROUS);
    await observer.follow(file, true);
    observer.introduced();
    await vi.advanceTimersByTimeAsync(60_000);
    expect({ limits: limitsIn(told), hasTranscript: observer.hasTranscript }).toEqual({
      limits: [],
      hasTranscript: true,
    });
  });

  test("and whose history has the user's own wording in it has its rows all the same", async () => {
    const { observer, told, write, file } = open({ isAnnounced: true, pattern: /tokens are used up/ });
    const past: Entry = { type: "said", text: "tokens are used up" };
    write(rowOf(past), Date.now() - HOUR_MS);
    await observer.follow(file, true);
    observer.introduced();
    observer.feed(screen(past));
    await vi.waitFor(() => expect(limitsIn(told)).toHaveLength(1), GENEROUS);
    expect(observer.hasTranscript).toBe(true);
  });

  test("and had gone on from its limit tells when", async () => {
    const { observer, rows, write, file } = open({ isAnnounced: true });
    write(rowOf(LIMIT), Date.now() - 2 * HOUR_MS);
    const at = Date.now() - HOUR_MS;
    write(rowOf({ type: "said", text: "hello" }), at);
    await observer.follow(file);
    expect(rows.movedOnAt).toBe(at);
  });
});

test("a look at a screen that was not drawn has it drawn again", async () => {
  const repaint = vi.fn(() => observer.feed(screen()));
  const { observer } = open({ repaint });
  // More than is drawn, without a line that would scroll the gap away.
  observer.feed(Buffer.alloc(2 * 1024 * 1024, "\x1b[5;1Hx"));
  expect(await observer.look(15_000)).toMatchObject({ state: "idle" });
  expect(repaint).toHaveBeenCalledOnce();
});

function open({ since = Date.now(), ...options }: Partial<SessionObserverOptions> & { since?: number } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "cac-observer-"));
  const file = join(folder, "session.jsonl");
  const told: SessionEvent[] = [];
  const tell = (event: SessionEvent | undefined): void => void (event && told.push(event));
  const rows = new SessionRows({ since, life: () => BEGINNING, isCancelled: () => false });
  const observer = new SessionObserver({
    columns: 80,
    rows: 24,
    timeZone: "UTC",
    pattern: undefined,
    sessionRows: rows,
    isAnnounced: false,
    isFork: false,
    vim: () => false,
    repaint: () => undefined,
    tell,
    onRow: (row) => tell(rows.take(row)),
    onHistory: () => tell(rows.limitAhead()),
    ...options,
  });
  onTestFinished(() => {
    observer.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const write = (row: object, at = Date.now()): void => {
    appendFileSync(file, `${JSON.stringify({ timestamp: new Date(at).toISOString(), ...row })}\n`);
  };
  return { observer, rows, told, file, write };
}

function screen(...entries: readonly Entry[]): Buffer {
  return Buffer.from(
    drawScreen({ columns: 80, rows: 24, entries, draft: "", isStashed: false, isBusy: false }),
  );
}

/** Until the screen has come to rest, so that it has been read. */
async function settled(observer: SessionObserver): Promise<void> {
  expect(await observer.look(15_000)).toBeDefined();
}

function limitsIn(told: readonly SessionEvent[]): readonly SessionEvent[] {
  return told.filter(({ type }) => type === "limitSeen");
}

function failed(text: string): object {
  const message = { model: "<synthetic>", role: "assistant", content: [{ type: "text", text }] };
  return { type: "assistant", message, isApiErrorMessage: true };
}
