import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { PtyExit } from "../../../src/transport/pty/pty.js";
import { windowsPty } from "../../../src/transport/pty/windows-pty.js";
import { FakeNodePty } from "../../support/wrapper/fake-node-pty.js";

class FakeConPty extends FakeNodePty {
  readonly sizes: string[] = [];

  override resize(columns?: number, rows?: number): void {
    this.sizes.push(`${columns}x${rows}`);
  }

  pause(): void {}
  resume(): void {}
}

function spawned() {
  const conpty = new FakeConPty();
  const pty = windowsPty(conpty);
  const exits: PtyExit[] = [];
  pty.onExit((exit) => exits.push(exit));
  return { conpty, pty, exits };
}

describe("the child's end", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test.each([
    ["a code", 7, 7],
    ["the code of Ctrl+C, which is no signal here", 0xc000013a, 0xc000013a],
    ["none, as node-pty tells it where the pipe broke first", undefined, 1],
  ])("%s is passed on", (_, told, exitCode) => {
    const { conpty, exits } = spawned();
    conpty.exit({ exitCode: told as number });
    expect(exits).toEqual([{ exitCode }]);
  });

  test("is told once", () => {
    const { conpty, pty, exits } = spawned();
    pty.kill("SIGHUP");
    conpty.exit({ exitCode: 0 });
    vi.runAllTimers();
    conpty.exit({ exitCode: 1 });
    expect(exits).toEqual([{ exitCode: 0 }]);
  });

  test("a console that does not end when it is killed keeps nobody", () => {
    const { conpty, pty, exits } = spawned();
    pty.kill("SIGHUP");
    vi.advanceTimersByTime(5_000);
    pty.kill("SIGKILL");
    expect({ killed: conpty.killed, exits }).toEqual({ killed: [undefined], exits: [] });
    vi.advanceTimersByTime(3_000);
    expect(exits).toEqual([{ exitCode: 1 }]);
  });

  test("nothing is asked of a child that is gone", () => {
    const { conpty, pty } = spawned();
    conpty.exit({ exitCode: 0 });
    pty.kill("SIGTERM");
    pty.write("keys");
    pty.resize(100, 30);
    expect(vi.getTimerCount()).toBe(0);
    expect({ killed: conpty.killed, written: conpty.written, sizes: conpty.sizes }).toEqual({
      killed: [],
      written: [],
      sizes: [],
    });
  });
});

test("no signal is named: node-pty would throw", () => {
  const { conpty, pty } = spawned();
  pty.kill("SIGTERM");
  expect(conpty.killed).toEqual([undefined]);
  conpty.exit({ exitCode: 1 });
});

test("a character that is cut in two arrives whole", () => {
  const { conpty, pty } = spawned();
  const [first, second] = [Buffer.from("é").subarray(0, 1), Buffer.from("é").subarray(1)];
  pty.write(Buffer.concat([Buffer.from("caf"), first]));
  pty.write(second);
  pty.write("\r");
  expect(conpty.written.join("")).toBe("café\r");
});

test("a size that is none is not passed on", () => {
  const { conpty, pty } = spawned();
  pty.resize(0, 24);
  pty.resize(120, 40);
  expect(conpty.sizes).toEqual(["120x40"]);
});
