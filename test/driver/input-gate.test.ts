import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { InputGate, type InputWhileWaiting } from "../../src/driver/input-gate.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A gate, and what came out of it. */
function begin(whileWaiting: InputWhileWaiting = "forward") {
  const out: Buffer[] = [];
  const gate = new InputGate({ whileWaiting, write: (bytes) => out.push(bytes) });
  const take = (text: string): void => gate.take(Buffer.from(text));
  return { gate, take, out: () => Buffer.concat(out.splice(0)).toString() };
}

describe.each(["forward", "discard", "buffer"] as const)("%s", (whileWaiting) => {
  it("lets everything through where nothing is waited for", () => {
    const { gate, take, out } = begin(whileWaiting);
    take("a");
    gate.setWaiting(true);
    gate.setWaiting(false);
    take("b");
    expect(out()).toBe("ab");
  });

  it("passes bytes on as they are", () => {
    const out: Buffer[] = [];
    const gate = new InputGate({ whileWaiting, write: (bytes) => out.push(bytes) });
    const all = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    gate.take(all);
    expect(out).toEqual([all]);
    expect(out[0]).toBe(all);
  });

  it.each([
    ["Ctrl+C", "\x03"],
    ["Ctrl+D", "\x04"],
    ["Ctrl+Z", "\x1a"],
    ["Ctrl+\\", "\x1c"],
    ["Ctrl+C twice", "\x03\x03"],
    ["Ctrl+C, kitty", "\x1b[99;5u"],
    ["Ctrl+C pressed and released, kitty", "\x1b[99;5:1u\x1b[99;5:3u"],
    ["Ctrl+C, xterm", "\x1b[27;5;99~"],
  ])("always leaves a way out: %s", (_, key) => {
    const { gate, take, out } = begin(whileWaiting);
    gate.setWaiting(true);
    take(key);
    expect(out()).toBe(key);
  });

  it("holds keys for a moment, and lets them go in their order", () => {
    const { gate, take, out } = begin(whileWaiting);
    const held = gate.hold();
    take("a");
    take("b");
    expect(out()).toBe("");
    held.dispose();
    take("c");
    expect(out()).toBe("abc");
  });
});

describe("while the session waits", () => {
  it.each([
    ["forward", "a", ""],
    ["discard", "", ""],
    ["buffer", "", "a"],
  ] as const)("%s: at once %j, afterwards %j", (whileWaiting, atOnce, afterwards) => {
    const { gate, take, out } = begin(whileWaiting);
    gate.setWaiting(true);
    take("a");
    expect(out()).toBe(atOnce);
    gate.setWaiting(false);
    expect(out()).toBe(afterwards);
  });

  it("buffer: what was held and what was kept comes out once, in order, when both are over", () => {
    const { gate, take, out } = begin("buffer");
    gate.setWaiting(true);
    take("a");
    let held = gate.hold();
    take("b");
    held.dispose();
    take("c");
    expect(out()).toBe("");
    held = gate.hold();
    gate.setWaiting(false);
    take("d");
    expect(out()).toBe("");
    held.dispose();
    expect(out()).toBe("abcd");
    held = gate.hold();
    held.dispose();
    expect(out()).toBe("");
  });

  it.each(["a\x03", "\x1b[99;6u", "\x1b[A"])("discard: %j is no way out", (keys) => {
    const { gate, take, out } = begin("discard");
    gate.setWaiting(true);
    take(keys);
    expect(out()).toBe("");
  });

  it("buffer: keeps a megabyte, and no more", () => {
    const { gate, take, out } = begin("buffer");
    gate.setWaiting(true);
    take("a".repeat(1024 * 1024));
    take("b");
    gate.setWaiting(false);
    expect(out()).toBe("a".repeat(1024 * 1024));
  });
});

describe("a hold", () => {
  it("ends by itself after eight seconds: no keyboard is dead for longer", () => {
    const { gate, take, out } = begin();
    gate.hold();
    take("a");
    vi.advanceTimersByTime(7999);
    gate.hold();
    expect(out()).toBe("");
    vi.advanceTimersByTime(1);
    expect(out()).toBe("a");
    take("b");
    expect(out()).toBe("b");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("that is over has no timer left, and a new one has its full time", () => {
    const { gate, take, out } = begin();
    let held = gate.hold();
    vi.advanceTimersByTime(7000);
    held.dispose();
    expect(vi.getTimerCount()).toBe(0);
    held = gate.hold();
    take("a");
    vi.advanceTimersByTime(7000);
    expect(out()).toBe("");
    held.dispose();
    expect(out()).toBe("a");
  });

  it("gives way to a paste that is too large for it: no piece of it is lost", () => {
    const { gate, take, out } = begin();
    gate.hold();
    take("a");
    take("b".repeat(1024 * 1024));
    take("c");
    expect(out()).toBe(`a${"b".repeat(1024 * 1024)}c`);
  });
});
