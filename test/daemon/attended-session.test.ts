import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { readRow, type TranscriptEvent } from "../../src/claude/transcript/transcript.js";
import { AttendedSession, type AttendedSessionOptions } from "../../src/daemon/attended-session.js";
import type { QueueEntry } from "../../src/daemon/queue/queue-entry.js";
import { replayed, stateFixtures } from "../support/claude/state-fixtures.js";
import { rowOf, type Entry } from "../support/wrapper/fake-screen.mjs";
import { QUICK, until, type Logged } from "../support/daemon/daemon-stage.js";
import { anEntry } from "../support/daemon/entries.js";
import { FakeClaude, LIMIT_TEXT, resetIn, wayTo } from "../support/daemon/fake-claude.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let folder: string;
let claude: FakeClaude;
let attended: AttendedSession | undefined;
let saved: (QueueEntry | undefined)[];
let logged: Logged[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cac-attended-"));
  claude = new FakeClaude(1, folder);
  [saved, logged] = [[], []];
});

afterEach(async () => {
  await attended?.end();
  rmSync(folder, { recursive: true, force: true });
});

function attend(options: Partial<AttendedSessionOptions> = {}): AttendedSession {
  attended = new AttendedSession({
    session: claude.session,
    settings: () => QUICK,
    transports: () => Promise.resolve([wayTo([claude])]),
    timeZone: "UTC",
    vim: () => false,
    save: (entry) => {
      saved.push(entry);
      return Promise.resolve(true);
    },
    revive: () => Promise.resolve("not done"),
    isAlive: () => Promise.resolve(claude.isAlive),
    isCancelled: () => false,
    notify: () => {},
    onLife: () => {},
    log: (event, details = {}) => void logged.push({ event, ...details }),
    ...options,
  });
  return attended;
}

/** A row as it is read from the transcript. */
function row(entry: Entry, at: number, more: object = {}): TranscriptEvent {
  const origin = { sessionId: claude.session.sessionId, uuid: "u", timestamp: new Date(at).toISOString() };
  const event = readRow(JSON.stringify({ ...origin, ...rowOf(entry), ...more }), { timeZone: "UTC" });
  if (event === undefined) throw new Error("no event");
  return event;
}

const prompt = (at: number) => row({ type: "prompt", text: "go on" }, at);
const limitRow = (resetsAt: number, at: number) =>
  row({ type: "limit", text: LIMIT_TEXT, untilMs: resetsAt }, at);

/** What an earlier daemon left of a stop an hour ago, or at its reset if that was before. */
function left(changes: Partial<QueueEntry> = {}, resetsAt = Date.now() - MINUTE): QueueEntry {
  const { stop } = anEntry();
  const seenAt = new Date(Math.min(Date.now() - HOUR, resetsAt)).toISOString();
  const own = { ...stop, resetsAt: new Date(resetsAt).toISOString(), seenAt };
  return anEntry(1, { session: claude.session, stop: own, ...changes });
}

/** A prompt that was sent by us has its row: it is told as the daemon would. */
function tellsRows(session: AttendedSession): void {
  claude.onPrompt = () => {
    session.driver.takeRow(prompt(Date.now()));
    session.driver.takeRow(row({ type: "said", text: "Done." }, Date.now() + 1));
  };
}

