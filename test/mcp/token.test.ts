import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";

import { carriesToken, keptToken } from "../../src/mcp/token.js";

let state: string;
let file: string;

beforeEach(() => {
  state = join(mkdtempSync(join(tmpdir(), "cac-token-")), "state");
  file = join(state, "mcp-token");
});

afterEach(() => rmSync(join(state, ".."), { recursive: true, force: true }));

test("made once, for the user alone, and kept", async () => {
  const made = await keptToken(state);
  expect(made.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(made.file).toBe(file);
  expect(readFileSync(file, "utf8")).toBe(`${made.token}\n`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(state).mode & 0o777).toBe(0o700);
  expect(await keptToken(state)).toEqual(made);
  rmSync(file);
  expect((await keptToken(state)).token).not.toBe(made.token);
});

test("servers that start at once have the same one, and leave nothing else behind", async () => {
  const made = await Promise.all(Array.from({ length: 20 }, () => keptToken(state)));
  expect(new Set(made.map(({ token }) => token)).size).toBe(1);
  expect(readFileSync(file, "utf8")).toBe(`${made[0]?.token}\n`);
  expect(readdirSync(state)).toEqual(["mcp-token"]);
});

test.each([
  ["that others may write", () => chmodSync(file, 0o666), "can be written by others"],
  ["that is empty", () => writeFileSync(file, ""), "does not contain a token"],
  ["with a word that can be guessed", () => writeFileSync(file, "secret\n"), "does not contain a token"],
  [
    "that is a link",
    () => {
      rmSync(file);
      symlinkSync("/etc/hostname", file);
    },
    "is not a regular file",
  ],
])("a file %s is not used", async (_, spoil, says) => {
  await keptToken(state);
  spoil();
  await expect(keptToken(state)).rejects.toMatchObject({
    code: "BAD_TOKEN_FILE",
    message: `${file} ${says}`,
    fix: "remove it: a new one will be made",
  });
});

test.each([
  ["Bearer abc", true],
  ["bearer  abc", true],
  ["Bearer abcd", false],
  ["Bearer ab", false],
  ["Bearer", false],
  ["Bearer abc abc", false],
  ["Basic abc", false],
  ["abc", false],
  ["", false],
  [null, false],
])("%j carries the token abc: %s", (header, expected) => {
  expect(carriesToken(header, "abc")).toBe(expected);
});

test("no other word is the token", () => {
  fc.assert(
    fc.property(fc.string(), fc.base64String({ minLength: 4 }), (given, token) => {
      expect(carriesToken(`Bearer ${given}`, token)).toBe(given.trim() === token);
    }),
  );
});
