import { describe, expect, test, vi } from "vitest";
import { StdinWriter } from "../../../src/terminal/user/stdin-writer.js";

function failing(code: string): () => never {
  return () => {
    throw Object.assign(new Error(`write ${code}`), { code });
  };
}

describe("StdinWriter", () => {
  test("passes on what it is given, text and bytes", () => {
    const write = vi.fn();
    const writer = new StdinWriter({ write });
    writer.write("continue");
    writer.write(Buffer.from([0, 255]));
    expect(write.mock.calls).toEqual([["continue"], [Buffer.from([0, 255])]]);
    expect(writer.isDead).toBe(false);
  });

  test("is silent after death", () => {
    const write = vi.fn(failing("EIO"));
    const log = vi.fn();
    const writer = new StdinWriter({ write }, log);
    writer.markDead();
    writer.write("late");
    writer.markDead();
    expect(writer.isDead).toBe(true);
    expect(write).not.toHaveBeenCalled();
    expect(log).not.toHaveBeenCalled();
  });

  test("swallows EPIPE: the child has just gone", () => {
    const log = vi.fn();
    const writer = new StdinWriter({ write: failing("EPIPE") }, log);
    expect(() => writer.write("x")).not.toThrow();
    expect(log).not.toHaveBeenCalled();
    expect(writer.isDead).toBe(false);
  });

  test.each([
    ["a system error", failing("EIO"), "could not write to the child: write EIO"],
    [
      "anything that is thrown",
      () => {
        // oxlint-disable-next-line no-throw-literal -- a foreign PTY may throw what it likes
        throw "odd";
      },
      "could not write to the child: odd",
    ],
  ])("logs %s", (_, write, message) => {
    const log = vi.fn();
    new StdinWriter({ write }, log).write("x");
    expect(log.mock.calls).toEqual([[message]]);
  });

  test("logs to stderr where it is not told where to", () => {
    const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    try {
      new StdinWriter({ write: failing("EIO") }).write("x");
      expect(stderr.mock.calls).toEqual([["could not write to the child: write EIO\n"]]);
    } finally {
      stderr.mockRestore();
    }
  });
});
