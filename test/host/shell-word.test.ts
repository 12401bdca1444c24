import { execFileSync } from "node:child_process";

import fc from "fast-check";
import { expect, test } from "vitest";

import { shellWord } from "../../src/host/shell-word.js";

test("plain words stay as they are", () => {
  expect(shellWord("/home/ada/.config/x_1.json")).toBe("/home/ada/.config/x_1.json");
  expect(shellWord("it's")).toBe("'it'\\''s'");
  expect(shellWord("")).toBe("''");
});

test.skipIf(process.platform === "win32")("a shell reads back what went in", () => {
  const words = fc.sample(
    fc.string({ unit: "binary-ascii" }).filter((word) => !word.includes("\0")),
    { numRuns: 100, seed: 7 },
  );
  const script = `printf '%s\\0' ${words.map(shellWord).join(" ")}`;
  expect(execFileSync("sh", ["-c", script], { encoding: "utf8" })).toBe(
    words.map((word) => `${word}\0`).join(""),
  );
});
