import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

import { afterEach, expect, test, vi } from "vitest";

import type { LimitEvent } from "../../src/claude/limits/pattern-detector.js";
import type { ScreenReading } from "../../src/claude/screen/screen-reading.js";
import { Observer, type ObserverOptions } from "../../src/driver/observer.js";

const LIMIT_SCREEN = capture("2.1.325/5h");
const BANNER = "You've hit your 5-hour limit · resets 3:39pm (America/New_York)";
const SOON = { timeout: 20_000, interval: 10 };

let observer: Observer;
let readings: ScreenReading[];
let limits: LimitEvent[];

afterEach(() => observer.dispose());

test("a screen that has come to rest is read once, and again when it changes", async () => {
  watch();
  feedInPieces(LIMIT_SCREEN, 700);
  await vi.waitFor(() => expect(readings).toHaveLength(1), SOON);
  expect(readings[0]).toMatchObject({
    state: "native-wait",
    limit: { kind: "five-hour", text: BANNER, resetsAt: new Date("2026-11-15T20:39:00Z") },
  });
  // A title and a colour change nothing of it.
  observer.feed(Buffer.from("\x1b]0;a title\x07\x1b[1m\x1b[0m"));
  await sleep(400);
  expect(readings).toHaveLength(1);
  observer.feed(Buffer.from("\x1b[2J\x1b[Ha shell's prompt $ "));
  await vi.waitFor(
    () => expect(readings.map(({ state }) => state)).toEqual(["native-wait", "unknown"]),
    SOON,
  );
});

test("a limit in the bytes is told at once, and redraws of it only now and then", async () => {
  watch();
  observer.feed(Buffer.from(`\r\n${BANNER}\r\n`.repeat(50)));
  await vi.waitFor(() => expect(limits).toHaveLength(1), SOON);
  await sleep(100);
  expect(limits).toEqual([{ rawMatch: BANNER, resetTime: new Date("2026-11-15T20:39:00Z") }]);
});

test("another limit after the first is told too", async () => {
  watch();
  observer.feed(Buffer.from(`\r\n${BANNER}\r\nWeekly limit reached ∙ resets Oct 9, 5pm\r\n`));
  await vi.waitFor(() => expect(limits).toHaveLength(2), SOON);
  expect(limits.map(({ rawMatch }) => rawMatch)).toEqual([
    BANNER,
    "Weekly limit reached ∙ resets Oct 9, 5pm",
  ]);
});

test("nothing is read while a synchronized update is open, but not for ever", async () => {
  watch();
  observer.feed(LIMIT_SCREEN);
  await vi.waitFor(() => expect(readings).toHaveLength(1), SOON);
  observer.feed(Buffer.from("\x1b[?2026h\x1b[2J\x1b[Hhalf a frame"));
  await sleep(500);
  expect(readings).toHaveLength(1);
  observer.feed(Buffer.from("\x1b[?2026l"));
  await vi.waitFor(() => expect(readings).toHaveLength(2), SOON);
  observer.feed(Buffer.from("\x1b[?2026h\x1b[2J\x1b[Hthe program died here"));
  await vi.waitFor(() => expect(readings).toHaveLength(3), SOON);
});

test("an animation does not keep a reading from being told, nor a look from ending", async () => {
  watch();
  observer.feed(LIMIT_SCREEN);
  let turn = 0;
  const spinner = setInterval(() => {
    observer.feed(Buffer.from(`\x1b[s\x1b[1;1H${["|", "/", "-", "\\"][turn++ % 4]}\x1b[u`));
  }, 40);
  try {
    await vi.waitFor(() => expect(readings.length).toBeGreaterThan(0), SOON);
    expect(readings[0]).toMatchObject({ state: "native-wait", limit: { text: BANNER } });
    expect((await observer.look(20_000))?.reading).toEqual(readings[0]);
  } finally {
    clearInterval(spinner);
  }
});

test("a look ends when the time is up, where the screen goes on changing", async () => {
  watch();
  let line = 0;
  const log = setInterval(() => observer.feed(Buffer.from(`line ${line++}\r\n`.repeat(5))), 30);
  try {
    expect(await observer.look(1500)).toBeUndefined();
  } finally {
    clearInterval(log);
  }
  expect((await observer.look(20_000))?.reading.state).toBe("unknown");
});

test("a look sees what the last bytes drew", async () => {
  watch();
  observer.feed(LIMIT_SCREEN);
  const sight = await observer.look(20_000);
  expect(sight?.reading.state).toBe("native-wait");
  expect(sight?.screen.lines.some(({ text }) => text.includes(BANNER))).toBe(true);
});

const PLAIN = Buffer.from("some output of a build, line after line after line\r\n".repeat(2000));

