import fc from "fast-check";
import { expect, test } from "vitest";

import { checkPersonaSettings } from "../../../src/persona/definition/persona-settings.js";

test("all that may stand there", () => {
  const value = {
    description: "counts",
    model: "us.anthropic.claude-sonnet-5-5:0",
    allowedTools: ["Read", " Bash(npm run test:*) ", "mcp__personas__askPersona"],
    permissionMode: "bypassPermissions",
    limits: { idle: "1h30m", timeout: "20m", memory: "512KB", driftEvery: 10 },
  };
  expect(checkPersonaSettings(value, "global")).toEqual({
    settings: {
      description: "counts",
      model: "us.anthropic.claude-sonnet-5-5:0",
      allowedTools: ["Read", "Bash(npm run test:*)", "mcp__personas__askPersona"],
      permissionMode: "bypassPermissions",
      limits: { idleMs: 5_400_000, timeoutMs: 1_200_000, memoryBytes: 524_288, driftEvery: 10 },
    },
    problems: [],
  });
});

test("nothing need stand there", () => {
  expect(checkPersonaSettings({}, "project")).toEqual({ settings: { limits: {} }, problems: [] });
});

test.each<[object, string]>([
  [{ description: "" }, '"description" must not be empty'],
  [{ description: "two\nlines" }, '"description" must be one line'],
  [{ description: "x".repeat(301) }, '"description" must have at most 300 characters, got 301'],
  [{ description: 1 }, '"description" must be a string, got a number'],
  [{ model: "--help" }, '"model" must be the name of a model, such as "opus", got "--help"'],
  [{ model: "opus haiku" }, '"model" must be the name of a model, such as "opus", got "opus haiku"'],
  [
    { allowedTools: "Read" },
    '"allowedTools" must be a list of rules, such as ["Read", "Bash(npm test)"], got "Read"',
  ],
  [
    { allowedTools: ["Read,Bash"] },
    '"allowedTools" is refused: "Read,Bash" is no rule: write Tool or Tool(specifier)',
  ],
  [
    { allowedTools: ["--dangerously-skip-permissions"] },
    '"allowedTools" is refused: "--dangerously-skip-permissions" is no rule: write Tool or Tool(specifier)',
  ],
  [
    { permissionMode: "yolo" },
    '"permissionMode" must be "default", "plan", "acceptEdits", "dontAsk", "auto" or "bypassPermissions", got "yolo"',
  ],
  [{ limits: [] }, '"limits" must be an object, got a list'],
  [{ limits: { idle: 30 } }, '"limits.idle" needs a unit, such as "90s", "5m" or "500ms", got 30'],
  [{ limits: { idle: "4s" } }, '"limits.idle" must be between 5s and 7d, got "4s"'],
  [{ limits: { timeout: "25h" } }, '"limits.timeout" must be between 1s and 1d, got "25h"'],
  [{ limits: { memory: 1024 } }, '"limits.memory" must be a size, such as "512kb" or "2mb", got 1024'],
  [{ limits: { memory: "65mb" } }, '"limits.memory" must be between 16kb and 64mb, got "65mb"'],
  [{ limits: { driftEvery: 1.5 } }, '"limits.driftEvery" must be a whole number between 0 and 1000, got 1.5'],
  [{ limits: { dritfEvery: 5 } }, '"limits.dritfEvery" is not known, did you mean "limits.driftEvery"?'],
  [{ colour: "red" }, '"colour" is not known'],
])("refused: %j", (value, problem) => {
  expect(checkPersonaSettings(value, "global")).toEqual({ settings: { limits: {} }, problems: [problem] });
});

test("each mistake is told", () => {
  const { problems } = checkPersonaSettings({ model: "", tools: [], limits: { idle: "x" } }, "global");
  expect(problems).toHaveLength(3);
});

test.each(["auto", "bypassPermissions"])("a project's persona may not ask for %s", (permissionMode) => {
  expect(checkPersonaSettings({ permissionMode }, "global").problems).toEqual([]);
  expect(checkPersonaSettings({ permissionMode }, "project").problems).toEqual([
    `"permissionMode" may be "${permissionMode}" only in your own personas, not in a project's`,
  ]);
});

test("whatever JSON holds: it is either used or told", () => {
  const keys = [
    "description",
    "model",
    "allowedTools",
    "permissionMode",
    "limits",
    "__proto__",
    "constructor",
  ];
  const objects = fc.dictionary(fc.oneof(fc.constantFrom(...keys), fc.string()), fc.jsonValue());
  fc.assert(
    fc.property(objects, (value) => {
      const { settings, problems } = checkPersonaSettings(value, "project");
      const given = Object.entries(value).filter(
        ([key, member]) => key !== "limits" || JSON.stringify(member) !== "{}",
      );
      const used =
        Object.keys(settings).filter((key) => key !== "limits").length + Object.keys(settings.limits).length;
      expect(problems.length > 0 ? used === 0 : used >= given.length).toBe(true);
    }),
  );
});
