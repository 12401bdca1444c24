import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { readHookInput } from "../../src/claude/hooks/hook-input.js";
import { readRow } from "../../src/claude/transcript/transcript.js";
import { runHook } from "../../src/daemon/hook.js";
import { readInboxEvent, type InboxEvent } from "../../src/discover/inbox-event.js";
import { apiError, assistant, BANNER, REJECTED, user } from "../support/claude/transcript-rows.js";

let folder: string;
let transcript: string;
let logged: unknown[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hook-"));
  transcript = join(folder, "session.jsonl");
  logged = [];
});

afterEach(() => rmSync(folder, { recursive: true }));

const LIMIT = apiError(BANNER, { quotaLimits: REJECTED, version: "2.1.325" });
const CAPTURES = readdirSync("test/fixtures/captures").flatMap((release) =>
  readdirSync(join("test/fixtures/captures", release)).map((kind) => join(release, kind)),
);
const FAILED = { hook_event_name: "StopFailure", error: "rate_limit", last_assistant_message: BANNER };

test("a limit becomes an event with what its row says", async () => {
  const seenAt = write([user("go on"), LIMIT]);
  await hook(FAILED);
  expect(events()).toEqual([
    {
      version: 1,
      at: expect.stringMatching(/^20/),
      event: "limit",
      session: {
        sessionId: "s1",
        transcript,
        cwd: "/home/ada/app",
        release: "2.1.325",
        reach: { process: undefined, tty: undefined, env: { STY: "99.pts-0.box" } },
      },
      stop: {
        kind: "five-hour",
        text: BANNER,
        resetsAt: new Date(REJECTED.resetsAt * 1000).toISOString(),
        waitingHelps: true,
        seenAt,
      },
    },
  ]);
  expect(logged).toEqual([]);
});

test.each<[string, object, object[], string[]]>([
  ["Stop at a limit (2.0.72)", { hook_event_name: "Stop" }, [user("go on"), LIMIT], ["limit"]],
  [
    "Stop after an answer",
    { hook_event_name: "Stop" },
    [user("go on"), assistant("done")],
    ["sessionStarted"],
  ],
  [
    "Stop that tells its last words",
    { hook_event_name: "Stop", last_assistant_message: "done" },
    [LIMIT],
    ["sessionStarted"],
  ],
  ["SessionStart", { hook_event_name: "SessionStart", source: "startup" }, [], ["sessionStarted"]],
  ["SessionEnd", { hook_event_name: "SessionEnd", reason: "clear" }, [LIMIT], ["sessionEnded"]],
  ["a subagent's failure", { ...FAILED, agent_id: "a1" }, [LIMIT], []],
  ["UserPromptSubmit", { hook_event_name: "UserPromptSubmit", prompt: BANNER }, [LIMIT], []],
  ["an event of tomorrow", { hook_event_name: "Overslept" }, [LIMIT], []],
])("%s", async (_, input, rows, expected) => {
  write(rows);
  await hook(input);
  expect(events().map(({ event }) => event)).toEqual(expected);
  expect(logged).toEqual([]);
});

test.each(CAPTURES)("Stop at the limit of %s tells of it, whatever its words", async (capture) => {
  const rows = readFileSync(join("test/fixtures/captures", capture, "transcript.jsonl"), "utf8")
    .trim()
    .split("\n");
  write(rows.map((row) => JSON.parse(row) as object));
  const banners = rows
    .map((row) => readRow(row, { timeZone: "UTC" }))
    .filter((event) => event?.type === "limitSeen");
  expect(banners).toHaveLength(1);
  await hook({ hook_event_name: "Stop", last_assistant_message: banners[0]?.limit.text });
  expect(events().map(({ event, stop }) => [event, stop?.text])).toEqual([["limit", banners[0]?.limit.text]]);
});

test("a limit that the main conversation did not run into is no event, and logged", async () => {
  write([{ ...LIMIT, isSidechain: true }]);
  await hook(FAILED);
  expect(events()).toEqual([]);
  expect(logged).toEqual([["noLimitRow", { sessionId: "s1" }]]);
});

test("a session without a transcript has no limit that could be confirmed", async () => {
  await hook({ ...FAILED, transcript_path: "" });
  expect(events()).toEqual([]);
});

test("an inbox that nobody reads takes no more starts, but every limit", async () => {
  const inbox = join(folder, "auto-resume", "inbox");
  mkdirSync(inbox, { recursive: true, mode: 0o700 });
  for (let number = 0; number < 5000; number++) writeFileSync(join(inbox, `${number}.json`), "");
  await hook({ hook_event_name: "SessionStart" });
  expect(readdirSync(inbox)).toHaveLength(5000);
  expect(logged).toEqual([["inboxFull", { event: "sessionStarted", sessionId: "s1" }]]);
  write([LIMIT]);
  await hook(FAILED);
  expect(readdirSync(inbox)).toHaveLength(5001);
});

test.each([
  ["prompt_input_exit", true],
  ["clear", true],
  ["logout", true],
  // A signal: the terminal was closed, the machine is going down.
  ["other", false],
  [undefined, false],
])("an end for the reason %s is by the person's hand: %s", async (reason, byPerson) => {
  await hook({ hook_event_name: "SessionEnd", reason });
  expect(events().map((event) => event.byPerson)).toEqual([byPerson]);
});

test("the release is the one that newer releases name to what they start", async () => {
  await hook({ hook_event_name: "SessionStart" }, { AI_AGENT: "claude-code_2-1-197_harness" });
  expect(events().map(({ session }) => session.release)).toEqual(["2.1.197"]);
});

test("a session id that could be taken for an option is an error", async () => {
  const start = hook({ hook_event_name: "SessionStart", session_id: "--resume" });
  await expect(start).rejects.toThrow('the event has a bad "session.sessionId"');
  expect(events()).toEqual([]);
});

async function hook(input: object, env: Record<string, string> = {}): Promise<void> {
  const told = { session_id: "s1", transcript_path: transcript, cwd: "/home/ada/app", ...input };
  const event = readHookInput(JSON.stringify(told));
  if (!event) throw new Error("no hook input");
  await runHook(event, {
    directory: join(folder, "auto-resume"),
    env: { STY: "99.pts-0.box", ANTHROPIC_API_KEY: "secret", ...env },
    // Nobody: what is above the tests is not theirs to say.
    parent: 0,
    log: (name, details) => logged.push([name, details]),
  });
}

function events(): InboxEvent[] {
  const inbox = join(folder, "auto-resume", "inbox");
  let names: string[];
  try {
    names = readdirSync(inbox).sort();
  } catch {
    // Nothing was dropped.
    return [];
  }
  return names.map((name) => {
    const read = readInboxEvent(readFileSync(join(inbox, name), "utf8"));
    if (!read.ok) throw new Error(read.says);
    return read.event;
  });
}

/** As if they had been written now; returns when that is. */
function write(rows: readonly object[]): string {
  const timestamp = new Date().toISOString();
  writeFileSync(transcript, rows.map((row) => `${JSON.stringify({ ...row, timestamp })}\n`).join(""));
  return timestamp;
}
