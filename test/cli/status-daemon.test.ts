import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import type { QueueEntry } from "../../src/daemon/queue/queue-entry.js";
import { aWait } from "../support/store/records/records.js";
import { anEntry, sessionId } from "../support/daemon/entries.js";
import { FakeDaemon } from "../support/cli/fake-daemon.js";
import { FakeWrapper } from "../support/cli/fake-wrapper.js";
import { runCac, type Ran } from "../support/cli/run-cac.js";

let home: string;
let started: { kill(): Promise<void> }[];

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "cac-sdm-")));
  started = [];
});

afterEach(async () => {
  await Promise.all(started.map((each) => each.kill()));
  rmSync(home, { recursive: true, force: true });
});

test("wrapped sessions and the daemon's, together", async () => {
  await wrap(sessionId(8));
  await daemon(anEntry(0xaaaaaaaa), anEntry(0xbbbbbbbb, needsYou()));
  expect(json("status")).toMatchObject([
    { id: "k3m9p", life: "live", answers: true, refusals: [] },
    { id: "aaaaaaaa", life: "queued", answers: true, state: "WAITING", command: null, pid: 4_000_000 },
    { id: "bbbbbbbb", life: "queued", state: "NEEDS_YOU", refusals: ["tmux: is not running inside tmux"] },
  ]);
  const { out } = cac("status");
  expect(out).toContain("k3m9p     [WAITING] Resuming in");
  expect(out).toContain("aaaaaaaa  [WAITING] Resuming in");
  expect(out).toContain("          a dialog is open\n          tmux: is not running inside tmux\n");
});

test("resumed and cancelled, by the beginning of the id", async () => {
  await daemon(anEntry(0xaaaaaaaa), anEntry(0xbbbbbbbb));
  expect(json("resume", "aaaa")).toEqual({ id: "aaaaaaaa", state: "RESUMING", says: "continues now" });
  expect(cac("cancel", sessionId(0xbbbbbbbb))).toEqual({
    code: 0,
    out: "bbbbbbbb: waits no longer\n",
    err: "",
  });
  expect(json("status")).toMatchObject([{ id: "aaaaaaaa", state: "RESUMING" }]);
  // The only one that there is.
  expect(cac("cancel")).toEqual({ code: 0, out: "aaaaaaaa: waits no longer\n", err: "" });
  expect(json("status")).toEqual([]);
});

test("a wrapped session is in the queue too: it is its wrapper's, and shown once", async () => {
  await wrap(sessionId(1));
  await daemon(anEntry(1));
  expect(json("status")).toMatchObject([{ id: "k3m9p", life: "live" }]);
});

test("no daemon runs: its queue is shown as it stands, and nobody takes orders", async () => {
  await (await daemon(anEntry(0xaaaaaaaa))).kill();
  expect(json("status")).toMatchObject([{ id: "aaaaaaaa", life: "queued", answers: false }]);
  expect(cac("status").out).toContain("(no daemon runs)");
  for (const verb of ["resume", "cancel"]) {
    expect(cac(verb)).toEqual({
      code: 1,
      out: "",
      err: `cac: no daemon runs that could ${verb} aaaaaaaa\nfix: start it with: cac daemon (cac install lets it start by itself)\n`,
    });
  }
});

test.skipIf(process.platform === "win32")("one that is stopped is told as not answering", async () => {
  const { child } = await daemon(anEntry(0xaaaaaaaa));
  child.kill("SIGSTOP");
  expect(cac("cancel", "aaaa")).toEqual({
    code: 1,
    out: "",
    err: "cac: the daemon runs and does not answer\nfix: what it does: cac logs daemon\n",
  });
  child.kill("SIGCONT");
});

test("a queue that is none is told, and nothing is moved by looking", () => {
  const directory = join(home, ".claude", "auto-resume");
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, "status.json");
  writeFileSync(file, '{"detected":true,"claude_pid":1}', { mode: 0o600 });
  expect(cac("status")).toEqual({
    code: 0,
    out: "No session runs under cac, and no other waits. Start one with: cac\n",
    err: `cac: warning: ${file} was not written by cac\nfix: nothing was done with it; remove it if it is nothing of yours\n`,
  });
  expect(readdirSync(directory)).toEqual(["status.json"]);
});

test("1,000 queued sessions are shown, and one of them is dropped", async () => {
  await daemon(...Array.from({ length: 1000 }, (_, number) => anEntry(number)));
  expect(json("status")).toHaveLength(1000);
  expect(cac("status").out.split("\n")).toHaveLength(1002);
  expect(cac("cancel", "000003e7").out).toBe("000003e7: waits no longer\n");
  expect(json("status")).toHaveLength(999);
});

test("CLAUDE_CONFIG_DIR is respected", async () => {
  await daemon(anEntry(1));
  const elsewhere = { HOME: home, CLAUDE_CONFIG_DIR: join(home, "elsewhere") };
  expect(runCac(["status", "--json"], elsewhere).out).toBe("[]\n");
});

function needsYou(): Partial<QueueEntry> {
  const refusals = ["tmux: is not running inside tmux"];
  return { state: "NEEDS_YOU", dueAt: undefined, why: "a dialog is open", refusals };
}

function cac(...args: string[]): Ran {
  return runCac(args, { HOME: home, TZ: "America/New_York" });
}

function json(...args: string[]): unknown {
  return JSON.parse(cac(...args, "--json").out);
}

async function wrap(claudeSessionId: string): Promise<void> {
  started.push(await FakeWrapper.start(home, aWait({ claudeSessionId })));
}

async function daemon(...entries: QueueEntry[]): Promise<FakeDaemon> {
  const fake = await FakeDaemon.start(home, entries);
  started.push(fake);
  return fake;
}