test("a limit in the middle of a flood is found, and the screen is known again when enough has scrolled by", async () => {
  watch();
  await flood(150);
  expect(observer.skipped).toBe(true);
  observer.feed(Buffer.from(`\r\n${BANNER}\r\n`));
  await flood(150);
  await vi.waitFor(() => expect(observer.skipped).toBe(false), SOON);
  expect(limits.map(({ rawMatch }) => rawMatch)).toEqual([BANNER]);
  const sight = await observer.look(20_000);
  expect(sight?.screen.lines[0]?.text).toBe("some output of a build, line after line after line");
});

test("after a flood that scrolls nothing the screen stays unknown until it is repainted", async () => {
  watch();
  observer.feed(LIMIT_SCREEN);
  await vi.waitFor(() => expect(readings).toHaveLength(1), SOON);
  const frame = Buffer.from("\x1b[5;5Hprogress \x1b[7m50 %\x1b[0m".repeat(5000));
  for (let count = 0; count < 20; count++) observer.feed(frame);
  expect(observer.skipped).toBe(true);
  expect(await observer.look(800)).toBeUndefined();
  expect({ skipped: observer.skipped, readings: readings.length }).toEqual({ skipped: true, readings: 1 });
  observer.feed(Buffer.from("\x1b[2J\x1b[H$ "));
  await vi.waitFor(() => expect(observer.skipped).toBe(false), SOON);
  expect((await observer.look(20_000))?.reading.state).toBe("unknown");
});

test("the user's pattern is looked for besides the known wordings, in a flood too", async () => {
  watch({ pattern: /quota .* used up/i });
  observer.feed(Buffer.from(`\r\nyour quota is used up\r\n${BANNER}\r\n`));
  await vi.waitFor(() => expect(limits).toHaveLength(2), SOON);
  expect(limits.map(({ rawMatch }) => rawMatch).sort()).toEqual([BANNER, "quota is used up"]);
  limits.length = 0;
  await flood(150);
  observer.feed(Buffer.from("\r\nthe QUOTA of team 7 is used up\r\n"));
  await flood(150);
  await vi.waitFor(
    () => expect(limits.map(({ rawMatch }) => rawMatch)).toEqual(["QUOTA of team 7 is used up"]),
    SOON,
  );
});

test("a pattern that is slow to search holds nothing up", async () => {
  // Some 0.2 MB/s: all of this would take a minute.
  watch({ pattern: /[^q]+ limit/i });
  await flood(100);
  const sight = observer.look(20_000);
  await vi.waitFor(() => expect(observer.skipped).toBe(false), SOON);
  expect(await sight).toBeDefined();
});

test("a gap before the first bytes is like a flood", async () => {
  watch();
  observer.noteGap();
  observer.feed(Buffer.from("the rest of something\r\n"));
  expect(await observer.look(600)).toBeUndefined();
  observer.feed(LIMIT_SCREEN);
  await vi.waitFor(() => expect(readings[0]).toMatchObject({ state: "native-wait" }), SOON);
});

test("nothing happens after dispose", async () => {
  watch();
  observer.feed(LIMIT_SCREEN);
  observer.dispose();
  observer.feed(Buffer.from(`\r\n${BANNER}\r\n`));
  expect(await observer.look(300)).toBeUndefined();
  expect({ readings, limits }).toEqual({ readings: [], limits: [] });
});

test("a resize is read anew", async () => {
  watch();
  observer.feed(Buffer.from("\x1b[10;1Hhello"));
  await vi.waitFor(() => expect(readings).toHaveLength(1), SOON);
  observer.resize(60, 20);
  const sight = await observer.look(20_000);
  expect([sight?.screen.columns, sight?.screen.lines.length]).toEqual([60, 20]);
});

function watch(options: Partial<ObserverOptions> = {}): void {
  readings = [];
  limits = [];
  observer = new Observer({
    columns: 110,
    rows: 40,
    timeZone: "America/New_York",
    now: () => new Date("2026-11-15T19:09:05Z"),
    vim: () => false,
    onReading: (reading) => readings.push(reading),
    onBytesLimit: (limit) => limits.push(limit),
    ...options,
  });
}

/** In pieces of about 100 KB, with turns of the event loop in between, as a relay gives it. */
async function flood(pieces: number): Promise<void> {
  for (let piece = 0; piece < pieces; piece++) {
    observer.feed(PLAIN);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function feedInPieces(bytes: Buffer, size: number): void {
  for (let at = 0; at < bytes.length; at += size) observer.feed(bytes.subarray(at, at + size));
}

function capture(name: string): Buffer {
  return readFileSync(new URL(`../fixtures/captures/${name}/bytes.raw`, import.meta.url));
}
