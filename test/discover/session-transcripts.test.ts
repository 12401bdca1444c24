import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { SessionTranscripts } from "../../src/discover/session-transcripts.js";

const GENEROUS = { timeout: 10_000, interval: 5 };
/** Longer than a test: what is told then is told because a file reported its change. */
const NEVER_MS = 10 * 60_000;

let top: string;
let transcripts: SessionTranscripts;
let told: string[];

beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), "cac-transcripts-"));
  told = [];
  transcripts = open(NEVER_MS);
});

afterEach(() => {
  transcripts.close();
  rmSync(top, { recursive: true });
});

test("the rows of many sessions are told by whose they are, in one folder or in several", async () => {
  const files = ["one/a", "one/b", "two/c"].map((name) => join(top, name));
  mkdirSync(join(top, "one"));
  for (const [index, file] of files.entries()) await transcripts.follow(`s${index}`, file, "start");
  // One of the folders comes later.
  mkdirSync(join(top, "two"));
  for (const [index, file] of files.entries()) appendFileSync(file, prompt(`p${index}`));
  await vi.waitFor(() => expect(told.toSorted()).toEqual(["s0 p0", "s1 p1", "s2 p2"]), GENEROUS);
});

test("what is there already has been told when following has begun", async () => {
  const file = join(top, "a");
  writeFileSync(file, prompt("old") + prompt("older"));
  await transcripts.follow("s", file, "start");
  expect(told).toEqual(["s old", "s older"]);
  await transcripts.follow("s", file, "start");
  expect(told).toEqual(["s old", "s older"]);
});

test("a session whose transcript is another is followed there", async () => {
  const [first, second] = [join(top, "a"), join(top, "b")];
  writeFileSync(second, prompt("before"));
  await transcripts.follow("s", first, "start");
  await transcripts.follow("s", second, "end");
  appendFileSync(first, prompt("left behind"));
  appendFileSync(second, prompt("after"));
  await vi.waitFor(() => expect(told).toEqual(["s after"]), GENEROUS);
});

test("one that is forgotten is silent, and its neighbour is not", async () => {
  const [a, b] = [join(top, "a"), join(top, "b")];
  await transcripts.follow("a", a, "start");
  await transcripts.follow("b", b, "start");
  transcripts.forget("a");
  transcripts.forget("a");
  appendFileSync(a, prompt("one"));
  appendFileSync(b, prompt("two"));
  await vi.waitFor(() => expect(told).toEqual(["b two"]), GENEROUS);
  await transcripts.catchUp("a");
  expect(told).toEqual(["b two"]);
});

test("what no notification told of is seen by the poll", async () => {
  transcripts.close();
  transcripts = open(20);
  // A link: what is written to its file shows in another folder.
  mkdirSync(join(top, "far"));
  mkdirSync(join(top, "near"));
  const [file, link] = [join(top, "far", "a"), join(top, "near", "a")];
  writeFileSync(file, "");
  symlinkSync(file, link);
  await transcripts.follow("s", link, "start");
  appendFileSync(file, prompt("one"));
  await vi.waitFor(() => expect(told).toEqual(["s one"]), GENEROUS);
});

function open(pollMs: number): SessionTranscripts {
  return new SessionTranscripts({
    timeZone: "UTC",
    pollMs,
    onEvent: (sessionId, event) =>
      told.push(`${sessionId} ${event.type === "promptSent" ? event.text : event.type}`),
  });
}

function prompt(text: string): string {
  return `${JSON.stringify({ type: "user", timestamp: "2026-11-15T19:09:05.000Z", message: { content: text } })}\n`;
}