describe("what an earlier daemon left", () => {
  test("is taken up with its time", () => {
    const dueAt = new Date(Date.now() + HOUR).toISOString();
    const session = attend();
    session.restore(left({ dueAt }));
    expect(session.life).toMatchObject({ tag: "WAITING", dueAt: Date.parse(dueAt) });
  });

  test("is resumed soon where its time has come", async () => {
    const session = attend();
    tellsRows(session);
    session.restore(left({ state: "RESUMING", dueAt: undefined }));
    await until(() => session.life.tag === "RUNNING");
    expect(claude.prompts).toEqual(["continue"]);
    expect(saved.map((entry) => entry?.state)).toEqual(["WAITING", "RESUMING", undefined]);
  });

  test("is sent, not typed again, where our prompt stands in the box", async () => {
    claude.draft = "continue";
    const session = attend();
    tellsRows(session);
    session.restore(left({ state: "RESUMING", dueAt: undefined }));
    await until(() => session.life.tag === "RUNNING");
    expect(claude.keys).toEqual(["\r"]);
    expect(claude.prompts).toEqual(["continue"]);
  });

  test("is counted anew where nobody came to that", async () => {
    const session = attend();
    session.restore(left({ dueAt: undefined }, Date.now() + HOUR));
    await until(() => session.life.tag === "WAITING");
    expect(saved.map((entry) => entry?.state)).toEqual(["WAITING", "WAITING"]);
    expect(saved.at(-1)?.dueAt).toBeDefined();
  });

  test("a failure that nobody came to wait for is waited for", () => {
    const session = attend();
    session.restore(
      left({ dueAt: undefined, stop: { ...left().stop, kind: "overloaded", resetsAt: undefined } }),
    );
    expect(session.life).toMatchObject({ tag: "WAITING", stop: { type: "transient" } });
  });

  test("needs the person, where no wait helps", async () => {
    const session = attend();
    session.restore(hopeless());
    await until(() => session.life.tag === "NEEDS_YOU");
    expect(session.life).toMatchObject({ why: "waitingDoesNotHelp" });
  });

  test("is over where its rows say so, also when they are told much later", async () => {
    const session = attend();
    session.restore(left({ dueAt: new Date(Date.now() + HOUR).toISOString() }));
    session.driver.takeRow(limitRow(resetIn(-MINUTE), Date.now() - HOUR));
    await until(() => session.life.tag === "WAITING");
    session.driver.takeRow(prompt(Date.now() - MINUTE));
    session.driver.historyTaken();
    await until(() => session.life.tag === "RUNNING");
    expect(saved.at(-1)).toBeUndefined();
  });
});

describe("rows", () => {
  test("a limit from before that still holds is waited for; a prompt that came since ends it", async () => {
    const session = attend();
    session.driver.takeRow(limitRow(resetIn(HOUR), Date.now() - MINUTE));
    expect(session.life.tag).toBe("RUNNING");
    session.driver.historyTaken();
    await until(() => session.life.tag === "WAITING");
    session.driver.takeRow(prompt(Date.now()));
    session.driver.historyTaken();
    await until(() => session.life.tag === "RUNNING");
    expect(saved).toHaveLength(3);
  });

  test("a limit from before, and a prompt while its past was being read: nothing is waited for", () => {
    const session = attend();
    session.driver.takeRow(limitRow(resetIn(HOUR), Date.now() - MINUTE));
    session.driver.takeRow(prompt(Date.now() + 1));
    session.driver.historyTaken();
    expect(session.life).toEqual({ tag: "RUNNING", last: undefined });
  });

  test("the row of a prompt that comes after that of its answer (2.1.197)", async () => {
    const session = attend();
    const at = Date.now() - MINUTE;
    session.driver.takeRow(limitRow(resetIn(HOUR), at));
    session.driver.takeRow(prompt(at - 1000));
    session.driver.historyTaken();
    await until(() => session.life.tag === "WAITING");
    expect(session.life).toMatchObject({ stop: { at } });
  });

  test("a limit of the moment before we came, whose row is written when its past has been read", async () => {
    const at = Date.now() - 50;
    const session = attend();
    session.driver.takeRow(prompt(at - 1000));
    session.driver.historyTaken();
    session.driver.takeRow(limitRow(resetIn(HOUR), at));
    await until(() => session.life.tag === "WAITING");
    expect(session.life).toMatchObject({ stop: { at } });
  });

  test("a subagent's limit is not the session's", () => {
    const session = attend();
    const limit = { type: "limit", text: LIMIT_TEXT, untilMs: resetIn(HOUR) } as const;
    session.driver.takeRow(row(limit, Date.now() + 1, { isSidechain: true }));
    expect(session.life.tag).toBe("RUNNING");
  });
});

