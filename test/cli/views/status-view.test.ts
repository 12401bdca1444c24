import { expect, test } from "vitest";

import type { SessionView } from "../../../src/hub/hub.js";
import { jsonOfSession, statusLines, type StatusLook } from "../../../src/cli/views/status-view.js";
import type { SessionRecord } from "../../../src/store/records/session-record.js";
import { aRecord, aWait } from "../../support/store/records/records.js";

const LOOK: StatusLook = {
  now: new Date("2026-11-15T19:04:20Z"),
  home: "/home/ada",
  color: false,
  timeZone: "America/New_York",
};
const CLAUDE = "0f3c9a4e-1111-4222-8333-444455556666";

test("nothing: one friendly line", () => {
  expect(statusLines([], LOOK)).toEqual([
    "No session runs under cac, and no other waits. Start one with: cac",
  ]);
});

test("every state in a table", () => {
  const sessions = [
    live(aRecord({ id: "bbbb2" })),
    live(aWait({ id: "cccc2", state: "LIMIT_DETECTED", dueAt: undefined })),
    live(aWait({ id: "dddd2", cwd: "/home/ada" })),
    live(aWait({ id: "ffff2", cwd: "/srv/far", dueAt: "2026-11-18T19:07:00.000Z", stop: stop("weekly") })),
    live(aWait({ id: "gggg2", state: "RESUMING", attempts: 1, dueAt: undefined })),
    live(aWait({ id: "hhhh2", state: "RESUMING", attempts: 2, dueAt: undefined, stop: stop("overloaded") })),
    live(
      aWait({
        id: "jjjj2",
        state: "NEEDS_YOU",
        dueAt: undefined,
        why: "a permission prompt waits for your answer",
      }),
    ),
    { ...live(aRecord({ id: "kkkk2" })), answers: false },
    { ...left(aWait({ id: "mmmm2" })), life: "elsewhere" } as const,
  ];
  expect(statusLines(sessions, LOOK)).toEqual([
    "ID     STATE                                              DIRECTORY  STOPPED BY       CONTINUES",
    "bbbb2  [RUNNING]                                          ~/project",
    "cccc2  [LIMIT_DETECTED]                                   ~/project  five-hour limit",
    "dddd2  [WAITING] Resuming in 01:23:45                     ~          five-hour limit  3:28pm",
    "ffff2  [WAITING] Resuming in 3d 00:02:40                  /srv/far   weekly limit     Nov 18, 2:07pm",
    "gggg2  [RESUMING]                                         ~/project  five-hour limit",
    "hhhh2  [RESUMING] try 2                                   ~/project  overloaded",
    "jjjj2  [NEEDS_YOU]                                        ~/project  five-hour limit",
    "       a permission prompt waits for your answer",
    "kkkk2  [RUNNING] (does not answer)                        ~/project",
    "mmmm2  [WAITING] Resuming in 01:23:45 on another machine  ~/project  five-hour limit  3:28pm",
  ]);
});

test("the daemon's sessions stand below, with why they could not be reached", () => {
  const lines = statusLines(
    [
      live(aRecord({ id: "bbbb2" })),
      queued(aWait({ id: "0f3c9a4e" })),
      queued(aWait({ id: "11111111", dueAt: "2026-11-18T19:07:00.000Z" }), { answers: false }),
      queued(aWait({ id: "22222222", state: "RESUMING", dueAt: undefined })),
      queued(
        aWait({ id: "33333333", state: "NEEDS_YOU", dueAt: undefined, why: "no way leads to its keyboard" }),
        { refusals: ["tmux: is not running inside tmux", "tty: \x1b[2J is not allowed here"] },
      ),
    ],
    LOOK,
  );
  expect(lines).toEqual([
    "ID        STATE                                               DIRECTORY  STOPPED BY       CONTINUES",
    "bbbb2     [RUNNING]                                           ~/project",
    "0f3c9a4e  [WAITING] Resuming in 01:23:45                      ~/project  five-hour limit  3:28pm",
    "11111111  [WAITING] Resuming in 3d 00:02:40 (no daemon runs)  ~/project  five-hour limit  Nov 18, 2:07pm",
    "22222222  [RESUMING]                                          ~/project  five-hour limit",
    "33333333  [NEEDS_YOU]                                         ~/project  five-hour limit",
    "          no way leads to its keyboard",
    "          tmux: is not running inside tmux",
    "          tty: \\x1b[2J is not allowed here",
  ]);
});

