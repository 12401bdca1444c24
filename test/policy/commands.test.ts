import { execFileSync } from "node:child_process";

import { describe, expect, it, test } from "vitest";

import { judge } from "../../src/policy/judge.js";
import type { ToolCall } from "../../src/policy/tool-call.js";
import { ADA } from "./ada.js";
import type { Call, CommandGroup } from "./commands.js";
import { HARMLESS_GROUPS, HOSTILE_GROUPS } from "./commands.js";
import { policyOf } from "./policy-of.js";
import { RULE_SETS } from "./rule-sets.js";

describe.each([
  ["harmless", HARMLESS_GROUPS],
  ["hostile", HOSTILE_GROUPS],
])("%s", (_kind, groups) => {
  describe.each(groups.map((group) => [`${group.about}, ${group.under}`, group] as const))(
    "%s",
    (_about, group) => {
      test.each(group.calls.map(([call, why]) => [shown(call), why, call] as const))(
        "%s (%s)",
        (_shown, _why, call) => {
          const verdict = judge(toolCall(call), policyOf(RULE_SETS[group.under]), ADA);
          const { verdict: got, rule } = verdict;
          const isAsExpected = group.expected === "refused" ? got !== "allow" : got === group.expected;
          const isByRule = group.rule === undefined || group.rule === rule;
          // With its reason, which tells what went wrong.
          expect({ ...verdict, isAsExpected, isByRule }).toEqual({
            ...verdict,
            isAsExpected: true,
            isByRule: true,
          });
          expect(verdict.why).not.toBe("");
        },
      );
    },
  );
});

describe("the tables", () => {
  it("are as long as they are meant to be", () => {
    expect(count(HARMLESS_GROUPS)).toBeGreaterThanOrEqual(150);
    expect(count(HOSTILE_GROUPS)).toBeGreaterThanOrEqual(300);
  });

  it("say everything once", () => {
    for (const group of [...HARMLESS_GROUPS, ...HOSTILE_GROUPS]) {
      const calls = group.calls.map(([call]) => JSON.stringify(call));
      expect(calls).toEqual([...new Set(calls)]);
    }
  });

  // A table whose commands no policy would approve shows nothing: these would go through where rules are prefixes.
  it("hold more than 200 hostile commands that a prefix match approves", () => {
    const approved = HOSTILE_GROUPS.flatMap((group) => {
      const prefixes = RULE_SETS[group.under].allow.flatMap(
        (rule) => /^Bash\((.*?)(?:[ :]?\*)?\)$/.exec(rule)?.[1] ?? [],
      );
      return group.calls.filter(
        ([call]) => typeof call === "string" && prefixes.some((prefix) => call.startsWith(prefix)),
      );
    });
    expect(approved.length).toBeGreaterThan(200);
  });

  it("hold only harmless commands that bash reads without complaint", () => {
    const commands = HARMLESS_GROUPS.flatMap(({ calls }) => calls.map(([call]) => call));
    expect(commands.filter((call) => typeof call === "string" && !bashReads(call))).toEqual([]);
  });
});

function bashReads(command: string): boolean {
  try {
    execFileSync("bash", ["-n", "-c", command], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

function count(groups: readonly CommandGroup[]): number {
  return groups.reduce((sum, group) => sum + group.calls.length, 0);
}

function toolCall(call: Call): ToolCall {
  return typeof call === "string" ? { tool: "Bash", input: { command: call } } : call;
}

/** On one line, without control characters, and short: the name of a test. */
function shown(call: Call): string {
  const text = JSON.stringify(typeof call === "string" ? call : { [call.tool]: call.input });
  // vitest fills in what stands behind a percent sign.
  return (text.length > 100 ? `${text.slice(0, 100)}…` : text).replaceAll("%", "%%");
}