describe("whether a stop is known or over", () => {
  const T = Date.now() - HOUR;

  test("nothing is known of a session without rows", () => {
    expect(attend().driver.rows.isPast(T)).toBe(false);
  });

  test("one that is waited for, and what came before it", () => {
    const session = attend();
    const entry = left();
    session.hearLimit(entry);
    const at = Date.parse(entry.stop.seenAt);
    expect([-1000, 0, 1000].map((ms) => session.driver.rows.isPast(at + ms))).toEqual([true, true, false]);
  });

  test("one that was cancelled", async () => {
    const session = attend();
    session.hearLimit(left());
    session.tell({ type: "cancelAsked" });
    await until(() => session.life.tag === "RUNNING");
    expect(session.driver.rows.isPast(T)).toBe(true);
    expect(session.driver.rows.isPast(Date.now() + 1000)).toBe(false);
  });

  test("one that was cancelled before there was this daemon", () => {
    const session = attend({ isCancelled: (at) => at <= T });
    session.driver.takeRow(limitRow(resetIn(HOUR), T));
    session.driver.historyTaken();
    expect([session.life.tag, session.driver.rows.isPast(T), session.driver.rows.isPast(T + 1)]).toEqual([
      "RUNNING",
      true,
      false,
    ]);
  });

  test("one that rows from before us show to be over", () => {
    const session = attend();
    session.driver.takeRow(limitRow(T + MINUTE, T));
    session.driver.takeRow(prompt(T + 2 * MINUTE));
    expect(session.driver.rows.isPast(T)).toBe(true);
    expect(session.driver.rows.isPast(T + 3 * MINUTE)).toBe(false);
  });
});

describe("keys", () => {
  test("are kept back where the person types between the look and the key; then theirs is put aside", async () => {
    const session = attend();
    tellsRows(session);
    claude.onAsked = () => {
      claude.draft = "wait, first";
      claude.onAsked = () => {};
    };
    session.restore(left({ state: "RESUMING", dueAt: undefined }));
    await until(() => session.life.tag === "RUNNING");
    expect(logged.find(({ event }) => event === "keptBack")).toMatchObject({
      key: "text",
      transport: "tmux",
    });
    expect(claude.keys).toEqual(["\x13", "continue", "\r"]);
    expect([claude.prompts, claude.draft]).toEqual([["continue"], "wait, first"]);
  });

  test("that cannot be seen: noted on the disk before the first letter", async () => {
    const typed: unknown[] = [];
    const session = attend({
      settings: () => ({ ...QUICK, allowBlind: true }),
      transports: () => Promise.resolve([wayTo([claude], { blind: true })]),
      save: (entry) => {
        typed.push([entry?.state, entry?.typedAt !== undefined, claude.keys.length]);
        return Promise.resolve(true);
      },
    });
    tellsRows(session);
    session.restore(left({ state: "RESUMING", dueAt: undefined }));
    await until(() => session.life.tag === "RUNNING");
    expect(claude.keys).toEqual(["\x1b", "continue", "\r"]);
    expect(typed).toEqual([
      ["WAITING", false, 0],
      ["RESUMING", false, 0],
      ["RESUMING", true, 1],
      [undefined, false, 3],
    ]);
  });

  test("that could not be seen, of a daemon that was killed: not typed a second time", async () => {
    claude.draft = "continue";
    const session = attend({
      settings: () => ({ ...QUICK, allowBlind: true }),
      transports: () => Promise.resolve([wayTo([claude], { blind: true })]),
    });
    tellsRows(session);
    session.restore(left({ state: "RESUMING", dueAt: undefined, typedAt: new Date().toISOString() }));
    await until(() => session.life.tag === "RUNNING");
    expect(claude.keys).toEqual(["\x1b", "\r"]);
    expect(claude.prompts).toEqual(["continue"]);
    // It is still on the disk for the next one that is killed, until it is over.
    expect(saved.map((entry) => entry?.typedAt !== undefined)).toEqual([true, true, false]);
  });
});

