import fc from "fast-check";
import { expect, test } from "vitest";

import { parseDuration } from "../../src/config/duration.js";
import { checkSettings, refusal } from "../../src/config/check-settings.js";
import { BUILT_IN_NAMES } from "../../src/policy/builtin/built-in-names.js";
import { inGroups, SETTING_KEYS, type SettingKey } from "../../src/config/settings-table.js";

test.each([
  ["500ms", 500],
  ["90s", 90_000],
  ["5m", 300_000],
  ["1h30m", 5_400_000],
  ["3h", 10_800_000],
  ["2d", 172_800_000],
  ["3d", 259_200_000],
  ["0s", 0],
  ["3h", 10_800_000],
  ["3w", undefined],
  ["1s500ms", 1500],
  ["90", undefined],
  ["", undefined],
  ["s", undefined],
  ["1.5s", undefined],
  ["1.5h", undefined],
  ["-5s", undefined],
  ["-3d", undefined],
  ["3w", undefined],
  ["5 s", undefined],
  ["5S", undefined],
  ["5s ", undefined],
  ["9999999999s", undefined],
])("the duration %s: %s", (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});

test.each<[SettingKey, unknown]>([
  ["version", 1],
  ["claude", "/opt/claude"],
  ["resume.prompt", "continue"],
  ["resume.prompt", "weiter, bitte — ünïcode 🚀"],
  ["resume.prompt", "x".repeat(1000)],
  ["resume.safetyBuffer", "0s"],
  ["resume.safetyBuffer", "1h"],
  ["resume.escGap", "20ms"],
  ["native.mode", "ignore"],
  ["native.grace", "1d"],
  ["input.whileWaiting", "discard"],
  ["title", false],
  ["exitReset", "full"],
  ["approve.mode", "all"],
  ["approve.delayMs", 100],
  ["approve.allow", []],
  ["approve.allow", ["Bash(npm run test:*)", "Edit(src/**)", "mcp__server__tool"]],
  ["approve.without", ["sudo", "force-push"]],
  ["daemon.activeVerificationTimeoutMs", 1000],
  ["daemon.whenTerminalGone", "headless"],
  ["persona.max", 1],
  ["persona.idle", "7d"],
])("%s may be %j", (key, value) => {
  expect(refusal(key, value)).toBeUndefined();
});

test.each<[SettingKey, unknown, string]>([
  ["version", "1", 'must be 1, got "1"'],
  ["claude", " ", "must not be empty"],
  ["resume.prompt", "", "must not be empty"],
  ["resume.prompt", "  ", "must not be empty"],
  ["resume.prompt", "a\nb", "must be one line"],
  ["resume.prompt", "a\rb", "must be one line"],
  ["resume.prompt", "a\x1b[A", "must not hold control characters"],
  ["resume.prompt", "a\tb", "must not hold control characters"],
  ["resume.prompt", "a\u0085b", "must not hold control characters"],
  ["resume.prompt", "x".repeat(1001), "must have at most 1000 characters, got 1001"],
  ["resume.prompt", 5, "must be a string, got a number"],
  ["resume.safetyBuffer", 5, 'needs a unit, such as "90s", "5m" or "500ms", got 5'],
  ["resume.safetyBuffer", "5", 'needs a unit, such as "90s", "5m" or "500ms", got "5"'],
  ["resume.safetyBuffer", "1.5", 'needs a unit, such as "90s", "5m" or "500ms", got "1.5"'],
  ["resume.safetyBuffer", "soon", 'must be a duration, such as "90s", "5m" or "1h30m", got "soon"'],
  ["resume.safetyBuffer", null, 'must be a duration, such as "90s", "5m" or "1h30m", got null'],
  ["resume.safetyBuffer", "61m", 'must be between 0s and 1h, got "61m"'],
  ["resume.escGap", "5ms", 'must be between 20ms and 5s, got "5ms"'],
  ["native.mode", "off", 'must be "backstop", "replace" or "ignore", got "off"'],
  ["input.whileWaiting", true, 'must be "forward", "discard" or "buffer", got true'],
  ["title", "yes", 'must be true or false, got "yes"'],
  ["notify", [], "must be true or false, got a list"],
  ["exitReset", {}, 'must be "modes" or "full", got an object'],
  ["approve.mode", "on", 'must be "off", "rules" or "all", got "on"'],
  ["approve.delayMs", 50, "must be between 100 and 60000, got 50"],
  ["approve.ask", {}, 'must be a list of rules, such as ["Bash(npm test)"], got an object'],
  ["approve.deny", ["Bash", null], "is refused: null is not a string"],
  ["approve.allow", ["Bash ("], 'is refused: "Bash (" is no rule: write Tool or Tool(specifier)'],
  [
    "approve.without",
    ["everything"],
    `is refused: "everything" is not a built-in rule, they are ${BUILT_IN_NAMES.join(", ")}`,
  ],
  ["daemon.activeVerificationPollMs", "2s", 'must be a number of milliseconds, got "2s"'],
  ["daemon.activeVerificationPollMs", 1.5, "must be between 100 and 60000, got 1.5"],
  ["daemon.whenTerminalGone", "cry", 'must be "notify", "headless" or "tmux", got "cry"'],
  ["persona.max", 0, "must be a whole number between 1 and 64, got 0"],
  ["persona.max", 2.5, "must be a whole number between 1 and 64, got 2.5"],
  ["persona.max", "4", 'must be a whole number between 1 and 64, got "4"'],
  ["persona.idle", "1s", 'must be between 5s and 7d, got "1s"'],
])("%s may not be %j", (key, value, says) => {
  expect(refusal(key, value)).toBe(says);
});

test("a value is either used or reported", () => {
  const leaf = fc.oneof(
    fc.constantFrom(1, "5s", "90", "continue", "backstop", "full", "all", true, null, ["Bash"], ["Bash("]),
    fc.jsonValue(),
  );
  const group = fc.dictionary(
    fc.constantFrom("prompt", "cooldown", "mode", "deny", "whileWaiting", "a", "__proto__"),
    leaf,
  );
  const keys = fc.constantFrom(
    "version",
    "pattern",
    "resume",
    "approve",
    "approve.deny",
    "native",
    "input",
    "title",
    "b",
    "toString",
  );
  fc.assert(
    fc.property(fc.dictionary(keys, fc.oneof(leaf, group)), (value) => {
      const { settings, problems } = checkSettings(value);
      // A key may be written with a dot: `{"approve.deny": …}` is not `{"approve": {"deny": …}}`.
      const reported = new Set(problems.map(({ path }) => JSON.stringify(path)));
      for (const [name, member] of Object.entries(value)) {
        const isGroup = SETTING_KEYS.some((key) => key.startsWith(`${name}.`));
        const isObject = typeof member === "object" && member !== null && !Array.isArray(member);
        const paths = isGroup && isObject ? Object.keys(member).map((inner) => [name, inner]) : [[name]];
        for (const path of paths) {
          const isUsed =
            Object.hasOwn(settings, path.join(".")) && !(path.length === 1 && name.includes("."));
          expect([path, isUsed]).toEqual([path, !reported.has(JSON.stringify(path))]);
        }
      }
      const used = SETTING_KEYS.flatMap((key) =>
        settings[key] === undefined ? [] : [[key, settings[key]] as const],
      );
      expect(checkSettings(inGroups(used))).toEqual({ settings, problems: [] });
    }),
  );
});
