import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";

import { askSession } from "../../src/store/rpc/control-protocol.js";
import type { SessionRecord } from "../../src/store/records/session-record.js";
import { SessionStore } from "../../src/store/records/session-store.js";
import type { SessionEvent } from "../../src/session/life/event.js";
import type { Life } from "../../src/session/life/life.js";
import { SessionJournal } from "../../src/driver/session-journal.js";
import { aWait } from "../support/store/records/records.js";
import { inTheWay, limitStop, NOON, resuming, waiting } from "../support/session/values.js";

const RUNNING: Life = { tag: "RUNNING", last: undefined };
const SESSION = "0f3c9a4e-1111-4222-8333-444455556666";

let home: string;
let state: string;
const books: SessionJournal[] = [];

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "cac-book-"));
  state = join(home, "state", "claude-auto-continue");
  vi.stubEnv("HOME", home);
  vi.stubEnv("XDG_STATE_HOME", join(home, "state"));
  vi.stubEnv("XDG_RUNTIME_DIR", home);
  return async () => {
    for (const book of books.splice(0)) await book.close(RUNNING, { exitCode: 0 });
    vi.unstubAllEnvs();
    rmSync(home, { recursive: true, force: true });
  };
});

describe("the record", () => {
  test("is there from the beginning, and tells who and where", async () => {
    await open();
    expect(records()).toEqual([
      {
        version: 1,
        id: expect.any(String) as string,
        pid: process.pid,
        procStart: expect.any(String) as string,
        machine: expect.any(String) as string,
        socket: join(home, "claude-auto-continue", `${records()[0]?.id}.sock`),
        command: ["/usr/bin/claude", "--model", "opus"],
        cwd: "/home/ada",
        release: "2.1.325",
        startedAt: "2026-11-15T12:00:00.000Z",
        state: "RUNNING",
        attempts: 0,
        updatedAt: expect.any(String) as string,
      },
    ]);
  });

  test("follows the life and the conversation", async () => {
    const { book } = await open();
    await book.note(SESSION, "/home/ada/.claude/projects/x.jsonl");
    await book.save(waiting());
    expect(records()).toMatchObject([
      {
        state: "WAITING",
        dueAt: "2026-11-15T15:00:05.000Z",
        stop: { kind: "five-hour", seenAt: "2026-11-15T12:00:00.000Z" },
        claudeSessionId: SESSION,
        transcript: "/home/ada/.claude/projects/x.jsonl",
      },
    ]);
    await book.save(RUNNING);
    expect(records()[0]).not.toHaveProperty("stop");
    expect(records()[0]).not.toHaveProperty("dueAt");
  });
});

describe("the end", () => {
  test.for([
    ["in peace", waiting(), { exitCode: 0 }],
    ["in peace, with somebody needed", inTheWay("permission"), { exitCode: 0 }],
    ["without a wait", RUNNING, { exitCode: 1 }],
    ["killed without a wait", RUNNING, { exitCode: 0, signal: 9 }],
  ] as const)("%s leaves nothing", async ([, life, exit]) => {
    const { book } = await open();
    await book.save(life);
    await book.close(life, exit);
    expect(records()).toEqual([]);
    expect(sockets()).toEqual([]);
  });

  test.for([
    ["a wait", waiting(), { exitCode: 1 }],
    ["a resume", resuming(), { exitCode: 0, signal: 9 }],
    ["a stop that was just seen", { tag: "LIMIT_DETECTED", stop: limitStop() }, { exitCode: 143 }],
    ["somebody who is needed", inTheWay("permission"), { exitCode: 0, signal: 1 }],
  ] as const)("not in peace leaves %s", async ([, life, exit]) => {
    const { book } = await open();
    await book.close(life, exit);
    const ended = { at: expect.any(String) as string, ...exit };
    expect(records()).toMatchObject([{ state: life.tag, stop: { kind: "five-hour" }, ended }]);
    expect(sockets()).toEqual([]);
  });
});

describe("orders", () => {
  test.for([
    { op: "resume", life: waiting(), type: "resumeAsked", says: "continues now" },
    { op: "resume", life: inTheWay("trust"), type: "resumeAsked", says: "continues now" },
    { op: "cancel", life: waiting(), type: "cancelAsked", says: "waits no longer" },
    { op: "cancel", life: resuming(), type: "cancelAsked", says: "waits no longer" },
  ] as const)("$op in $life.tag is told", async ({ op, life, type, says }) => {
    const { book, told } = await open();
    await book.save(life);
    const reply = await askSession(records()[0]?.socket ?? "", { op });
    expect(reply).toMatchObject({ ok: true, says, session: { state: life.tag } });
    expect(told).toEqual([{ type }]);
  });

  test.for([
    { op: "resume", life: RUNNING, says: "this session is not waiting" },
    { op: "cancel", life: RUNNING, says: "this session is not waiting" },
    { op: "resume", life: resuming(), says: "this session is being resumed already" },
  ] as const)("$op in $life.tag is refused", async ({ op, life, says }) => {
    const { book, told } = await open();
    await book.save(life);
    const reply = await askSession(records()[0]?.socket ?? "", { op });
    const fix = "cac status shows what each session does";
    expect(reply).toEqual({ ok: false, code: "NOTHING_TO_DO", says, fix });
    expect(told).toEqual([]);
  });

  test("status tells the record as it is, also where it cannot be written", async () => {
    writeFileSync(join(home, "state"), "somebody's file");
    const { book, debug } = await open();
    await book.save(waiting());
    await book.save(resuming());
    expect(records()).toEqual([]);
    const [socket = ""] = sockets();
    const reply = await askSession(join(home, "claude-auto-continue", socket), { op: "status" });
    expect(reply).toMatchObject({ ok: true, session: { state: "RESUMING" } });
    const complaints = debug.filter((line) => line.startsWith("notSaved"));
    expect(complaints).toEqual(['notSaved {"message":"cannot be written (ENOTDIR)"}']);
  });
});

