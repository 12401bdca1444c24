import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { filesOf, LineFile } from "../../src/store/line-file.js";
import { built } from "../support/store/records/records.js";

const KEPT = 60;
const SMALL = { mostBytes: 10_000, kept: KEPT, dropped: (count: number) => `${count} dropped` };

let directory: string;
let path: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "cac-lines-"));
  path = join(directory, "lines");
});

afterEach(() => rmSync(directory, { recursive: true }));

function lines(): string[] {
  const files = filesOf(path, KEPT).filter((file) => existsSync(file));
  return files.flatMap((file) => readFileSync(file, "utf8").split("\n").slice(0, -1));
}

test("whoever writes to it and whoever moves it: no line is lost", async () => {
  // All of them find it too large at the same moment, again and again.
  const script = `
    const [module, path, name, options] = process.argv.slice(1);
    const { LineFile } = await import(module);
    const file = new LineFile(path, { ...JSON.parse(options), dropped: String });
    for (let number = 0; number < 60; number++) {
      file.append(name + "-" + number + " ".repeat(1000));
      await file.flush();
    }`;
  const names = ["a", "b", "c", "d", "e", "f"];
  const writers = names.map((name) =>
    spawn(process.execPath, [
      "--input-type=module",
      "-e",
      script,
      built("store/line-file.js"),
      path,
      name,
      JSON.stringify(SMALL),
    ]),
  );
  await Promise.all(writers.map((writer) => once(writer, "exit")));
  const all = names.flatMap((name) => Array.from({ length: 60 }, (_, number) => `${name}-${number}`));
  // One that another is writing at that moment looks torn, and an empty one is put behind it.
  const written = lines().flatMap((line) => line.trim() || []);
  expect(written.toSorted()).toEqual(all.toSorted());
  expect(readdirSync(directory)).not.toContain("lines.moving");
});

test.each([
  ["while another process moves it, it is left where it is", 0, ["lines", "lines.moving"]],
  ["what a process that was killed left in the way is taken away", 60, ["lines.1"]],
])("%s", async (_, ageInSeconds, left) => {
  const moving = join(directory, "lines.moving");
  writeFileSync(moving, "");
  const then = Date.now() / 1000 - ageInSeconds;
  utimesSync(moving, then, then);
  const file = new LineFile(path, SMALL);
  file.append("x".repeat(20_000));
  await file.flush();
  expect(readdirSync(directory).toSorted()).toEqual(left);
  expect(lines()).toHaveLength(1);
});

test("one that cannot be moved on is not lost to the next", async () => {
  mkdirSync(`${path}.2`);
  writeFileSync(`${path}.1`, "old\n");
  const file = new LineFile(path, { ...SMALL, kept: 2 });
  file.append("x".repeat(20_000));
  file.append("y");
  await file.flush();
  expect(readFileSync(`${path}.1`, "utf8")).toBe("old\n");
  expect(readFileSync(path, "utf8")).toBe(`${"x".repeat(20_000)}\ny\n`);
});
