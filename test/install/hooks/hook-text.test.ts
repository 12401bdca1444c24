import fc from "fast-check";
import { expect, test } from "vitest";

import {
  addHooks,
  hasOthers,
  hooksTrouble,
  ourHooks,
  removeHooks,
  theirSettings,
} from "../../../src/install/hooks/hook-text.js";

const OURS = "node /opt/cac/dist/cli/main.js hook claude-auto-continue";
const start = { event: "SessionStart", command: OURS };
const end = { event: "SessionEnd", command: OURS };

test("into settings that hold none", () => {
  expect(addHooks('{\n\t"model": "opus"\n}\n', [start])).toBe(`{
\t"model": "opus",
\t"hooks": {
\t\t"SessionStart": [
\t\t\t{
\t\t\t\t"hooks": [
\t\t\t\t\t{
\t\t\t\t\t\t"type": "command",
\t\t\t\t\t\t"command": "${OURS}",
\t\t\t\t\t\t"timeout": 10
\t\t\t\t\t}
\t\t\t\t]
\t\t\t}
\t\t]
\t}
}
`);
});

test("behind the user's own, on one line where theirs are", () => {
  const theirs = '{"hooks":{"SessionStart":[{"hooks":[{"type":"command","command":"say hi"}]}]},"x":1}';
  const group = `{"hooks":[{"type":"command","command":"${OURS}","timeout":10}]}`;
  expect(addHooks(theirs, [start, end])).toBe(
    '{"hooks":{"SessionStart":[{"hooks":[{"type":"command","command":"say hi"}]},' +
      `${group}],"SessionEnd": [${group}]},"x":1}`,
  );
});

test.each([
  [{}, undefined],
  [{ hooks: {} }, undefined],
  [{ hooks: { Stop: [] } }, undefined],
  [{ hooks: [] }, '"hooks" must be an object, { … }'],
  [{ hooks: null }, '"hooks" must be an object, { … }'],
  [{ hooks: { Stop: {} } }, "hooks.Stop must be an array, [ … ]"],
])("%j: %s", (settings, expected) => {
  expect(hooksTrouble(settings)).toBe(expected);
});

test.each([
  [{}, false],
  [{ hooks: { PermissionRequest: {} } }, false],
  [{ hooks: { PermissionRequest: [{ hooks: [{ command: OURS }] }] } }, false],
  [{ hooks: { Stop: [{ hooks: [{ command: "say hi" }] }] } }, false],
  [{ hooks: { PermissionRequest: [{ hooks: [{ command: OURS }, { command: "say hi" }] }] } }, true],
  [{ hooks: { PermissionRequest: [{ matcher: "Bash", hooks: [{ type: "prompt", prompt: "?" }] }] } }, true],
])("%j has another hook at the event: %s", (settings, expected) => {
  expect(hasOthers(settings, "PermissionRequest")).toBe(expected);
});

test("ours are found wherever somebody moved them", () => {
  const theirs = { type: "command", command: "say hi" };
  const ours = { type: "command", command: OURS };
  const settings = {
    hooks: { Stop: [{ matcher: "", hooks: [theirs, ours] }], PreToolUse: [{ hooks: [ours] }] },
  };
  const text = JSON.stringify(settings, undefined, 2);
  expect(ourHooks(settings)).toEqual([
    { event: "Stop", command: OURS },
    { event: "PreToolUse", command: OURS },
  ]);
  const without = { hooks: { Stop: [{ matcher: "", hooks: [theirs] }] } };
  expect(JSON.parse(removeHooks(text))).toEqual(without);
  expect(theirSettings(settings)).toEqual(without);
});

test("of two equal keys only the one with an effect is touched", () => {
  const text = `{"hooks": {"Stop": [1], "Stop": [{"hooks": [{"command": "${OURS}"}]}]}}`;
  expect(removeHooks(text)).toBe('{"hooks": {"Stop": [1]}}');
});

test("added and taken out again, the text is as it was but for the white space of what is empty", () => {
  const group = fc.oneof(
    fc.jsonValue(),
    fc.record({
      matcher: fc.string(),
      hooks: fc.array(fc.record({ type: fc.string(), command: fc.string() })),
    }),
  );
  const event = fc.constantFrom("SessionStart", "SessionEnd", "Stop", "PreToolUse", "Unheard");
  const settings = fc.tuple(
    fc.dictionary(
      fc.string().filter((key) => key !== "hooks"),
      fc.jsonValue(),
    ),
    fc.option(fc.dictionary(event, fc.array(group, { minLength: 1 }), { minKeys: 1 }), { nil: undefined }),
  );
  const style = fc.constantFrom("  ", "\t", "    ", undefined);
  fc.assert(
    fc.property(settings, style, fc.boolean(), ([others, hooks], indent, isDos) => {
      const written = JSON.stringify({ ...others, ...(hooks && { hooks }) }, undefined, indent);
      const text = isDos ? written.replaceAll("\n", "\r\n") : written;
      const added = addHooks(text, [start, end]);
      expect(ourHooks(JSON.parse(added))).toEqual(expect.arrayContaining([start, end]));
      expect(removeHooks(added)).toBe(text);
    }),
    { numRuns: 500 },
  );
});