test("JSON of one of the daemon's", () => {
  const session = queued(aWait({ id: "0f3c9a4e", pid: 0, command: [] }), {
    refusals: ["tmux: is not there"],
  });
  expect(jsonOfSession(session, LOOK.now)).toMatchObject({
    id: "0f3c9a4e",
    life: "queued",
    answers: true,
    command: null,
    pid: null,
    secondsLeft: 5025,
    refusals: ["tmux: is not there"],
    carryOn: null,
  });
});

test("what was left, and how to carry on", () => {
  const lines = statusLines(
    [
      live(aRecord({ id: "bbbb2" })),
      left(aWait({ id: "cccc2", cwd: "/home/ada/my project" })),
      left(aWait({ id: "dddd2", dueAt: "2026-11-15T18:00:00.000Z", claudeSessionId: undefined })),
      left(aWait({ id: "ffff2", state: "RESUMING", dueAt: undefined })),
      left(aWait({ id: "gggg2", state: "NEEDS_YOU", dueAt: undefined })),
      left(aWait({ id: "hhhh2", claudeSessionId: undefined, command: ["/usr/bin/codex", "do it"] })),
    ],
    LOOK,
  );
  expect(lines).toEqual([
    "ID     STATE      DIRECTORY  STOPPED BY  CONTINUES",
    "bbbb2  [RUNNING]  ~/project",
    "",
    "Left behind by wrappers that are gone:",
    "cccc2  [LEFT] is to continue 3:28pm   ~/my project  five-hour limit",
    `       carry on: cd '/home/ada/my project' && cac --resume ${CLAUDE}`,
    "       drop it:  cac cancel cccc2",
    "dddd2  [LEFT] was to continue 1:00pm  ~/project     five-hour limit",
    "       carry on: cd /home/ada/project && cac --continue",
    "       drop it:  cac cancel dddd2",
    "ffff2  [LEFT] was about to continue   ~/project     five-hour limit",
    `       carry on: cd /home/ada/project && cac --resume ${CLAUDE}`,
    "       drop it:  cac cancel ffff2",
    "gggg2  [LEFT] needed you              ~/project     five-hour limit",
    `       carry on: cd /home/ada/project && cac --resume ${CLAUDE}`,
    "       drop it:  cac cancel gggg2",
    "hhhh2  [LEFT] is to continue 3:28pm   ~/project     five-hour limit",
    "       carry on: cd /home/ada/project && cac run -- /usr/bin/codex 'do it'",
    "       drop it:  cac cancel hhhh2",
  ]);
});

test("only what was left", () => {
  expect(statusLines([left(aWait())], LOOK).slice(0, 3)).toEqual([
    "No session runs under cac now.",
    "",
    "Left behind by wrappers that are gone:",
  ]);
});

test("where it is narrow the directory gives way, from its beginning", () => {
  const session = live(aWait({ cwd: "/home/ada/a/rather/long/way/to/the/project" }));
  expect(statusLines([session], { ...LOOK, columns: 90 })).toEqual([
    "ID     STATE                           DIRECTORY                STOPPED BY       CONTINUES",
    "k3m9p  [WAITING] Resuming in 01:23:45  …ong/way/to/the/project  five-hour limit  3:28pm",
  ]);
  // Not below what still says something.
  expect(statusLines([session], { ...LOOK, columns: 20 })[1]).toBe(
    "k3m9p  [WAITING] Resuming in 01:23:45  …the/project  five-hour limit  3:28pm",
  );
});

