import fc from "fast-check";
import { expect, test } from "vitest";

import { DetachKeys } from "../../../src/cli/persona/detach-keys.js";

const KITTY = "\x1b[93;5u";

test.each([
  ["twice", ["\x1d\x1d"], "", true],
  ["twice, one by one", ["\x1d", "\x1d"], "", true],
  ["after other keys, and before some", ["ab\x1d\x1dcd"], "ab", true],
  ["once", ["\x1d"], "", false],
  ["once, and then another key", ["\x1d", "x"], "\x1dx", false],
  ["not in a row", ["\x1dx\x1d", "y"], "\x1dx\x1dy", false],
  ["as a sequence", [KITTY, KITTY], "", true],
  [
    "as a sequence with its event and its release",
    ["\x1b[93;5:1u", "\x1b[93;5:3u", "\x1b[93;5:1u"],
    "",
    true,
  ],
  ["as xterm tells it", ["\x1b[27;5;93~\x1b[27;5;93~"], "", true],
  ["another key with Ctrl", ["\x1b[94;5u\x1b[94;5u"], "\x1b[94;5u\x1b[94;5u", false],
])("%s", (_, typed, passed, leaves) => {
  const keys = new DetachKeys();
  const taken = typed.map((text) => keys.take(Buffer.from(text, "latin1")));
  expect(taken.map(({ pass }) => pass.toString("latin1")).join("")).toBe(passed);
  expect(taken.some((each) => each.leaves)).toBe(leaves);
});

test("every other byte passes at once, as it is", () => {
  const others = fc.uint8Array().map((bytes) => Buffer.from(bytes.filter((byte) => byte !== 0x1d)));
  fc.assert(
    fc.property(fc.array(others), (chunks) => {
      const keys = new DetachKeys();
      for (const chunk of chunks) expect(keys.take(chunk)).toEqual({ pass: chunk, leaves: false });
    }),
  );
});
