import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, it, vi } from "vitest";

import type { Surroundings } from "../../../src/host/paths.js";
import { stateDir } from "../../../src/host/paths.js";
import { SessionStore } from "../../../src/store/records/session-store.js";
import { controlTransport } from "../../../src/transport/control.js";
import { KnownSession } from "../../../src/persona/session/known-session.js";

const START = { sessionId: "5d1f7b1e-0000-4000-8000-000000000001", source: "startup", cwd: "/project" };
const FOREIGN = {
  sessionId: START.sessionId,
  transcript: undefined,
  cwd: "/project",
  release: undefined,
  reach: { process: undefined, tty: undefined, env: {} },
};

let home: string;
let where: Surroundings;
let logged: string[];

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "known-session-"));
  where = { env: {}, home, platform: process.platform };
  logged = [];
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

function known(): KnownSession {
  const launch = { command: "/bin/claude", release: { major: 2, minor: 1, patch: 325 } };
  return new KnownSession({ launch, cwd: "/project", where, log: (event) => logged.push(event) });
}

it("is left alone by the daemon as long as it lives", async () => {
  const session = known();
  session.note({ ...START, transcriptPath: "/transcript.jsonl" });
  const way = controlTransport({ stateDir: stateDir(where) });
  await vi.waitFor(async () => expect(await way.open(FOREIGN)).toMatchObject({ attended: true }));
  const { sessions } = await new SessionStore(stateDir(where)).list();
  expect(sessions).toMatchObject([
    {
      life: "live",
      record: {
        pid: process.pid,
        command: ["/bin/claude"],
        cwd: "/project",
        release: "2.1.325",
        state: "RUNNING",
        claudeSessionId: START.sessionId,
        transcript: "/transcript.jsonl",
      },
    },
  ]);
  await session.remove();
  expect((await new SessionStore(stateDir(where)).list()).sessions).toEqual([]);
  expect(logged).toEqual([]);
});

it("goes on where nothing can be written", async () => {
  writeFileSync(join(home, ".local"), "a file in the way");
  const session = known();
  session.note({ ...START, transcriptPath: undefined });
  await session.remove();
  expect(logged).not.toEqual([]);
});
