import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { examinePersonas } from "../../../src/install/doctor/examine-personas.js";
import { HostClient } from "../../../src/persona/host/host-client.js";
import { FakeHost } from "../../support/cli/fake-host.js";

const PROGRAM = { node: process.execPath, script: "none" };

let host: FakeHost | undefined;

beforeEach(() => {
  host = undefined;
});

afterEach(() => host?.end());

test("the host that runs, its version and its sessions", async () => {
  host = await FakeHost.start();
  expect(await look("1.2.3")).toEqual([good(`the host (process ${host.pid}, 1.2.3) has 0 sessions`)]);
  const client = new HostClient({ where: where(), program: PROGRAM });
  await client.ask({ persona: "tester", question: "what?", projectRoot: host.project });
  expect(await look("1.3.0")).toEqual([
    {
      about: "personas",
      state: "note",
      says: `the host (process ${host.pid}, 1.2.3) has 1 session; this is 1.3.0`,
      fix: "cac persona end --all ends it with its sessions; the next question starts this one",
    },
  ]);
});

test("a host that does not answer is told, with its process", async () => {
  host = await FakeHost.start();
  process.kill(host.pid, "SIGSTOP");
  try {
    expect(await look("1.2.3")).toEqual([
      {
        about: "personas",
        state: "bad",
        says: `the host (process ${host.pid}) does not answer`,
        fix: `kill -KILL ${host.pid} ends it; the next question starts another host, and goes on with the conversations`,
      },
    ]);
  } finally {
    process.kill(host.pid, "SIGCONT");
  }
});

test("whom there is to ask, who cannot be asked, and a token that does not come through", async () => {
  host = await FakeHost.start();
  const { home, pid } = host;
  define("tester", "You are the tester.");
  define("writer", "You write.", "{");
  const [broken, ...others] = await look("1.2.3", { CLAUDE_CODE_OAUTH_TOKEN: "placeholder" });
  expect(broken).toMatchObject({ about: "personas", state: "note" });
  expect(broken?.says).toMatch(`writer cannot be asked: ${join(home, ".config")}`);
  expect(others).toEqual([
    good(`the host (process ${pid}, 1.2.3) has 0 sessions`),
    {
      about: "personas",
      state: "note",
      says: "Claude Code keeps CLAUDE_CODE_OAUTH_TOKEN, by which you log in, from cac mcp",
      fix: "log in with claude and /login, or ask once from a terminal that has it: cac persona ask NAME hello",
    },
  ]);
  const elsewhere = { env: { XDG_STATE_HOME: join(home, "empty") }, home, platform: process.platform };
  expect((await examinePersonas({ ...PATIENT, where: elsewhere, cwd: home })).slice(1)).toEqual([
    good("1 to ask here; their host starts with the first question"),
  ]);
});

const PATIENT = { program: PROGRAM, version: "1.2.3" };

function look(version: string, more: Record<string, string> = {}) {
  return examinePersonas({ ...PATIENT, version, where: where(more), cwd: host?.project ?? "" });
}

function where(more: Record<string, string> = {}) {
  if (host === undefined) throw new Error("no host");
  return { env: { ...host.env, ...more }, home: host.home, platform: process.platform };
}

function good(says: string): object {
  return { about: "personas", state: "good", says };
}

function define(name: string, identity: string, settings?: string): void {
  const folder = join(host?.home ?? "", ".config", "claude-auto-continue", "personas", name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "CLAUDE.md"), identity);
  if (settings !== undefined) writeFileSync(join(folder, "persona.json"), settings);
}