describe("its end", () => {
  test("waits for what is being saved", async () => {
    let finish: ((isSaved: boolean) => void) | undefined;
    const session = attend({ save: () => new Promise((resolve) => (finish = resolve)) });
    session.hearLimit(left());
    let isOver = false;
    const ending = session.end().then(() => (isOver = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isOver).toBe(false);
    finish?.(false);
    await ending;
    expect(await session.saved()).toBe(false);
  });

  const DAY = 24 * HOUR;
  const CASES: readonly [string, string, (() => QueueEntry) | undefined, boolean][] = [
    ["at work", "RUNNING", undefined, true],
    ["waiting", "WAITING", () => left({ dueAt: new Date(Date.now() + HOUR).toISOString() }), false],
    ["stopped by what no wait ends", "NEEDS_YOU", () => hopeless(), true],
    [
      "told of a week ago, in vain",
      "NEEDS_YOU",
      () => left({ state: "RESUMING" }, Date.now() - 8 * DAY),
      true,
    ],
    ["told of just now", "NEEDS_YOU", () => left({ state: "RESUMING" }, Date.now() - MINUTE), false],
  ];
  test.for(CASES)("%s", async ([, state, entry, isDone]) => {
    claude.isAlive = false;
    const session = attend();
    if (entry) session.restore(entry());
    await until(() => session.life.tag === state);
    expect(session.isDone(Date.now())).toBe(isDone);
  });

  test("another terminal: what was held is let go", async () => {
    const session = attend();
    claude.onSeen = () => void (claude.draft += "x");
    session.restore(left({ state: "RESUMING", dueAt: undefined }));
    await until(() => claude.draft !== "");
    session.moved({ ...claude.session, cwd: "/elsewhere" });
    expect([session.session.cwd, claude.released]).toEqual(["/elsewhere", 0]);
    session.moved({ ...claude.session, reach: { ...claude.session.reach, tty: "/dev/pts/9" } });
    await until(() => claude.released === 1);
  });
});

function hopeless(): QueueEntry {
  const { stop } = left();
  return left({ state: "NEEDS_YOU", stop: { ...stop, kind: "spend", waitingHelps: false } });
}

async function prompted(): Promise<AttendedSession> {
  const fixture = stateFixtures().find(({ name }) => name === "2.1.325/permission-bash");
  claude.covered = fixture && (await replayed(fixture));
  claude.onSeen = () => {
    if (claude.keys.includes("\r")) claude.covered = undefined;
  };
  return attend();
}

describe("a permission prompt", () => {
  test("is answered by its id, and the transport is released", async () => {
    const session = await prompted();
    const prompt = await session.pendingPrompt();
    expect(prompt).toMatchObject({ title: "Bash command", question: "Do you want to proceed?" });
    expect(await session.decide(prompt?.id ?? "", "yes")).toEqual({ ok: true, says: "The call is allowed." });
    expect(claude.keys).toEqual(["\r"]);
    expect(await session.pendingPrompt()).toBeUndefined();
    expect(claude.released).toBe(3);
  });

  test("gets no key by an id from before a new row", async () => {
    const session = await prompted();
    const prompt = await session.pendingPrompt();
    session.driver.takeRow(row({ type: "said", text: "Next." }, Date.now() + 1));
    expect(await session.decide(prompt?.id ?? "", "yes")).toMatchObject({ ok: false, code: "PROMPT_GONE" });
    expect(claude.keys).toEqual([]);
  });

  test("of a session whose process has ended is none, and a look starts nothing", async () => {
    const session = await prompted();
    claude.isAlive = false;
    expect(await session.pendingPrompt()).toBeUndefined();
    expect(await session.decide("0123456789ab", "yes")).toMatchObject({ ok: false, code: "UNREADABLE" });
  });
});
