import { expect, test } from "vitest";

import { parseSize } from "../../src/config/value-rules.js";

test.each([
  ["16kb", 16_384],
  ["1mb", 1_048_576],
  ["64MB", 67_108_864],
  ["0kb", 0],
])("%s is %i bytes", (text, bytes) => {
  expect(parseSize(text)).toBe(bytes);
});

test.each(["", "1", "kb", "1 mb", "-1mb", "1.5mb", "1gb", "1mb ", "1mb2kb", "1234567kb"])(
  "%j is no size",
  (text) => {
    expect(parseSize(text)).toBeUndefined();
  },
);
