import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { readRunConfig } from "../../src/cli/run-config.js";
import { loadConfig } from "../../src/config/load-config.js";

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "run-config-"));
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

test("without settings it is what loadConfig gives", async () => {
  expect(loadConfig({ env: {}, home, platform: "linux" })).toMatchObject(await read());
});

test.each<[string, () => void, Record<string, string>]>([
  ["a file", () => write('{"notify": false, "pattern": "quota"}'), {}],
  ["a file that is none", () => write("{"), {}],
  [
    "a directory in its place",
    () => mkdirSync(join(home, ".config", "claude-auto-continue", "config.json")),
    {},
  ],
  ["a variable", () => undefined, { CAC_PATTERN: "quota" }],
  ["a named file", () => writeFileSync(join(home, "x.json"), '{"title": false}'), { CAC_CONFIG: "~/x.json" }],
])("with settings too: %s", async (_, prepare, env) => {
  mkdirSync(join(home, ".config", "claude-auto-continue"), { recursive: true });
  prepare();
  expect(await read(env)).toEqual(loadConfig({ env, home, platform: "linux" }));
});

test("options win", async () => {
  const config = await readRunConfig({ env: {}, home, platform: "linux" }, { resume: { prompt: "go on" } });
  expect(config.prompt).toBe("go on");
});

test("an option of approval joins the rules of the file", async () => {
  mkdirSync(join(home, ".config", "claude-auto-continue"), { recursive: true });
  write('{"approve": {"deny": ["WebFetch"], "delayMs": 900}}');
  const config = await readRunConfig({ env: {}, home, platform: "linux" }, { approve: { mode: "all" } });
  expect(config.approve).toEqual({
    mode: "all",
    delayMs: 900,
    allow: [],
    ask: [],
    deny: ["WebFetch"],
    without: [],
  });
});

function read(env: Record<string, string> = {}): ReturnType<typeof readRunConfig> {
  return readRunConfig({ env, home, platform: "linux" });
}

function write(text: string): void {
  writeFileSync(join(home, ".config", "claude-auto-continue", "config.json"), text);
}
