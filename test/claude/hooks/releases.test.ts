import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  FEATURES,
  compareReleases,
  knownHookEvents,
  knows,
  parseRelease,
} from "../../../src/claude/hooks/releases.js";
import type { Feature, Release } from "../../../src/claude/hooks/releases.js";

function release(text: string): Release {
  const parsed = parseRelease(text);
  if (parsed === undefined) throw new Error(`not a release: ${text}`);
  return parsed;
}

describe("parseRelease", () => {
  it.each([
    ["2.1.325 (Claude Code)", { major: 2, minor: 1, patch: 325 }],
    ["2.1.325 (Claude Code)\n", { major: 2, minor: 1, patch: 325 }],
    ["v1.0.64", { major: 1, minor: 0, patch: 64 }],
    ["  2.0.72", { major: 2, minor: 0, patch: 72 }],
    ["3.0.0-beta.1 (Claude Code)", { major: 3, minor: 0, patch: 0 }],
  ])("reads %j", (text, expected) => {
    expect(parseRelease(text)).toEqual(expected);
  });

  it.each(["", "claude", "2.1", "2.1.x", "1.2.3.4", "command not found: 2.1.325"])("refuses %j", (text) => {
    expect(parseRelease(text)).toBeUndefined();
  });

  it("reads back what it is given, and orders as numbers do", () => {
    const part = fc.integer({ min: 0, max: 99_999 });
    const triple = fc.tuple(part, part, part);
    fc.assert(
      fc.property(triple, triple, (a, b) => {
        const left = release(a.join("."));
        expect([left.major, left.minor, left.patch]).toEqual(a);
        const firstDifference = a.map((value, index) => value - b[index]!).find((value) => value !== 0) ?? 0;
        expect(Math.sign(compareReleases(left, release(b.join("."))))).toBe(Math.sign(firstDifference));
      }),
    );
  });
});

describe("knows", () => {
  it.each<[Feature, string, string]>([
    ["settingsJson", "1.0.64", "1.0.124"],
    ["permissionRequestHook", "2.0.26", "2.0.72"],
    ["stash", "2.0.26", "2.1.197"],
    ["limitMenu", "2.1.32", "2.1.75"],
    ["stopFailureHook", "2.1.75", "2.1.78"],
    ["nativeContinue", "2.1.233", "2.1.234"],
    ["quotaRows", "2.1.197", "2.1.267"],
    ["alternateScreen", "2.1.197", "2.1.267"],
    ["autoModeDefault", "2.1.227", "2.1.228"],
  ])("%s: not %s, but %s", (feature, without, having) => {
    expect(knows(release(without), feature)).toBe(false);
    expect(knows(release(having), feature)).toBe(true);
  });

  it("takes an untold and a newer release for the newest", () => {
    const features = Object.keys(FEATURES) as Feature[];
    expect(features.filter((feature) => !knows(undefined, feature))).toEqual([]);
    expect(features.filter((feature) => !knows(release("9.0.0"), feature))).toEqual([]);
  });

  it("dates each feature with releases, the one without before the one with", () => {
    const wrong = Object.entries(FEATURES).filter(([, evidence]) => {
      const without = "without" in evidence ? evidence.without : "0.0.0";
      return compareReleases(release(without), release(evidence.since)) >= 0;
    });
    expect(wrong).toEqual([]);
  });
});

describe("knownHookEvents", () => {
  // Each list as the release's own code holds it.
  it.each([
    [
      "1.0.64",
      "Notification PostToolUse PreCompact PreToolUse SessionStart Stop SubagentStop UserPromptSubmit",
    ],
    [
      "2.0.26",
      "Notification PostToolUse PreCompact PreToolUse SessionEnd SessionStart Stop SubagentStop UserPromptSubmit",
    ],
    [
      "2.0.72",
      "Notification PermissionRequest PostToolUse PostToolUseFailure PreCompact PreToolUse SessionEnd SessionStart Stop SubagentStart SubagentStop UserPromptSubmit",
    ],
    [
      "2.1.78",
      "ConfigChange Elicitation ElicitationResult InstructionsLoaded Notification PermissionRequest PostCompact PostToolUse PostToolUseFailure PreCompact PreToolUse SessionEnd SessionStart Setup Stop StopFailure SubagentStart SubagentStop TaskCompleted TeammateIdle UserPromptSubmit WorktreeCreate WorktreeRemove",
    ],
  ])("%s", (text, expected) => {
    expect([...knownHookEvents(release(text))].sort()).toEqual(expected.split(" "));
  });

  it("counts 33 in 2.1.325, and of a release that could not be told those that every one takes", () => {
    expect(knownHookEvents(release("2.1.325"))).toHaveLength(33);
    expect(knownHookEvents(undefined)).toEqual(["PreToolUse", "PostToolUse", "Notification", "Stop"]);
  });

  it("agrees with the features", () => {
    for (const text of ["1.0.64", "2.0.44", "2.0.45", "2.1.77", "2.1.78", "2.1.325"]) {
      const known = knownHookEvents(release(text));
      expect(known.includes("StopFailure")).toBe(knows(release(text), "stopFailureHook"));
      expect(known.includes("PermissionRequest")).toBe(knows(release(text), "permissionRequestHook"));
    }
  });
});
