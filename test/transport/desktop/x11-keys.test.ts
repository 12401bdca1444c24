import { expect, test } from "vitest";

import { pressesOf } from "../../../src/transport/desktop/x11-keys.js";

test.each([
  ["continue", [{ text: "continue" }]],
  ["größer ✓", [{ text: "größer ✓" }]],
  ["\r", [{ key: "Return" }]],
  ["\x1b", [{ key: "Escape" }]],
  ["\x13", [{ key: "ctrl+s" }]],
  ["a\tb\x7f", [{ text: "a" }, { key: "Tab" }, { text: "b" }, { key: "BackSpace" }]],
  ["\x1b[200~one\r\ntwo\x1b[201~", [{ text: "one" }, { key: "ctrl+j" }, { text: "two" }]],
  ["", []],
])("%j is pressed as %j", (keys, presses) => {
  expect(pressesOf(keys)).toEqual(presses);
});

test.each(["\x1b[A", "\x1bc", "\x1b\x1b", "\0", "\x9b", "\x1b[200~half a paste"])("%j is refused", (keys) => {
  expect(() => pressesOf(keys)).toThrow(
    `${JSON.stringify(keys)} cannot be typed with the keys of a keyboard`,
  );
});
