import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { readFix, writeFix } from "../../src/host/file-trouble.js";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "file-trouble-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("who may not read is told by whose file it is", () => {
  const file = join(folder, "it's.json");
  writeFileSync(file, "{}");
  const { uid } = statSync(file);
  expect(readFix(file, "EACCES", uid)).toBe(`chmod u+r '${file.replace("'", "'\\''")}'`);
  expect(readFix(file, "EACCES", uid + 1)).toBe(
    `it belongs to another user (${uid}): ask them, or name another file with CAC_CONFIG`,
  );
});

test("a folder that is named is one that is there", () => {
  const file = join(folder, "not", "yet", "config.json");
  expect(readFix(file, "EACCES")).toBe(`see who may enter ${folder}: ls -ld ${folder}`);
  expect(writeFix(file, "EACCES")).toBe(`see who may write to ${folder}: ls -ld ${folder}`);
  expect(writeFix(join(folder, "config.json"), "EACCES")).toBe(
    `see who may write to ${folder}: ls -ld ${folder}`,
  );
});

test.each([
  ["ENOSPC", "free some space on that disk; nothing was changed"],
  ["EROFS", "that disk is read-only: name another file with CAC_CONFIG"],
  ["ELOOP", "the link leads in a circle: remove it"],
  ["EIO", "see that the path is right, or name another file with CAC_CONFIG"],
])("%s on writing", (code, fix) => {
  expect(writeFix("/x/config.json", code)).toBe(fix);
});
