import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { makeFolder, makeFolderSync } from "../../src/store/make-folder.js";

let base: string;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "make-folder-"));
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

describe.each<[string, (folder: string) => Promise<void>]>([
  ["makeFolder", makeFolder],
  [
    "makeFolderSync",
    async (folder) => {
      await Promise.resolve();
      makeFolderSync(folder);
    },
  ],
])("%s", (_, make) => {
  test("all that is missing, for us alone", async () => {
    await make(join(base, "a", "b", "c"));
    for (const folder of ["a", "a/b", "a/b/c"]) expect(statSync(join(base, folder)).isDirectory()).toBe(true);
    const modes = ["a", "a/b", "a/b/c"].map((folder) => statSync(join(base, folder)).mode & 0o077);
    expect(modes).toEqual(process.platform === "win32" ? modes : [0, 0, 0]);
  });

  test("what is there stays as it is", async () => {
    mkdirSync(join(base, "a"));
    chmodSync(join(base, "a"), 0o755);
    const before = statSync(join(base, "a")).mode;
    await make(join(base, "a"));
    expect(statSync(join(base, "a")).mode).toBe(before);
  });

  test("several at once do not mind each other", async () => {
    const folders = Array.from({ length: 20 }, (__, index) => join(base, "a", "b", String(index % 3)));
    await Promise.all(folders.map(make));
    expect(folders.every((folder) => statSync(folder).isDirectory())).toBe(true);
  });

  test("a file in the way is told as the system tells it", async () => {
    writeFileSync(join(base, "a"), "");
    await expect(make(join(base, "a", "b"))).rejects.toMatchObject({ code: "ENOTDIR" });
  });
});
