import { expect, test } from "vitest";

import { autoResumeDir, claudeConfigDir } from "../../src/host/auto-resume-dir.js";
import type { Surroundings } from "../../src/host/paths.js";

const home = "/home/ada";
const windowsHome = "C:\\Users\\ada";

test.each<[string, Surroundings, string]>([
  ["the default", { env: {}, home, platform: "linux" }, "/home/ada/.claude"],
  ["the same on macOS", { env: {}, home, platform: "darwin" }, "/home/ada/.claude"],
  [
    "CLAUDE_CONFIG_DIR",
    { env: { CLAUDE_CONFIG_DIR: "/data/claude/" }, home, platform: "linux" },
    "/data/claude/",
  ],
  [
    "an empty CLAUDE_CONFIG_DIR is ignored",
    { env: { CLAUDE_CONFIG_DIR: "" }, home, platform: "linux" },
    "/home/ada/.claude",
  ],
  [
    "a relative CLAUDE_CONFIG_DIR is ignored",
    { env: { CLAUDE_CONFIG_DIR: "claude" }, home, platform: "linux" },
    "/home/ada/.claude",
  ],
  ["Windows", { env: {}, home: windowsHome, platform: "win32" }, "C:\\Users\\ada\\.claude"],
  [
    "CLAUDE_CONFIG_DIR on Windows",
    { env: { CLAUDE_CONFIG_DIR: "D:\\claude" }, home: windowsHome, platform: "win32" },
    "D:\\claude",
  ],
])("Claude Code's own directory: %s", (_, where, directory) => {
  expect(claudeConfigDir(where)).toBe(directory);
});

test.each<[string, Surroundings, string]>([
  ["the default", { env: {}, home, platform: "linux" }, "/home/ada/.claude/auto-resume"],
  [
    "CLAUDE_CONFIG_DIR",
    { env: { CLAUDE_CONFIG_DIR: "/data/claude/" }, home, platform: "linux" },
    "/data/claude/auto-resume",
  ],
  ["Windows", { env: {}, home: windowsHome, platform: "win32" }, "C:\\Users\\ada\\.claude\\auto-resume"],
])("the daemon's directory: %s", (_, where, directory) => {
  expect(autoResumeDir(where)).toBe(directory);
});
