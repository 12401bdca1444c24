import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { mustLast, ownProgram } from "../../src/launch/own-program.js";

let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "own-program-")));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("node goes by the name on PATH that outlives its version", () => {
  const cellar = join(folder, "Cellar", "node", "22.1.0", "bin");
  mkdirSync(cellar, { recursive: true });
  mkdirSync(join(folder, "other"));
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(cellar, "node"), "");
  writeFileSync(join(folder, "other", "node"), "");
  symlinkSync(join(cellar, "node"), join(folder, "bin", "node"));
  const search = {
    platform: "linux",
    node: join(cellar, "node"),
    script: "/opt/cac/dist/cli/main.js",
  } as const;
  const PATH = `relative:${join(folder, "other")}:${join(folder, "bin")}:${cellar}`;
  expect(ownProgram({ ...search, env: { PATH } })).toEqual({
    node: join(folder, "bin", "node"),
    script: "/opt/cac/dist/cli/main.js",
  });
  expect(ownProgram({ ...search, env: {} }).node).toBe(join(cellar, "node"));
});

test("what npx fetched is no program to call tomorrow", () => {
  const script = "/home/me/.npm/_npx/6f1a/node_modules/claude-auto-continue/dist/cli/main.js";
  expect(() => mustLast({ node: "/usr/bin/node", script })).toThrow(
    expect.objectContaining({
      code: "NOT_INSTALLED",
      fix: "npm install -g claude-auto-continue, then: cac install",
    }),
  );
  mustLast({ node: "/usr/bin/node", script: "/usr/lib/node_modules/claude-auto-continue/dist/cli/main.js" });
});