test("what a file says moves no terminal", () => {
  const evil = "\x1b]0;pwned\x07\u009b2J";
  const lines = statusLines(
    [
      live(aWait({ cwd: evil, why: evil, stop: stop(evil) })),
      left(aWait({ id: "cccc2", cwd: evil, stop: stop(evil), command: [evil], claudeSessionId: undefined })),
    ],
    LOOK,
  );
  expect(lines.join("")).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
  expect(lines.join("")).toContain("\\x1b]0;pwned\\x07\\x9b2J");
});

test("colours where they are wanted", () => {
  const [head, row] = statusLines([live(aWait())], { ...LOOK, color: true });
  expect(head).toMatch(/^\x1b\[2mID .*\x1b\[0m$/);
  expect(row).toContain("k3m9p  \x1b[33m[WAITING]\x1b[0m Resuming in 01:23:45  ~/project");
});

test("the JSON has every name, whatever is known", () => {
  expect(jsonOfSession(live(aRecord()), LOOK.now)).toEqual({
    id: "k3m9p",
    kind: "wrapped",
    life: "live",
    answers: true,
    state: "RUNNING",
    directory: "/home/ada/project",
    command: ["claude"],
    release: null,
    pid: 4_000_000,
    claudeSessionId: null,
    transcript: null,
    stop: null,
    dueAt: null,
    secondsLeft: null,
    attempts: 0,
    why: null,
    refusals: [],
    prompt: null,
    screen: null,
    persona: null,
    ended: null,
    carryOn: null,
    startedAt: "2026-11-15T12:00:00.000Z",
    updatedAt: "2026-11-15T12:00:00.000Z",
  });
  const ended = { at: "2026-11-15T19:00:00.000Z", exitCode: 137 };
  const wait = left(aWait({ release: "2.1.325", transcript: "/t.jsonl", why: "x", ended }));
  expect(jsonOfSession(wait, LOOK.now)).toEqual({
    id: "k3m9p",
    kind: "wrapped",
    life: "left",
    answers: false,
    state: "WAITING",
    directory: "/home/ada/project",
    command: ["claude"],
    release: "2.1.325",
    pid: 4_000_000,
    claudeSessionId: CLAUDE,
    transcript: "/t.jsonl",
    stop: {
      kind: "five-hour",
      text: "You've hit your 5-hour limit · resets 3:28pm",
      resetsAt: "2026-11-15T20:28:00.000Z",
      seenAt: "2026-11-15T18:00:00.000Z",
    },
    dueAt: "2026-11-15T20:28:05.000Z",
    secondsLeft: 5025,
    attempts: 0,
    why: "x",
    refusals: [],
    prompt: null,
    screen: null,
    persona: null,
    ended: { at: "2026-11-15T19:00:00.000Z", exitCode: 137, signal: null },
    carryOn: `cd /home/ada/project && cac --resume ${CLAUDE}`,
    startedAt: "2026-11-15T12:00:00.000Z",
    updatedAt: "2026-11-15T12:00:00.000Z",
  });
});

function live(record: SessionRecord): SessionView {
  return { kind: "wrapped", record, life: "live", answers: true, refusals: [] };
}

function queued(
  record: SessionRecord,
  { answers = true, refusals = [] }: { answers?: boolean; refusals?: string[] } = {},
): SessionView {
  return { kind: "queued", record, life: "queued", answers, refusals };
}

function left(record: SessionRecord): SessionView {
  return { kind: "wrapped", record, life: "left", answers: false, refusals: [] };
}

function stop(kind: string): NonNullable<SessionRecord["stop"]> {
  return { kind, text: "a sentence", seenAt: "2026-11-15T18:00:00.000Z" };
}
