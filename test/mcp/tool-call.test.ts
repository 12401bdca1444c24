import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { defaultPersona, readCallDefaults } from "../../src/mcp/tool-call.js";

let base: string;

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "cac-defaults-")));
  mkdirSync(join(base, "here", ".git"), { recursive: true });
  mkdirSync(join(base, "here", "src"));
  mkdirSync(join(base, "there", ".claude", "personas"), { recursive: true });
});

afterAll(() => rmSync(base, { recursive: true, force: true }));

test("the project around, nobody named, nobody who led here", () => {
  expect(read({})).toEqual({
    projectRoot: join(base, "here"),
    persona: undefined,
    chain: [],
    home: "/home/me",
  });
});

test("what Claude Code says about its project goes before the directory", () => {
  expect(read({ CLAUDE_PROJECT_DIR: join(base, "there") }).projectRoot).toBe(join(base, "there"));
  expect(read({ CLAUDE_PROJECT_DIR: "there" }).projectRoot).toBe(join(base, "here"));
  expect(read({ CLAUDE_PROJECT_DIR: "" }).projectRoot).toBe(join(base, "here"));
});

test("in a persona's session it is that one who asks", () => {
  expect(read({ CAC_PERSONA_CHAIN: "architect" }).chain).toEqual(["architect"]);
  expect(read({ CAC_PERSONA_CHAIN: "../x," }).chain).toEqual([]);
});

test("whom a call means that names nobody", () => {
  expect(defaultPersona(read({ PERSONA_NAME: "tester" }), "/srv/shop")).toBe("tester");
  expect(defaultPersona(read({ PERSONA_NAME: "" }), "/srv/shop")).toBe("shop");
});

function read(env: Record<string, string>): ReturnType<typeof readCallDefaults> {
  return readCallDefaults({ env, home: "/home/me", platform: process.platform }, join(base, "here", "src"));
}
