import { PassThrough, Readable, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, expect, it, vi } from "vitest";

import { KeptInput } from "../../src/headless/kept-input.js";
import { eventually } from "../support/headless/headless-stage.js";

const log = (): void => undefined;

describe("the user's input", () => {
  it("goes to one run after the other, from its beginning", async () => {
    const input = new KeptInput(Readable.from([Buffer.from("one "), "two ", Buffer.from("three")]), log);
    for (let run = 0; run < 3; run++) {
      const target = new PassThrough();
      input.sendTo(target, "start");
      expect(await text(target)).toBe("one two three");
    }
    expect(input.size).toBe(13);
    await input.close();
  });

  it("goes on with the next run where the first one ended in the middle of it", async () => {
    const source = new PassThrough();
    const input = new KeptInput(source, log);
    const first = new PassThrough();
    let heard = "";
    first.on("data", (data: Buffer) => (heard += data.toString()));
    input.sendTo(first, "start");
    source.write("one ");
    await eventually(() => heard, "one ");
    first.destroy();
    const second = new PassThrough();
    input.sendTo(second, "now");
    source.end("two");
    expect(await text(second)).toBe("two");
    const third = new PassThrough();
    input.sendTo(third, "start");
    expect(await text(third)).toBe("one two");
    await input.close();
  });

  it("is not read faster than it is taken", async () => {
    let read = 0;
    const source = new Readable({
      highWaterMark: 1,
      read() {
        read++;
        this.push(Buffer.alloc(1000));
      },
    });
    const input = new KeptInput(source, log);
    const stuck = new Writable({ highWaterMark: 1, write: () => undefined });
    input.sendTo(stuck, "start");
    await eventually(() => stuck.writableLength, 1000);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(read).toBeLessThan(5);
    await input.close();
  });

  it("that cannot be kept is still passed on", async () => {
    vi.stubEnv("TMPDIR", "/nowhere/at/all");
    try {
      const messages: string[] = [];
      const pieces = Array.from({ length: 10 }, () => Buffer.alloc(1024 * 1024, "x"));
      const input = new KeptInput(Readable.from(pieces), (message) => messages.push(message));
      const target = new PassThrough();
      input.sendTo(target, "start");
      expect(await text(target)).toHaveLength(10 * 1024 * 1024);
      expect(input.isKept).toBe(false);
      expect(input.size).toBe(10 * 1024 * 1024);
      expect(messages).toHaveLength(1);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it("that breaks off has ended", async () => {
    const source = new PassThrough();
    const input = new KeptInput(source, log);
    const target = new PassThrough();
    input.sendTo(target, "start");
    source.write("half");
    await eventually(() => input.size, 4);
    source.destroy(new Error("lost"));
    expect(await text(target)).toBe("half");
  });
});

/** All that a run hears of these pieces, with a row of ours said before one of them, or after the last. */
async function heard(pieces: string[], saidBefore: number): Promise<string> {
  const source = new PassThrough();
  const input = new KeptInput(source, log);
  const target = new PassThrough();
  input.sendTo(target, "start");
  let size = 0;
  for (const piece of pieces.slice(0, saidBefore)) {
    source.write(piece);
    size += piece.length;
    await eventually(() => input.size, size);
  }
  expect(input.say("OURS\n")).toBe(true);
  for (const piece of pieces.slice(saidBefore)) source.write(piece);
  source.end();
  const all = await text(target);
  await input.close();
  return all;
}

describe("a row of ours", () => {
  it.each([
    [["a\n", "b\n"], 0, "OURS\na\nb\n"],
    [["a\n", "b\n"], 1, "a\nOURS\nb\n"],
    [["a\n", "b\n"], 2, "a\nb\nOURS\n"],
    [["a", "a\n", "b\n"], 1, "aa\nOURS\nb\n"],
    [["a", "a\nb", "b\n"], 1, "aa\nOURS\nbb\n"],
    [["a", "a", "a\n"], 1, "aaa\nOURS\n"],
    [["a"], 1, "a\nOURS\n"],
  ])("%j, said before piece %i, never lands inside another", async (pieces, after, expected) => {
    expect(await heard(pieces, after)).toBe(expected);
  });

  it("cannot be said to a run that is gone, or takes no more", async () => {
    const input = new KeptInput(Readable.from([]), log);
    expect(input.say("OURS\n")).toBe(false);
    const target = new PassThrough();
    input.sendTo(target, "start");
    expect(await text(target)).toBe("");
    expect(input.say("OURS\n")).toBe(false);
  });
});
