import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { findCommand, isClaude, readScript, type CommandSearch } from "../../src/launch/find-command.js";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "find-command-"));
  for (const name of ["a", "b"]) mkdirSync(join(root, name));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

test("the first one on PATH that can be run", () => {
  file("a/tool", 0o644);
  file("b/tool", 0o755);
  expect(find("tool")).toBe(join(root, "b", "tool"));
  chmodSync(join(root, "a", "tool"), 0o755);
  expect(find("tool")).toBe(join(root, "a", "tool"));
});

test("a directory of that name is none", () => {
  mkdirSync(join(root, "a", "tool"));
  file("b/tool", 0o755);
  expect(find("tool")).toBe(join(root, "b", "tool"));
});

test("relative entries and an empty one start at the working directory", () => {
  file("b/tool", 0o755);
  expect(find("tool", { env: { PATH: "b" } })).toBe(join(root, "b", "tool"));
  expect(find("tool", { env: { PATH: "" }, cwd: join(root, "b") })).toBe(join(root, "b", "tool"));
});

test("a path is taken as it is", () => {
  file("a/tool", 0o755);
  expect(find("./a/tool")).toBe(join(root, "a", "tool"));
  expect(find(join(root, "a", "tool"))).toBe(join(root, "a", "tool"));
  expect(find("./tool")).toBeUndefined();
});

test("a link is found under its own name", () => {
  file("b/real", 0o755);
  symlinkSync(join(root, "b", "real"), join(root, "a", "tool"));
  symlinkSync(join(root, "nowhere"), join(root, "a", "dangling"));
  expect(find("tool")).toBe(join(root, "a", "tool"));
  expect(find("dangling")).toBeUndefined();
});

test("none: undefined; then what else is named", () => {
  file("b/tool", 0o755);
  expect(find("tool", { env: { PATH: join(root, "a") } })).toBeUndefined();
  const fallbacks = [join(root, "nowhere", "tool"), join(root, "b", "tool")];
  expect(find("tool", { env: { PATH: join(root, "a") }, fallbacks })).toBe(join(root, "b", "tool"));
});

test("what is to be skipped is not found", () => {
  file("a/tool", 0o755);
  file("b/tool", 0o755);
  expect(find("tool", { isSkipped: (file) => file.includes("/a/") })).toBe(join(root, "b", "tool"));
});

test("one that is there and cannot be run says so", () => {
  file("a/tool", 0o644);
  expect(() => find("tool")).toThrow(
    expect.objectContaining({
      code: "NOT_EXECUTABLE",
      message: `${join(root, "a", "tool")} cannot be run: it is not an executable file`,
      fix: `chmod +x ${join(root, "a", "tool")}, or name another one`,
      exitCode: 126,
    }),
  );
});

test.each([
  ["claude", true],
  ["/usr/bin/claude", true],
  ["C:\\Tools\\claude.exe", true],
  ["C:\\npm\\Claude.CMD", true],
  ["claude-code", false],
  ["my-claude", false],
  ["claude/other", false],
])("%s is Claude Code: %s", (name, is) => {
  expect(isClaude(name)).toBe(is);
});

test("a script is one by its first line", () => {
  writeFileSync(join(root, "script"), "#!/bin/sh\nexec true\n");
  writeFileSync(join(root, "binary"), Buffer.from([0x7f, 0x45, 0x4c, 0x46]));
  writeFileSync(join(root, "large"), `#!${"x".repeat(70_000)}`);
  expect(readScript(join(root, "script"))).toBe("#!/bin/sh\nexec true\n");
  expect(readScript(join(root, "binary"))).toBeUndefined();
  expect(readScript(join(root, "large"))).toBeUndefined();
  expect(readScript(join(root, "nothing"))).toBeUndefined();
});

function find(name: string, search: Partial<CommandSearch> = {}): string | undefined {
  const env = { PATH: `${join(root, "a")}:${join(root, "b")}` };
  return findCommand(name, { env, cwd: root, platform: "linux", ...search });
}

function file(name: string, mode: number): void {
  writeFileSync(join(root, name), "#!/bin/sh\n", { mode });
}
