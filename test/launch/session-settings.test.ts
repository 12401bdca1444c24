import { expect, test } from "vitest";

import { mergeSettings, type SettingsAddition } from "../../src/launch/session-settings.js";

const ADDITION: SettingsAddition = { command: "drop it", events: ["SessionStart"], nativeContinueOff: false };
const OURS = { hooks: [{ type: "command", command: "drop it", timeout: 10 }] };

test("without any of the user's: the hook, and no more", () => {
  expect(merge(undefined)).toEqual({ hooks: { SessionStart: [OURS] } });
});

test("each event gets the hook, beside the user's own for it", () => {
  const events: SettingsAddition["events"] = ["SessionStart", "PermissionRequest"];
  const theirs = { matcher: "Bash", hooks: [] };
  expect(merge(JSON.stringify({ hooks: { PermissionRequest: [theirs] } }), { ...ADDITION, events })).toEqual({
    hooks: { SessionStart: [OURS], PermissionRequest: [theirs, OURS] },
  });
  expect(mergeSettings('{"hooks":{"PermissionRequest":{}}}', { ...ADDITION, events })).toBeUndefined();
});

test("native continue is switched off where that is wanted, over what the user says", () => {
  const off = { ...ADDITION, nativeContinueOff: true };
  expect(merge(undefined, off)).toEqual({ hooks: { SessionStart: [OURS] }, autoContinueAtUsageLimit: false });
  expect(merge('{"autoContinueAtUsageLimit": true}', off)).toMatchObject({ autoContinueAtUsageLimit: false });
  expect(merge('{"autoContinueAtUsageLimit": true}')).toMatchObject({ autoContinueAtUsageLimit: true });
});

test("everything of theirs stays, their hooks too, and comes first", () => {
  const theirs = { hooks: [{ type: "command", command: "mine" }] };
  const given = {
    model: "opus",
    env: { A: "1" },
    permissions: {
      allow: ["Bash(ls:*)", "Read(//etc/**)", "Read(~/x)"],
      additionalDirectories: ["/srv"],
      defaultMode: "plan",
    },
    hooks: { Stop: [theirs], SessionStart: [{ matcher: "startup", ...theirs }] },
  };
  expect(merge(JSON.stringify(given))).toEqual({
    ...given,
    hooks: { Stop: [theirs], SessionStart: [{ matcher: "startup", ...theirs }, OURS] },
  });
});

test.each([
  ["no JSON", "{broken"],
  ["a list", "[]"],
  ["null", "null"],
  ["hooks that are none", '{"hooks": []}'],
  ["a SessionStart that is none", '{"hooks": {"SessionStart": {}}}'],
])("left alone: %s", (_, given) => {
  expect(mergeSettings(given, ADDITION)).toBeUndefined();
});

test.each([
  ["a rule that starts at its file", true, { permissions: { deny: ["Read(/secrets/**)"] } }],
  ["paths of the sandbox", true, { sandbox: { filesystem: { allowWrite: ["/x"] } } }],
  ["rules that start elsewhere", false, { permissions: { allow: ["Read(//etc/**)", "Read(~/x)"] } }],
])("bound to its place or not: %s", (_, isBound, given) => {
  expect(mergeSettings(JSON.stringify(given), ADDITION)).toEqual({
    json: JSON.stringify({ ...given, hooks: { SessionStart: [OURS] } }),
    isBound,
  });
});

function merge(given: string | undefined, addition = ADDITION): unknown {
  return JSON.parse(mergeSettings(given, addition)?.json ?? "null");
}
