import { chmodSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { SessionRecord } from "../../../src/store/records/session-record.js";
import { SessionStore } from "../../../src/store/records/session-store.js";
import { aRecord, aWait } from "../../support/store/records/records.js";
import { FakeWrapper } from "../../support/cli/fake-wrapper.js";
import { runCac, type Ran } from "../../support/cli/run-cac.js";

const CLAUDE = "0f3c9a4e-1111-4222-8333-444455556666";
const NONE = {
  code: 0,
  out: "No session runs under cac, and no other waits. Start one with: cac\n",
  err: "",
};

let home: string;
let state: string;
let wrappers: FakeWrapper[];

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "cac-status-")));
  state = join(home, ".local", "state", "claude-auto-continue");
  wrappers = [];
});

afterEach(async () => {
  await Promise.all(wrappers.map((wrapper) => wrapper.kill()));
  rmSync(home, { recursive: true, force: true });
});

test("nothing yet, and nothing is made by looking", () => {
  expect(cac("status")).toEqual(NONE);
  expect(cac("status", "--json")).toEqual({ code: 0, out: "[]\n", err: "" });
  expect(readdirSync(home)).toEqual([]);
});

test("a live session, as it is now and not as it was saved", async () => {
  await wrap(aWait());
  expect(json("status")).toMatchObject([{ id: "k3m9p", life: "live", answers: true, state: "WAITING" }]);
  expect(cac("resume")).toEqual({ code: 0, out: "k3m9p: continues now\n", err: "" });
  expect(json("status")).toMatchObject([{ id: "k3m9p", life: "live", answers: true, state: "RESUMING" }]);
  expect(cac("status").out).toContain("k3m9p  [RESUMING]");
});

test("a session whose record could not be written is found by its socket", async () => {
  await wrap(aWait(), { saves: false });
  expect(json("status")).toMatchObject([{ id: "k3m9p", life: "live", answers: true }]);
  expect(cac("cancel", "k3")).toEqual({ code: 0, out: "k3m9p: waits no longer\n", err: "" });
});

test("killed: what was left, and how to carry on; cancelled: forgotten", async () => {
  await (await wrap(aWait())).kill();
  expect(cac("status").out).toContain(
    `       carry on: cd /home/ada/project && cac --resume ${CLAUDE}\n       drop it:  cac cancel k3m9p\n`,
  );
  // Its socket went with it.
  expect(readdirSync(join(state, "run"))).toEqual([]);
  expect(cac("resume", "k3m9p")).toEqual({
    code: 1,
    out: "",
    err: `cac: the wrapper of k3m9p is gone, only its wait is left\nfix: carry on with: cd /home/ada/project && cac --resume ${CLAUDE}\n`,
  });
  expect(cac("cancel", "--json")).toEqual({
    code: 0,
    out: '{"id":"k3m9p","says":"what was left of it is forgotten"}\n',
    err: "",
  });
  expect(cac("status")).toEqual(NONE);
});

test("killed without a wait: nothing is left", async () => {
  await (await wrap(aRecord())).kill();
  expect(cac("status")).toEqual(NONE);
  expect(readdirSync(join(state, "sessions"))).toEqual([]);
});

test.skipIf(process.platform === "win32")(
  "one that is stopped is shown, and told as not answering",
  async () => {
    const { child } = await wrap(aWait());
    child.kill("SIGSTOP");
    expect(json("status")).toMatchObject([{ id: "k3m9p", life: "live", answers: false, state: "WAITING" }]);
    expect(cac("resume")).toEqual({
      code: 1,
      out: "",
      err: `cac: session k3m9p does not answer\nfix: see what its process ${child.pid} does: it may be stopped (fg brings it back); then try again\n`,
    });
    child.kill("SIGCONT");
  },
);

