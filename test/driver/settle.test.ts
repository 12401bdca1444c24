import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { screenOfText, type Screen } from "../../src/claude/screen/screen.js";
import { readScreen, type ScreenReading } from "../../src/claude/screen/screen-reading.js";
import { ScreenWatch } from "../../src/driver/screen-watch.js";
import { samplesOf, settle } from "../../src/driver/settle.js";

const RULE = "─".repeat(60);
const TIMEOUT_MS = 3000;

/** What the screen shows from a moment on, in milliseconds after the look began. */
type Shown = readonly [atMs: number, rows: readonly string[]];

function box(inBox = "", above = "● Done."): readonly string[] {
  return [above, "", RULE, `❯ ${inBox}`, RULE, "  ? for shortcuts"];
}

/** A look at a screen that changes like that: what it found, and when. */
type Look = (shown: readonly Shown[]) => Promise<{ reading: ScreenReading | undefined; ms: number }>;

const LOOKS: Readonly<Record<string, Look>> = {
  polled: async (shown) => {
    const startedAt = performance.now();
    const screen = (): Promise<Screen> => {
      const now = performance.now() - startedAt;
      const rows = shown.findLast(([atMs]) => atMs <= now)?.[1] ?? [];
      return Promise.resolve({ ...screenOfText(rows.join("\n")), columns: 60, cursor: cursorOf(rows) });
    };
    const looking = poll(screen);
    const ended = looking.then((reading) => ({ reading, ms: performance.now() - startedAt }));
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS + 500);
    return ended;
  },
  drawn: async (shown) => {
    const watch = new ScreenWatch({
      columns: 60,
      rows: 10,
      timeZone: "UTC",
      now: () => new Date(),
      vim: () => false,
      onReading: () => {},
    });
    const draw = async (rows: readonly string[]): Promise<void> => {
      watch.expect();
      const { row, column } = cursorOf(rows);
      const text = `\x1b[2J\x1b[H${rows.join("\r\n")}\x1b[${row + 1};${column + 1}H`;
      await watch.draw(Buffer.from(text));
      watch.rest();
    };
    const [first, ...others] = shown;
    const drawn = draw(first?.[1] ?? []);
    await vi.advanceTimersByTimeAsync(500);
    await drawn;
    const startedAt = performance.now();
    const looking = watch.look(TIMEOUT_MS);
    const ended = looking.then((sight) => ({ reading: sight?.reading, ms: performance.now() - startedAt }));
    for (const [atMs, rows] of others) setTimeout(() => void draw(rows), atMs);
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS + 500);
    watch.dispose();
    return ended;
  },
};

async function poll(screen: () => Promise<Screen>, signal?: AbortSignal): Promise<ScreenReading | undefined> {
  const take = samplesOf(screen, (shown) => readScreen(shown, { now: new Date(), timeZone: "UTC" }));
  return (await settle(take, { timeoutMs: TIMEOUT_MS, everyMs: 75, signal }))?.reading;
}

function cursorOf(rows: readonly string[]) {
  const row = Math.max(
    0,
    rows.findIndex((text) => text.startsWith("❯")),
  );
  return { row, column: rows[row]?.length ?? 0 };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A change of the screen every so often. */
function every(ms: number, rows: (frame: number) => readonly string[]): readonly Shown[] {
  return Array.from({ length: Math.ceil((TIMEOUT_MS + 500) / ms) }, (_, frame) => [frame * ms, rows(frame)]);
}

describe.for(Object.entries(LOOKS))("a %s screen", ([kind, look]) => {
  test.for<readonly [string, readonly Shown[], Partial<ScreenReading>, number, number]>([
    ["stands still", [[0, box()]], { state: "idle" }, 300, 450],
    [
      "showed something else for a moment",
      [
        [0, box()],
        [120, box("draft")],
      ],
      { state: "draft", draft: "draft" },
      400,
      650,
    ],
    [
      "changes in one row, once",
      [
        [0, box()],
        [210, box("", "● Done. 12:01")],
      ],
      { state: "idle" },
      300,
      kind === "drawn" ? 450 : 650,
    ],
    [
      "is typed into",
      [
        ...Array.from({ length: 8 }, (_, index): Shown => [index * 75, box("draft".slice(0, index))]),
        [600, box("draft")],
      ],
      { state: "draft", draft: "draft" },
      600,
      1150,
    ],
    [
      "has a spinner",
      every(100, (frame) => box("", `● ${"|/-\\"[frame % 4]}`)),
      { state: "idle" },
      1000,
      1150,
    ],
    ["has a slow clock", every(600, (frame) => box("", `● ${frame} s`)), { state: "idle" }, 300, 450],
  ])("that %s", async ([, shown, expected, soonestMs, latestMs]) => {
    const { reading, ms } = await look(shown);
    expect(reading).toMatchObject(expected);
    expect(ms).toBeGreaterThanOrEqual(soonestMs);
    expect(ms).toBeLessThanOrEqual(latestMs);
  });

  test.for<readonly [string, readonly Shown[]]>([
    ["never means the same twice", every(40, (frame) => box("x".repeat(1 + (frame % 50))))],
    [
      "changes in every row",
      every(40, (frame) => Array.from({ length: 5 }, (_, row) => `line ${frame + row}`)),
    ],
  ])("that %s is not read", async ([, shown]) => {
    expect((await look(shown)).reading).toBeUndefined();
  });
});

describe("a polled screen", () => {
  test("that cannot be read for a moment is read afterwards", async () => {
    let looks = 0;
    const screen = (): Promise<Screen> => {
      looks++;
      if (looks === 2) return Promise.reject(new Error("tmux does not answer"));
      const rows = box(looks === 1 ? "a" : "");
      return Promise.resolve({ ...screenOfText(rows.join("\n")), cursor: cursorOf(rows) });
    };
    const looking = poll(screen);
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
    expect(await looking).toMatchObject({ state: "idle" });
    expect(looks).toBeGreaterThan(4);
  });

  test("that can never be read is unknown", async () => {
    const looking = poll(() => Promise.reject(new Error("the server is gone")));
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS + 100);
    expect(await looking).toBeUndefined();
  });

  test("that nobody waits for any more is not read", async () => {
    const ending = new AbortController();
    let looks = 0;
    const looking = poll(() => (looks++, Promise.resolve(screenOfText(""))), ending.signal);
    ending.abort();
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS);
    expect([await looking, looks]).toEqual([undefined, 1]);
  });
});
