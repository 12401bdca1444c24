import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { WaitTitle } from "../../src/wrapper/wait-title.js";

const HOUR = 3_600_000;
const NOW = Date.parse("2026-11-15T19:00:00Z");
const PUSH = "\x1b[22;2t";
const POP = "\x1b[23;2t";

let spoken: string[];
let childTitle: string | undefined;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  spoken = [];
  childTitle = undefined;
});

afterEach(() => {
  vi.useRealTimers();
});

test("it counts down in the title and on the taskbar", () => {
  voice().show({ startedAt: NOW, dueAt: NOW + HOUR + 25 * 60_000 });
  expect(spoken).toEqual([`${PUSH}${title("⏳ 1:25:00 · continues 3:25pm")}${progress("1;0")}`]);
  spoken = [];
  vi.advanceTimersByTime(3100);
  expect(spoken).toEqual([
    title("⏳ 1:24:59 · continues 3:25pm"),
    title("⏳ 1:24:58 · continues 3:25pm"),
    title("⏳ 1:24:57 · continues 3:25pm"),
  ]);
});

test("with the day where it is not today's", () => {
  const dueAt = Date.parse("2026-11-17T22:04:05Z");
  voice().show({ startedAt: NOW, dueAt });
  expect(spoken[0]).toContain(title("⏳ 2d 3:04:05 · continues Nov 17, 5:04pm"));
});

test("the day goes when it has come", () => {
  vi.setSystemTime("2026-11-16T04:59:59Z");
  voice().show({ startedAt: Date.now(), dueAt: Date.parse("2026-11-16T06:00:00Z") });
  expect(spoken[0]).toContain(title("⏳ 1:00:01 · continues Nov 16, 1:00am"));
  vi.advanceTimersByTime(1100);
  expect(spoken.at(-1)).toContain(title("⏳ 1:00:00 · continues 1:00am"));
});

test("progress is written only where it moves", () => {
  voice().show({ startedAt: NOW - HOUR, dueAt: NOW + HOUR });
  vi.advanceTimersByTime(HOUR + 100);
  const seen = spoken.flatMap((sequence) => /\x1b\]9;4;1;(\d+)\x07/.exec(sequence)?.[1] ?? []);
  expect(seen.map(Number)).toEqual(Array.from({ length: 51 }, (_, index) => 50 + index));
});

test("one write a second, and no look in vain", () => {
  const clock = vi.fn(() => Date.now());
  voice({ now: clock }).show({ startedAt: NOW, dueAt: NOW + 5 * HOUR });
  vi.advanceTimersByTime(HOUR + 100);
  expect(spoken.length).toBe(3601);
  // Besides the first, which fell on the very turn of a second.
  expect(clock).toHaveBeenCalledTimes(3602);
});

test("after the due time it stands at nought, and hardly looks", () => {
  const clock = vi.fn(() => Date.now());
  voice({ now: clock }).show({ startedAt: NOW - HOUR, dueAt: NOW - 1 });
  vi.advanceTimersByTime(60_000);
  expect(spoken).toEqual([`${PUSH}${title("⏳ 0:00:00 · continues 1:59pm")}${progress("1;100")}`]);
  expect(clock).toHaveBeenCalledTimes(61);
});

test("after a sleep, or with the clock set, it is right at the next second", () => {
  voice().show({ startedAt: NOW, dueAt: NOW + 5 * HOUR });
  vi.setSystemTime(NOW + 4 * HOUR);
  vi.advanceTimersByTime(1100);
  expect(spoken.at(-1)).toContain("⏳ 0:59:59 · continues 7:00pm");
  vi.setSystemTime(NOW - HOUR);
  vi.advanceTimersByTime(1000);
  expect(spoken.at(-1)).toBe(`${title("⏳ 6:00:00 · continues 7:00pm")}${progress("1;0")}`);
});

test("a second wait takes the place of the first, with one title kept", () => {
  const one = voice();
  one.show({ startedAt: NOW, dueAt: NOW + HOUR });
  one.show({ startedAt: NOW, dueAt: NOW + 2 * HOUR });
  expect(spoken.at(-1)).toBe(title("⏳ 2:00:00 · continues 4:00pm"));
  spoken = [];
  vi.advanceTimersByTime(2100);
  expect(spoken).toEqual([title("⏳ 1:59:59 · continues 4:00pm"), title("⏳ 1:59:58 · continues 4:00pm")]);
});

describe("put back", () => {
  test("the user's own title, where the session set none", () => {
    const one = voice();
    one.show({ startedAt: NOW, dueAt: NOW + HOUR });
    spoken = [];
    one.clear();
    one.clear();
    expect(spoken).toEqual([`${title("")}${POP}${progress("0")}`]);
    vi.advanceTimersByTime(HOUR);
    expect(spoken).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("the session's title as it is by then", () => {
    const one = voice();
    one.show({ startedAt: NOW, dueAt: NOW + HOUR });
    childTitle = "✳ Fix the tests";
    spoken = [];
    one.clear();
    expect(spoken).toEqual([`${title("")}${POP}${title("✳ Fix the tests")}${progress("0")}`]);
  });

  test("nothing where nothing was shown", () => {
    voice().clear();
    expect(spoken).toEqual([]);
  });

  test("pushes and pops are even over many waits", () => {
    const one = voice();
    for (let count = 0; count < 5; count++) {
      one.show({ startedAt: NOW, dueAt: NOW + HOUR });
      one.needsYou("look");
      one.clear();
    }
    const all = spoken.join("");
    expect(all.split(PUSH).length).toBe(6);
    expect(all.split(POP).length).toBe(6);
  });
});

test("it says that the person is needed, and stays so", () => {
  const one = voice();
  one.show({ startedAt: NOW, dueAt: NOW + HOUR });
  spoken = [];
  one.needsYou("a permission\x1b[2J prompt\nis open");
  vi.advanceTimersByTime(HOUR);
  expect(spoken).toEqual([`${title("⚠ needs you · a permission [2J prompt is open")}${progress("4;100")}`]);
});

test.each<[string, { title?: boolean; env?: Record<string, string> }]>([
  ["switched off", { title: false }],
  ["a terminal that would print it", { env: { TERM: "linux" } }],
])("nothing is written: %s", (_, options) => {
  const one = voice(options);
  one.show({ startedAt: NOW, dueAt: NOW + HOUR });
  vi.advanceTimersByTime(5000);
  one.needsYou("look");
  one.clear();
  expect(spoken).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

test("no progress where it would pop up as a notification", () => {
  const one = voice({ env: { TERM: "xterm-kitty" } });
  one.show({ startedAt: NOW, dueAt: NOW + HOUR });
  one.clear();
  expect(spoken).toEqual([`${PUSH}${title("⏳ 1:00:00 · continues 3:00pm")}`, `${title("")}${POP}`]);
});

function voice(options: Partial<ConstructorParameters<typeof WaitTitle>[0]> = {}): WaitTitle {
  return new WaitTitle({
    speak: (sequence) => spoken.push(sequence),
    childTitle: () => childTitle,
    title: true,
    env: { TERM: "xterm-256color" },
    timeZone: "America/New_York",
    ...options,
  });
}

function title(text: string): string {
  return `\x1b]2;${text}\x07`;
}

function progress(state: string): string {
  return `\x1b]9;4;${state}\x07`;
}
