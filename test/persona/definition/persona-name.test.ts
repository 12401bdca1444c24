import fc from "fast-check";
import { basename, join, normalize } from "node:path";
import { expect, test } from "vitest";

import { isPersonaName } from "../../../src/persona/definition/persona.js";

test.each(["a", "7", "tester", "engineering-manager", "Ada_2", "x".repeat(64)])("%j is a name", (name) => {
  expect(isPersonaName(name)).toBe(true);
});

test.each([
  "",
  ".",
  "..",
  "../x",
  "a/b",
  "a\\b",
  "/etc",
  "C:x",
  "-rf",
  "--all",
  "_a",
  ".hidden",
  "a.b",
  "a b",
  "a\n",
  "a\u0000",
  "ä",
  "x".repeat(65),
  "con",
  "NUL",
  "com1",
])("%j is none", (name) => {
  expect(isPersonaName(name)).toBe(false);
});

test("whatever is a name is one folder below its parent", () => {
  const pieces = fc.constantFrom("a", "B", "9", "-", "_", ".", "..", "/", "\\", " ", "\u0000", "%2e", "~");
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(pieces, { maxLength: 6 }).map((all) => all.join("")),
      ),
      (name) => {
        if (!isPersonaName(name)) return;
        expect(basename(name)).toBe(name);
        expect(normalize(join("/p", name))).toBe(`/p/${name}`);
      },
    ),
  );
});