test("a socket whose place is gone, as after a logout, is made elsewhere, and the record says where", async () => {
  const runtime = join(home, "runtime");
  mkdirSync(runtime, { mode: 0o700 });
  vi.stubEnv("XDG_RUNTIME_DIR", runtime);
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const { book } = await open();
  await book.save(waiting());
  const before = records()[0]?.socket;
  rmSync(runtime, { recursive: true });
  vi.advanceTimersByTime(60_000);
  await vi.waitFor(() => expect(records()[0]?.socket).not.toBe(before), { timeout: 20_000 });
  const [record] = records();
  expect(await askSession(record?.socket ?? "", { op: "status" })).toMatchObject({
    ok: true,
    session: { state: "WAITING", socket: record?.socket },
  });
});

describe("a wait that was left", () => {
  test("becomes ours", async () => {
    await new SessionStore(state).save(aWait());
    const { book } = await open();
    const at = Date.parse("2026-11-15T18:00:00.000Z");
    expect(await book.adopt(SESSION)).toEqual({
      dueAt: Date.parse("2026-11-15T20:28:05.000Z"),
      stop: {
        type: "limit",
        limit: {
          kind: "five-hour",
          model: undefined,
          resetsAt: new Date("2026-11-15T20:28:00.000Z"),
          waitingHelps: true,
          text: "You've hit your 5-hour limit · resets 3:28pm",
        },
        at,
        source: "transcript",
        fruitless: 0,
      },
    });
    expect(records()).toMatchObject([
      { pid: process.pid, state: "WAITING", dueAt: "2026-11-15T20:28:05.000Z", stop: aWait().stop },
    ]);
  });

  test("in the middle of a resume is due at once", async () => {
    await new SessionStore(state).save(aWait({ state: "RESUMING", dueAt: undefined }));
    const { book } = await open();
    expect(await book.adopt(SESSION)).toMatchObject({ dueAt: 0 });
  });

  test("stays until it is on disk as ours", async () => {
    await new SessionStore(state).save(aWait());
    const { book } = await open();
    const full = { ok: false, path: state, code: "ENOSPC", says: "is full", fix: "free some space" } as const;
    const save = vi.spyOn(SessionStore.prototype, "save").mockResolvedValue(full);
    expect(await book.adopt(SESSION)).toMatchObject({ dueAt: Date.parse("2026-11-15T20:28:05.000Z") });
    expect(records()).toContainEqual(expect.objectContaining({ id: aWait().id, state: "WAITING" }));
    save.mockRestore();
    await book.save(waiting());
    expect(records()).toMatchObject([{ pid: process.pid, state: "WAITING" }]);
  });

  test("for another conversation stays", async () => {
    await new SessionStore(state).save(aWait());
    const { book } = await open();
    expect(await book.adopt("another-conversation")).toBeUndefined();
    expect(records().map(({ id }) => id)).toContain(aWait().id);
  });

  test("by one that needed somebody stays", async () => {
    await new SessionStore(state).save(aWait({ state: "NEEDS_YOU", dueAt: undefined, why: "see /usage" }));
    const { book } = await open();
    expect(await book.adopt(SESSION)).toBeUndefined();
  });
});

test("a book that is closed is not opened again by what was still under way", async () => {
  const { book } = await open();
  await book.close(RUNNING, { exitCode: 0 });
  await book.note(SESSION, undefined);
  expect(records()).toEqual([]);
});

test("whoever asks a session that we stand aside from is told so", async () => {
  const { book, told } = await open();
  await book.standAside({ ...inTheWay(""), why: "stoodAside" } as Life);
  const [record] = records();
  expect(record).toMatchObject({ state: "NEEDS_YOU", why: expect.stringContaining("cac logs") as string });
  expect(await askSession(record?.socket ?? "", { op: "resume" })).toEqual({
    ok: false,
    code: "STOOD_ASIDE",
    says: "cac has failed in this session and does nothing in it any more",
    fix: "continue it by hand; cac logs shows what happened",
  });
  expect(told).toEqual([]);
});

async function open() {
  const told: SessionEvent[] = [];
  const debug: string[] = [];
  const book = await SessionJournal.open({
    command: ["/usr/bin/claude", "--model", "opus"],
    cwd: "/home/ada",
    release: "2.1.325",
    startedAt: NOON,
    tell: (event) => void told.push(event),
    debug: (message) => void debug.push(message),
  });
  books.push(book);
  return { book, told, debug };
}

function records(): SessionRecord[] {
  const directory = join(state, "sessions");
  return filesIn(directory, ".json").map(
    (name) => JSON.parse(readFileSync(join(directory, name), "utf8")) as SessionRecord,
  );
}

function sockets(): string[] {
  return filesIn(join(home, "claude-auto-continue"), ".sock");
}

function filesIn(directory: string, suffix: string): string[] {
  try {
    return readdirSync(directory).filter((name) => name.endsWith(suffix));
  } catch {
    // Never made.
    return [];
  }
}
