import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { startedAt } from "../../src/host/process-table.js";
import {
  isEntryOf,
  readRegistration,
  registryDirectory,
  SessionRegistry,
  type RegisteredSession,
} from "../../src/discover/session-registry.js";

/** As 2.1.325 wrote it, with other names. */
const ENTRY = {
  pid: 30444,
  sessionId: "e40b92c8-0469-457e-87d2-fd16f6251807",
  cwd: "/home/ada/project",
  startedAt: 1_794_800_376_595,
  procStart: "2552301",
  version: "2.1.325",
  peerProtocol: 1,
  peerFeatures: ["notify_idle", "reply_across_default_dirs", "artifact_yield"],
  kind: "interactive",
  entrypoint: "cli",
  pidDomain: "linux:0123456789abcdef0123456789abcdef:pid:[4026531836]",
  asksForConvertedSkills: null,
  messagingSocketPath: "/home/ada/tmp/cc-socks/30444.sock",
  name: "project-cb",
  nameSource: "derived",
  nameSince: 1_794_800_376_595,
  status: "idle",
  updatedAt: 1_794_800_376_673,
  statusUpdatedAt: 1_794_800_376_673,
};

const SESSION: RegisteredSession = {
  pid: 30444,
  procStart: "2552301",
  startedAt: 1_794_800_376_595,
  sessionId: "e40b92c8-0469-457e-87d2-fd16f6251807",
  cwd: "/home/ada/project",
  release: "2.1.325",
  isInteractive: true,
};

describe("an entry", () => {
  it("is read as far as it concerns us", () => {
    expect(readRegistration(JSON.stringify(ENTRY))).toEqual(SESSION);
  });

  it.each([
    ["claude -p", { entrypoint: "sdk-cli" }],
    ["a session in the background", { kind: "bg" }],
  ])("of %s is no person's session", (_, changes) => {
    expect(readRegistration(JSON.stringify({ ...ENTRY, ...changes }))).toEqual({
      ...SESSION,
      isInteractive: false,
    });
  });

  it.each([
    ["2.1.75, which does not keep it up", { updatedAt: undefined, version: undefined, kind: undefined }],
    ["an id that is a path", { sessionId: "../../../etc/passwd" }],
    ["an id that is an option", { sessionId: "--dangerously-skip-permissions" }],
    ["the first process", { pid: 1 }],
    ["a process group", { pid: -5 }],
    ["half a process", { pid: 2.5 }],
    ["a relative directory", { cwd: "project" }],
    ["a directory with a zero byte", { cwd: "/a\0b" }],
    ["a release that is none", { version: "latest" }],
    ["a start that is a number", { procStart: 2_552_301 }],
    ["a start of several lines", { procStart: "1\n2" }],
  ])("with %s does not hold", (_, changes) => {
    expect(readRegistration(JSON.stringify({ ...ENTRY, ...changes }))).toBeUndefined();
  });

  it("may be anything without harm", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.object().map((value) => JSON.stringify({ ...ENTRY, ...value })),
        ),
        (json) => {
          const session = readRegistration(json);
          expect(session === undefined || Object.keys(session).length === 7).toBe(true);
        },
      ),
    );
  });
});

describe("an entry is about", () => {
  it.each([
    ["the process that started then", { pid: 30444, start: "3d1219c7:2552301" }, true],
    ["no process of another number", { pid: 30445, start: "3d1219c7:2552301" }, false],
    ["no process that started at another time", { pid: 30444, start: "3d1219c7:12552301" }, false],
    ["whatever has the number, where starts are not told", { pid: 30444, start: undefined }, true],
  ])("%s", (_, process, expected) => {
    expect(isEntryOf(SESSION, process, "linux")).toBe(expected);
  });

  it.each([
    ["one that started before it was written", "Mon Nov 16 03:39:35 2026", true],
    ["none that started later", "Mon Nov 16 03:40:35 2026", false],
    ["none whose start cannot be read", "half past three", false],
  ])("on macOS: %s", (_, start, expected) => {
    expect(isEntryOf(SESSION, { pid: 30444, start }, "darwin")).toBe(expected);
  });
});

it("a start in the platform's words is an instant", () => {
  expect(startedAt("Mon Nov 16 03:39:35 2026", "darwin")).toBe(Date.parse("2026-11-16T03:39:35Z"));
  expect(startedAt("nonsense", "linux")).toBeUndefined();
});

describe("the registry", () => {
  let configDir: string;
  let directory: string;

  beforeEach(() => {
    configDir = mkdtempSync(join(tmpdir(), "cac-registry-"));
    directory = registryDirectory(configDir);
    mkdirSync(directory);
  });

  afterEach(() => rmSync(configDir, { recursive: true }));

  it("is empty where there is none", async () => {
    expect(await new SessionRegistry(join(configDir, "elsewhere")).read()).toEqual([]);
  });

  it("holds what is under its own number, and no keys, links or giants", async () => {
    put("30444.json", ENTRY);
    put("30445.json", ENTRY);
    put("30444.0123456789abcdef.key", ENTRY);
    put("30446.json", { ...ENTRY, pid: 30446, more: "x".repeat(70_000) });
    symlinkSync(join(directory, "30444.json"), join(directory, "30447.json"));
    expect(await new SessionRegistry(configDir).read()).toEqual([SESSION]);
  });

  it("follows what is written in place, and is not misled by half of it", async () => {
    const registry = new SessionRegistry(configDir);
    put("30444.json", ENTRY);
    expect(await registry.read()).toEqual([SESSION]);
    writeFileSync(join(directory, "30444.json"), JSON.stringify(ENTRY).slice(0, 200));
    expect(await registry.read()).toEqual([SESSION]);
    const sessionId = "01e9f2f3-23e1-4f67-b9fe-a31898d17e94";
    put("30444.json", { ...ENTRY, sessionId });
    expect(await registry.read()).toEqual([{ ...SESSION, sessionId }]);
    rmSync(join(directory, "30444.json"));
    expect(await registry.read()).toEqual([]);
  });

  function put(name: string, value: object): void {
    writeFileSync(join(directory, name), JSON.stringify(value), { mode: 0o644 });
  }
});
