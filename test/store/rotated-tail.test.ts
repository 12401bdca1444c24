import { appendFileSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";

import { RotatedTail } from "../../src/store/rotated-tail.js";

let directory: string;
let files: string[];
let file: string;
let tail: RotatedTail;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "cac-rotated-"));
  file = join(directory, "log");
  files = [`${file}.3`, `${file}.2`, `${file}.1`, file];
  tail = new RotatedTail(files);
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

test("what came before the move, and what came after it", async () => {
  writeFileSync(file, "a\n");
  expect(await read()).toEqual(["a"]);
  appendFileSync(file, "b\n");
  rotate();
  appendFileSync(file, "c\n");
  expect(await read()).toEqual(["b", "c"]);
  expect(await read()).toEqual([]);
});

test("while nothing stands at its name yet", async () => {
  writeFileSync(file, "a\n");
  await read();
  appendFileSync(file, "b\n");
  rotate();
  expect(await read()).toEqual(["b"]);
  expect(await read()).toEqual([]);
  appendFileSync(`${file}.1`, "c\n");
  appendFileSync(file, "d\n");
  expect(await read()).toEqual(["c", "d"]);
});

test("two moves between two looks", async () => {
  writeFileSync(file, "a\n");
  await read();
  appendFileSync(file, "b\n");
  rotate();
  appendFileSync(file, "c\n");
  rotate();
  appendFileSync(file, "d\n");
  expect(await read()).toEqual(["b", "c", "d"]);
});

test("a file that is gone for good is read no further", async () => {
  writeFileSync(file, "a\n");
  await read();
  rmSync(file);
  writeFileSync(`${file}.1`, "another's\n");
  writeFileSync(file, "b\n");
  expect(await read()).toEqual(["b"]);
});

test("nothing is lost or told twice, however writes, moves and looks follow each other", async () => {
  const act = fc.constantFrom("write", "write", "write", "move", "look");
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 40 }), async (acts) => {
      for (const each of files) rmSync(each, { force: true });
      tail = new RotatedTail(files);
      writeFileSync(file, "line 0\n");
      const written = ["line 0"];
      const seen = await read();
      let moves = 0;
      for (const act of acts) {
        if (act === "write") {
          written.push(`line ${written.length}`);
          appendFileSync(file, `${written.at(-1)}\n`);
        } else if (act === "look") {
          seen.push(...(await read()));
          if (existsSync(file)) moves = 0;
        } else if (existsSync(file) && moves < files.length - 1) {
          // What moves farther than that between two looks is deleted.
          moves++;
          rotate();
        }
      }
      seen.push(...(await read()));
      expect(seen).toEqual(written);
    }),
    { numRuns: 200 },
  );
});

async function read(): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of tail.lines()) lines.push(line);
  return lines;
}

function rotate(): void {
  for (let index = 0; index < files.length - 1; index++) {
    try {
      renameSync(files[index + 1] ?? "", files[index] ?? "");
    } catch {
      // There is none of that age.
    }
  }
}
