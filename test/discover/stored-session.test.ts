import { expect, test } from "vitest";

import { isSameProcess, lastKnown } from "../../src/discover/stored-session.js";
import type { ExternalSession, TerminalLocator } from "../../src/transport/terminal-locator.js";
import { SESSION } from "../support/discover/foreign-values.js";

const HERE: TerminalLocator = {
  process: { pid: 1, start: "a" },
  tty: "/dev/pts/1",
  env: { TMUX_PANE: "%1" },
};
const THERE: TerminalLocator = {
  process: { pid: 2, start: "b" },
  tty: "/dev/pts/2",
  env: { TMUX_PANE: "%2" },
};
const NOWHERE: TerminalLocator = { process: undefined, tty: undefined, env: {} };
const MOVED: TerminalLocator = { ...HERE, env: { TMUX_PANE: "%3" } };

const at = (reach: TerminalLocator, more: Partial<ExternalSession> = {}): ExternalSession => ({
  ...SESSION,
  reach,
  ...more,
});

test.for([
  ["the same again", HERE, HERE, true, HERE],
  ["the same in another pane", HERE, MOVED, true, MOVED],
  ["its end, told by itself", HERE, MOVED, false, MOVED],
  ["another that lives", HERE, THERE, true, THERE],
  ["another that has ended", HERE, THERE, false, HERE],
  ["nothing of where it is", HERE, NOWHERE, true, HERE],
  ["the first word on where it is", NOWHERE, THERE, true, THERE],
  ["the first word on where it was", NOWHERE, THERE, false, THERE],
] as const)("%s", async ([, known, told, isAlive, expected]) => {
  expect(await lastKnown(at(known), at(told), () => Promise.resolve(isAlive))).toEqual(at(expected));
});

test("what was not told stays", async () => {
  const told = at(HERE, { transcript: undefined, release: undefined, cwd: "/elsewhere" });
  expect(await lastKnown(at(HERE), told, () => Promise.resolve(true))).toEqual(
    at(HERE, { cwd: "/elsewhere" }),
  );
});

test.for([
  [{ pid: 1, start: "a" }, { pid: 1, start: "a" }, true],
  [{ pid: 1, start: "a" }, { pid: 1, start: "b" }, false],
  [{ pid: 1, start: "a" }, { pid: 2, start: "a" }, false],
  [{ pid: 1, start: undefined }, { pid: 1, start: "a" }, true],
] as const)("%o and %o", ([a, b, isSame]) => {
  expect([isSameProcess(a, b), isSameProcess(b, a)]).toEqual([isSame, isSame]);
});
