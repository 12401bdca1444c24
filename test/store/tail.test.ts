import { execFileSync } from "node:child_process";
import { appendFile, mkdtemp, open, rename, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Tail } from "../../src/store/tail.js";
import type { TailLine, TailPosition, TailRead } from "../../src/store/tail.js";

const MB = 1024 * 1024;

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cac-tail-"));
  path = join(folder, "session.jsonl");
});

afterEach(() => rm(folder, { recursive: true }));

function textOf(line: TailLine): string {
  return line.oversized ? `oversized ${line.length}` : line.bytes.toString("utf8");
}

/** What a read says, with its lines as text and without its place. */
function summary({ position: _position, lines, ...flags }: TailRead): object {
  const raised = Object.entries(flags).filter(([, value]) => value !== false && value !== 0);
  return { lines: lines.map(textOf), ...Object.fromEntries(raised) };
}

async function next(tail: Tail): Promise<object> {
  return summary(await tail.read());
}

async function readAll(tail: Tail): Promise<TailLine[]> {
  const lines: TailLine[] = [];
  for (;;) {
    const read = await tail.read();
    lines.push(...read.lines);
    if (!read.more) return lines;
  }
}

describe("Tail", () => {
  it("delivers each complete line once", async () => {
    const tail = new Tail(path);
    await writeFile(path, "one\ntwo\n");
    expect(await next(tail)).toEqual({ lines: ["one", "two"] });
    expect(await next(tail)).toEqual({ lines: [] });
    await appendFile(path, "three\n");
    expect(await next(tail)).toEqual({ lines: ["three"] });
  });

  it("reads an empty file, empty lines and CRLF", async () => {
    await writeFile(path, "");
    const tail = new Tail(path);
    expect(await next(tail)).toEqual({ lines: [] });
    await appendFile(path, "\n\r\none\r\n\ntwo\r");
    expect(await next(tail)).toEqual({ lines: ["one"] });
    await appendFile(path, "\nthr\ree\n");
    expect(await next(tail)).toEqual({ lines: ["two", "thr\ree"] });
  });

  it("hands on bytes that are not UTF-8", async () => {
    const bytes = Buffer.from([0x7b, 0xff, 0xc3, 0x28, 0x00, 0x7d]);
    await writeFile(path, Buffer.concat([bytes, Buffer.from("\n")]));
    expect((await new Tail(path).read()).lines).toEqual([{ oversized: false, bytes }]);
  });

  it("keeps a torn line until it is complete, torn at any byte", async () => {
    const content = Buffer.from('{"a":"é"}\n{"b":"limit · 3pm ❯"}\r\n{"c":"🙂"}\n');
    for (let cut = 0; cut <= content.length; cut++) {
      await writeFile(path, content.subarray(0, cut));
      const tail = new Tail(path);
      const lines = await readAll(tail);
      await appendFile(path, content.subarray(cut));
      lines.push(...(await readAll(tail)));
      expect(lines.map(textOf)).toEqual(['{"a":"é"}', '{"b":"limit · 3pm ❯"}', '{"c":"🙂"}']);
    }
  });

  it("gives the same lines for any chunking, also over a restart at any place", async () => {
    const content = fc.array(fc.string({ unit: "grapheme", maxLength: 12 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(content, fc.array(fc.tuple(fc.nat(20), fc.boolean())), async (strings, steps) => {
        const expected = strings.map((text) => text.replaceAll(/[\r\n]/g, "")).filter((text) => text !== "");
        const bytes = Buffer.from(expected.map((text) => `${text}\n`).join(""));
        await writeFile(path, "");
        let tail = new Tail(path);
        let at = 0;
        const lines: TailLine[] = [];
        for (const [length, restart] of [...steps, [bytes.length, false] as const]) {
          await appendFile(path, bytes.subarray(at, at + length));
          at += length;
          const read = await tail.read();
          expect([read.truncated, read.replaced, read.more]).toEqual([false, false, false]);
          lines.push(...read.lines);
          if (restart) tail = new Tail(path, JSON.parse(JSON.stringify(read.position)) as TailPosition);
        }
        expect(lines.map(textOf)).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });
});

describe("Tail's start", () => {
  it("begins at the end, with what is written from then on", async () => {
    await writeFile(path, "old\n");
    const tail = new Tail(path, "end");
    expect(await next(tail)).toEqual({ lines: [] });
    await appendFile(path, "new\n");
    expect(await next(tail)).toEqual({ lines: ["new"] });
  });

  it("begins at the end with the whole of a line that is being written", async () => {
    await writeFile(path, "old\nhalf");
    const tail = new Tail(path, "end");
    expect(await next(tail)).toEqual({ lines: [] });
    await appendFile(path, " and half\n");
    expect(await next(tail)).toEqual({ lines: ["half and half"] });
  });

  it.each([
    [0, []],
    [1, ["three"]],
    [6, ["three"]],
    [7, ["two", "three"]],
    [10, ["two", "three"]],
    [999, ["one", "two", "three"]],
  ])("begins with the line that holds the last %i bytes", async (lastBytes, lines) => {
    await writeFile(path, "one\ntwo\nthree\n");
    expect(await next(new Tail(path, { lastBytes }))).toEqual({ lines });
  });

  it("finds the start of a line far before the wanted byte", async () => {
    const long = "x".repeat(700_000);
    await writeFile(path, `one\n${long}\n`);
    expect(await next(new Tail(path, { lastBytes: 5 }))).toEqual({ lines: [long] });
  });

  it("reads all of a file that did not exist when it was told to begin at the end", async () => {
    const tail = new Tail(path, "end");
    expect(await next(tail)).toEqual({ lines: [], missing: true });
    await writeFile(path, "one\n");
    expect(await next(tail)).toEqual({ lines: ["one"] });
  });
});

describe("Tail and a file that changes under it", () => {
  it("starts anew when the file was cut", async () => {
    await writeFile(path, "one\ntwo\n");
    const tail = new Tail(path);
    await tail.read();
    await truncate(path, 0);
    await appendFile(path, "new\n");
    expect(await next(tail)).toEqual({ lines: ["new"], truncated: true });
    expect(await next(tail)).toEqual({ lines: [] });
  });

  it("starts anew when the file was rewritten and is longer than before", async () => {
    await writeFile(path, "one\ntwo\n");
    const tail = new Tail(path);
    await tail.read();
    await writeFile(path, "another\nand a longer one\n");
    expect(await next(tail)).toEqual({ lines: ["another", "and a longer one"], truncated: true });
  });

  it("forgets a torn line that was cut away, and nothing else", async () => {
    await writeFile(path, "one\nhalf a line");
    const tail = new Tail(path);
    expect(await next(tail)).toEqual({ lines: ["one"] });
    await truncate(path, 6);
    await appendFile(path, "!\n");
    expect(await next(tail)).toEqual({ lines: ["ha!"], truncated: true });
  });

  it.each([
    ["longer", "one\nnewline-that-is-longer\n", ["newline-that-is-longer"]],
    ["as long", "one\nNEWLINE", []],
    ["in two lines", "one\ntwo\nthree is the longest\n", ["two", "three is the longest"]],
  ])("joins nothing to a torn line that was rewritten, %s", async (_, content, lines) => {
    await writeFile(path, "one\nTORNOLD");
    const tail = new Tail(path);
    expect(await next(tail)).toEqual({ lines: ["one"] });
    await writeFile(path, content);
    expect(await next(tail)).toEqual({ lines, truncated: true });
    await appendFile(path, "!\n");
    expect(await next(tail)).toEqual({ lines: [lines.length === 0 ? "NEWLINE!" : "!"] });
  });

  it("knows a torn line that came in many pieces by the last of them", async () => {
    const tail = new Tail(path);
    await writeFile(path, "one\n");
    for (let count = 0; count < 300; count++) {
      await appendFile(path, String(count));
      expect(await next(tail)).toEqual({ lines: count === 0 ? ["one"] : [] });
    }
    await writeFile(path, `one\n${"x".repeat(2000)}\n`);
    expect(await next(tail)).toEqual({ lines: ["x".repeat(2000)], truncated: true });
  });

  it("starts anew when another file was put in its place", async () => {
    await writeFile(path, "one\nhalf");
    const tail = new Tail(path);
    await tail.read();
    await writeFile(`${path}.new`, "one\ntwo\nthree\n");
    await rename(`${path}.new`, path);
    expect(await next(tail)).toEqual({ lines: ["one", "two", "three"], replaced: true });
  });

  it("keeps nothing of a first line that was torn in the file before", async () => {
    await writeFile(path, "half");
    const tail = new Tail(path);
    await tail.read();
    await writeFile(`${path}.new`, "one\ntwo\n");
    await rename(`${path}.new`, path);
    expect(await next(tail)).toEqual({ lines: ["one", "two"], replaced: true });
  });

  it("goes on after a deletion, whether the inode is used again or not", async () => {
    await writeFile(path, "one\ntwo\n");
    const tail = new Tail(path);
    const { position } = await tail.read();
    await rm(path);
    expect(await tail.read()).toEqual({
      missing: true,
      lines: [],
      replaced: false,
      truncated: false,
      skippedBytes: 0,
      more: false,
      position,
    });
    await writeFile(path, "new one\nnew two\n");
    const read = await tail.read();
    expect(read.lines.map(textOf)).toEqual(["new one", "new two"]);
    expect(read.replaced || read.truncated).toBe(true);
  });

  it("takes a path below a file for a missing one", async () => {
    await writeFile(path, "");
    expect(await next(new Tail(join(path, "below")))).toEqual({ lines: [], missing: true });
  });

  it("throws what is no expected outcome, and is unharmed by it", async () => {
    const tail = new Tail(folder);
    await expect(tail.read()).rejects.toThrow(`${folder} is not a regular file`);
    await expect(tail.read()).rejects.toThrow(`${folder} is not a regular file`);
  });

  it.skipIf(process.platform === "win32")(
    "is not held up by a named pipe, and not filled by a device",
    async () => {
      execFileSync("mkfifo", [path]);
      await expect(new Tail(path).read()).rejects.toThrow(`${path} is not a regular file`);
      await expect(new Tail("/dev/zero").read()).rejects.toThrow("/dev/zero is not a regular file");
    },
  );

  it("leaves no file open", async () => {
    await writeFile(path, "one\n");
    const tail = new Tail(path);
    for (let count = 0; count < 2000; count++) await tail.read();
    // The lowest free number is given out, so a leak would show in it.
    const probe = await open(path);
    expect(probe.fd).toBeLessThan(1000);
    await probe.close();
  });
});

describe("Tail and large files", () => {
  it("ends a read at its bound and goes on with the next", async () => {
    const rows = Array.from({ length: 100_000 }, (_, index) => `row ${index}`);
    await writeFile(path, `${rows.join("\n")}\n`);
    const tail = new Tail(path);
    const first = await tail.read();
    expect(first.more).toBe(true);
    const rest = await readAll(tail);
    expect([...first.lines, ...rest].map(textOf)).toEqual(rows);
  });

  it("survives a row of 50 MB: its edges are delivered, its rest is not kept", async () => {
    const length = 50 * MB;
    const row = Buffer.alloc(length, "x");
    row.write('{"type":"user"');
    row.write("end}", length - 4);
    await writeFile(path, Buffer.concat([Buffer.from("before\n"), row, Buffer.from("\r\nafter\n")]));
    const tail = new Tail(path);
    const reads: TailRead[] = [];
    do reads.push(await tail.read());
    while (reads.at(-1)?.more);
    const lines = reads.flatMap((read) => read.lines);
    expect(reads.length).toBe(4);
    expect(lines.map(textOf)).toEqual(["before", `oversized ${length}`, "after"]);
    const long = lines[1];
    if (!long?.oversized) throw new Error("the long line came whole");
    expect(long.head.equals(row.subarray(0, long.head.length))).toBe(true);
    expect(long.tail.equals(row.subarray(-long.tail.length))).toBe(true);
    expect(long.head.buffer.byteLength + long.tail.buffer.byteLength).toBeLessThan(MB);
    expect(reads.reduce((sum, read) => sum + read.skippedBytes, 0)).toBe(
      length - long.head.length - long.tail.length,
    );
    expect(reads.map((read) => read.position.offset)).toEqual([7, 7, 7, length + 15]);
  });

  it("has another bound where one is given", async () => {
    await writeFile(path, `${"x".repeat(MB + 1)}\n${"y".repeat(2 * MB + 1)}\n`);
    const { lines } = await new Tail(path, "start", 2 * MB).read();
    expect(lines.map((line) => line.oversized)).toEqual([false, true]);
  });

  it("keeps a line of exactly the bound whole", async () => {
    await writeFile(path, `${"x".repeat(MB)}\n${"y".repeat(MB + 1)}\n`);
    const { lines } = await new Tail(path).read();
    expect(lines.map((line) => (line.oversized ? line.length : line.bytes.length))).toEqual([MB, MB + 1]);
    expect(lines.map((line) => line.oversized)).toEqual([false, true]);
  });

  it("reads no more than the new bytes of a large file", async () => {
    const handle = await open(path, "w");
    await handle.truncate(4096 * MB);
    await handle.write("\n", 4096 * MB - 1);
    await handle.close();
    const tail = new Tail(path, "end");
    expect(await next(tail)).toEqual({ lines: [] });
    await appendFile(path, "new\n");
    // 4 GB would take 256 bounded reads; one is enough, and nothing is left.
    expect(await next(tail)).toEqual({ lines: ["new"] });
  });
});
