import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { vimMode } from "../../src/driver/vim-mode.js";

let home: string;
let cwd: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "vim-mode-"));
  cwd = join(home, "project");
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

test("no file says so: no", () => {
  expect(vimMode({ HOME: home }, cwd)).toBe(false);
});

test.each([
  [".claude.json"],
  [".claude/settings.json"],
  ["project/.claude/settings.json"],
  ["project/.claude/settings.local.json"],
])("%s", (name) => {
  write(name, '{"editorMode": "vim"}');
  expect(vimMode({ HOME: home }, cwd)).toBe(true);
});

test("settings win over .claude.json, the project's over the user's", () => {
  write(".claude.json", '{"editorMode": "vim"}');
  write(".claude/settings.json", '{"editorMode": "normal"}');
  expect(vimMode({ HOME: home }, cwd)).toBe(false);
  write("project/.claude/settings.json", '{"editorMode": "vim"}');
  expect(vimMode({ HOME: home }, cwd)).toBe(true);
});

test("CLAUDE_CONFIG_DIR holds both files", () => {
  write(".claude.json", '{"editorMode": "vim"}');
  const env = { HOME: home, CLAUDE_CONFIG_DIR: join(home, "elsewhere") };
  expect(vimMode(env, cwd)).toBe(false);
  write("elsewhere/.claude.json", '{"editorMode": "vim"}');
  expect(vimMode(env, cwd)).toBe(true);
  write("elsewhere/settings.json", '{"editorMode": "normal"}');
  expect(vimMode(env, cwd)).toBe(false);
});

test("a change within the session is seen", () => {
  write(".claude.json", '{"editorMode": "normal"}');
  expect(vimMode({ HOME: home }, cwd)).toBe(false);
  write(".claude.json", '{"editorMode": "vim"}');
  expect(vimMode({ HOME: home }, cwd)).toBe(true);
  rmSync(join(home, ".claude.json"));
  expect(vimMode({ HOME: home }, cwd)).toBe(false);
});

test.each([["{broken"], ["[]"], ['{"editorMode": 5}'], [""]])(
  "a file that is none of ours to judge: %s",
  (text) => {
    write(".claude.json", text);
    expect(vimMode({ HOME: home }, cwd)).toBe(false);
  },
);

test("a directory in a file's place does no harm", () => {
  mkdirSync(join(home, ".claude.json"));
  expect(vimMode({ HOME: home }, cwd)).toBe(false);
});

function write(name: string, text: string): void {
  mkdirSync(dirname(join(home, name)), { recursive: true });
  writeFileSync(join(home, name), text);
}
