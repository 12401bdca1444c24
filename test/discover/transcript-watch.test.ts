import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { TranscriptEvent } from "../../src/claude/transcript/transcript.js";
import type { TailStart } from "../../src/store/tail.js";
import { TranscriptWatch } from "../../src/discover/transcript-watch.js";
import { uncaughtDuring } from "../support/uncaught.js";

// Well below the poll of 5 s: what comes within it came by notification.
const SOON = { timeout: 4_000, interval: 10 };
const LATER = { timeout: 20_000, interval: 20 };

let root: string;
let file: string;
let watch: TranscriptWatch;
let events: TranscriptEvent[];
let missing: boolean[];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "transcript-watch-"));
  file = join(root, "session.jsonl");
});

afterEach(() => {
  watch.close();
  rmSync(root, { recursive: true, force: true });
});

test("each line is told as it is, rows and others, before what it means", async () => {
  const told: string[] = [];
  writeFileSync(file, `${prompt("one")}not a row\n`);
  watch = new TranscriptWatch(file, {
    from: "start",
    timeZone: "UTC",
    lineBytes: 20,
    onLine: (line) => told.push(line.oversized ? "oversized" : line.bytes.toString()),
    onEvent: (event) => told.push(event.type),
    onMissing: () => {},
  });
  await watch.catchUp();
  expect(told).toEqual(["oversized", "promptSent", "not a row"]);
});

test("rows come in the order of the file, from where it was told to begin", async () => {
  writeFileSync(file, prompt("old"));
  follow("end");
  await watch.catchUp();
  for (let number = 0; number < 100; number++) appendFileSync(file, prompt(`p${number}`));
  await vi.waitFor(() => expect(events).toHaveLength(100), SOON);
  expect(prompts()).toEqual(Array.from({ length: 100 }, (_, number) => `p${number}`));
});

test("a limit row is told with its reset", async () => {
  follow("start");
  const row = {
    type: "assistant",
    timestamp: "2026-11-15T19:09:05.000Z",
    isApiErrorMessage: true,
    message: {
      model: "<synthetic>",
      content: [{ type: "text", text: "You've hit your limit · resets 3pm (UTC)" }],
    },
    quotaLimits: { status: "rejected", resetsAt: 1_794_775_144, rateLimitType: "five_hour" },
  };
  appendFileSync(file, `${JSON.stringify(row)}\n`);
  await vi.waitFor(() => expect(events).toHaveLength(1), SOON);
  expect(events[0]).toMatchObject({
    type: "limitSeen",
    limit: { kind: "five-hour", resetsAt: new Date(1_794_775_144_000) },
  });
});

test("a file, and directories, that come later are found without waiting for the poll", async () => {
  file = join(root, "home", "projects", "-work", "session.jsonl");
  follow("end");
  await watch.catchUp();
  mkdirSync(join(root, "home"));
  mkdirSync(join(root, "home", "projects", "-work"), { recursive: true });
  writeFileSync(file, prompt("first"));
  await vi.waitFor(() => expect(prompts()).toEqual(["first"]), LATER);
  appendFileSync(file, prompt("second"));
  await vi.waitFor(() => expect(prompts()).toEqual(["first", "second"]), SOON);
  expect(missing).toEqual([]);
});

test("a file that is deleted is missing until it is back", async () => {
  writeFileSync(file, prompt("first"));
  follow("start");
  await vi.waitFor(() => expect(prompts()).toEqual(["first"]), SOON);
  rmSync(file);
  await vi.waitFor(() => expect(missing).toEqual([true]), SOON);
  writeFileSync(file, prompt("another"));
  await vi.waitFor(() => expect(missing).toEqual([true, false]), SOON);
  await vi.waitFor(() => expect(prompts()).toEqual(["first", "another"]), SOON);
});

test("a file that another takes the place of is read from its start", async () => {
  writeFileSync(file, prompt("first"));
  follow("start");
  await vi.waitFor(() => expect(prompts()).toEqual(["first"]), SOON);
  const next = join(root, "next");
  writeFileSync(next, prompt("new one"));
  renameSync(next, file);
  await vi.waitFor(() => expect(prompts()).toEqual(["first", "new one"]), SOON);
  expect(missing).toEqual([]);
});

test("a directory that is removed and made again is followed", async () => {
  file = join(root, "project", "session.jsonl");
  mkdirSync(join(root, "project"));
  writeFileSync(file, prompt("first"));
  follow("start");
  await vi.waitFor(() => expect(prompts()).toEqual(["first"]), SOON);
  rmSync(join(root, "project"), { recursive: true });
  await vi.waitFor(() => expect(missing).toEqual([true]), LATER);
  mkdirSync(join(root, "project"));
  writeFileSync(file, prompt("second"));
  await vi.waitFor(() => expect(prompts()).toEqual(["first", "second"]), LATER);
});

test("what is no row, and a directory in the file's place, do no harm", async () => {
  mkdirSync(file);
  follow("start");
  await watch.catchUp();
  expect({ events, missing }).toEqual({ events: [], missing: [] });
  rmSync(file, { recursive: true });
  writeFileSync(file, `no json\n{"type":"user"\n\n${prompt("good")}`);
  await vi.waitFor(() => expect(prompts()).toEqual(["good"]), LATER);
});

test("catchUp resolves when all that is there has been told", async () => {
  follow("start");
  for (let number = 0; number < 50; number++) {
    appendFileSync(file, prompt(`p${number}`));
    await watch.catchUp();
    expect(events).toHaveLength(number + 1);
  }
});

test("a row that its reader fails at does not end the watch", async () => {
  writeFileSync(file, prompt("one") + prompt("two"));
  const told: unknown[] = [];
  const errors = await uncaughtDuring(async () => {
    watch = new TranscriptWatch(file, {
      from: "start",
      timeZone: "UTC",
      onEvent: (event) => {
        told.push(event);
        if (told.length === 1) throw new Error("a bug");
      },
      onMissing: () => undefined,
    });
    await watch.catchUp();
  });
  appendFileSync(file, prompt("three"));
  await watch.catchUp();
  expect(told).toHaveLength(3);
  expect(errors).toEqual([new Error("a bug")]);
});

test("nothing is told after close", async () => {
  writeFileSync(file, prompt("first"));
  follow("start");
  watch.close();
  await watch.catchUp();
  expect(events).toEqual([]);
});

function follow(from: TailStart): void {
  events = [];
  missing = [];
  watch = new TranscriptWatch(file, {
    from,
    timeZone: "UTC",
    onEvent: (event) => events.push(event),
    onMissing: (gone) => missing.push(gone),
  });
}

function prompts(): string[] {
  return events.flatMap((event) => (event.type === "promptSent" ? event.text : []));
}

function prompt(text: string): string {
  const message = { role: "user", content: text };
  return `${JSON.stringify({ type: "user", timestamp: "2026-11-15T19:09:05.000Z", message })}\n`;
}