describe("which session", () => {
  test("none waits", async () => {
    await wrap(aRecord());
    const none = { code: 1, out: "", err: err("no session is waiting", "cac status shows what there is") };
    expect(cac("resume")).toEqual(none);
    expect(cac("cancel")).toEqual(none);
    expect(cac("resume", "k3m9p")).toEqual({
      code: 1,
      out: "",
      err: err("k3m9p: this session is not waiting", "cac status"),
    });
  });

  test("one of two that wait, by a beginning or by Claude's id", async () => {
    await wrap(aWait({ id: "kbbb2", claudeSessionId: "another" }));
    await wrap(aWait({ id: "kccc2", startedAt: "2026-11-15T12:00:01.000Z" }));
    await wrap(aRecord({ id: "kdddd", startedAt: "2026-11-15T12:00:02.000Z" }));
    const both = "kbbb2 (/home/ada/project), kccc2 (/home/ada/project)";
    expect(cac("resume")).toEqual({
      code: 2,
      out: "",
      err: err("2 sessions are waiting", `say which: cac resume ID, one of ${both}`),
    });
    expect(cac("resume", "k")).toEqual({
      code: 2,
      out: "",
      err: err('"k" may be any of 3 sessions', `say which: ${both}, kdddd (/home/ada/project)`),
    });
    for (const id of ["", "x", "kbbb22", "../kbbb2"]) {
      expect(cac("resume", id)).toEqual({
        code: 1,
        out: "",
        err: err(`there is no session ${JSON.stringify(id)}`, "cac status shows what there is"),
      });
    }
    expect(cac("resume", "KB").out).toBe("kbbb2: continues now\n");
    expect(cac("cancel", CLAUDE).out).toBe("kccc2: waits no longer\n");
  });

  test("JSON", async () => {
    await wrap(aWait());
    expect(json("resume")).toEqual({ id: "k3m9p", state: "RESUMING", says: "continues now" });
  });
});

test("what is no record is told once, and the rest is shown", async () => {
  await wrap(aWait());
  const file = join(state, "sessions", "bbbb2.json");
  writeFileSync(file, "\x1b[2J{", { mode: 0o600 });
  const { code, out, err } = cac("status");
  expect({ code, err }).toEqual({
    code: 0,
    err: expect.stringMatching(
      `^cac: warning: ${file} does not hold a JSON object\nfix: nothing was done with it; it is now ${state}/set-aside/[^\n]+-bbbb2.json\n$`,
    ) as string,
  });
  expect(out).toContain("k3m9p  [WAITING]");
  expect(cac("status").err).toBe("");
});

test("--watch wants a terminal, and no --json", () => {
  expect(cac("status", "--watch")).toEqual({
    code: 2,
    out: "",
    err: "cac: --watch needs a terminal\nfix: cac status prints it once, cac status --json for programs\n",
  });
  expect(cac("status", "--watch", "--json").err).toBe(
    "cac: --watch is for people, --json for programs\nfix: leave one of them out\n",
  );
});

describe.skipIf(process.platform === "win32" || process.geteuid?.() === 0)(
  "a directory of ours closed to us",
  () => {
    beforeEach(async () => void (await new SessionStore(state).save(aWait())));
    afterEach(() => chmodSync(sessions(), 0o700));

    test("it cannot be read", () => {
      chmodSync(sessions(), 0);
      expect(cac("status")).toEqual(NONE);
    });

    test("it cannot be written", () => {
      chmodSync(sessions(), 0o500);
      expect(cac("cancel")).toEqual({
        code: 1,
        out: "",
        err: `cac: ${sessions()}/k3m9p.json cannot be written (EACCES)\nfix: see who may write there, or name another place with XDG_STATE_HOME\n`,
      });
    });
  },
);

function err(message: string, fix: string): string {
  return `cac: ${message}\nfix: ${fix}\n`;
}

function sessions(): string {
  return join(state, "sessions");
}

function cac(...args: string[]): Ran {
  return runCac(args, { HOME: home, TZ: "America/New_York" });
}

function json(...args: string[]): unknown {
  return JSON.parse(cac(...args, "--json").out);
}

async function wrap(record: SessionRecord, options?: { saves: boolean }): Promise<FakeWrapper> {
  const wrapper = await FakeWrapper.start(home, record, options);
  wrappers.push(wrapper);
  return wrapper;
}
