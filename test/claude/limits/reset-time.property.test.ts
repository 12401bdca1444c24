import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, it } from "vitest";
import { readResetTime } from "../../../src/claude/limits/reset-time.js";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const RUNS = { numRuns: 2000 };
/** Thousands of runs, on a machine that may be busy with other tests. */
const PATIENT = { timeout: 60_000 };

/** A minute to be written, and the moment at which it is read. */
interface Case {
  readonly zone: string;
  readonly now: number;
  readonly reset: number;
}

const ZONES = [
  ...Intl.supportedValuesOf("timeZone"),
  ...Array.from({ length: 27 }, (_, i) => (i <= 12 ? `Etc/GMT+${i}` : `Etc/GMT-${i - 12}`)),
  "UTC",
];

const anyNow = fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2030, 11, 31) });

/** Two thirds of the cases have now or the reset within two hours of a change of the zone's clock, if it has one. */
function caseWithin(ms: number): fc.Arbitrary<Case> {
  return fc
    .record({
      zone: fc.constantFrom(...ZONES),
      instant: anyNow,
      change: fc.constantFrom("is near now", "is near the reset", "is far"),
      awayMs: fc.integer({ min: -120 * MINUTE, max: 120 * MINUTE }),
      aheadMs: fc.integer({ min: 0, max: ms - MINUTE }),
    })
    .map(({ zone, instant, change, awayMs, aheadMs }) => {
      const near = (change === "is far" ? undefined : nextChange(instant, zone)) ?? instant;
      const now = near + awayMs - (change === "is near the reset" ? aheadMs : 0);
      return { zone, now, reset: Math.floor((now + aheadMs) / MINUTE) * MINUTE };
    });
}

function nextChange(ms: number, zone: string): number | undefined {
  const at = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
  return at.getTimeZoneTransition("next")?.epochMilliseconds;
}

const withinADay = caseWithin(DAY);
const withinSixDays = caseWithin(6 * DAY);

describe("a written instant reads back to the same minute", PATIENT, () => {
  it.each([
    ["3:25pm", (c: Case) => clock(c)],
    ["3:25 PM, as Intl writes it", (c: Case) => intl(c, { hour: "numeric", minute: "2-digit" })],
    ["15:25", (c: Case) => intl(c, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" })],
  ])("time of day: %s", (_, write) => {
    fc.assert(
      fc.property(withinADay, (c) => {
        fc.pre(isLastOfItsDay(c) && isNextOfItsClock(c));
        expectBack(c, write(c));
      }),
      RUNS,
    );
  });

  it.each([
    ["Nov 18, 2:07pm", (c: Case) => `${monthDay(c)}, ${clock(c)}`],
    ["Jul 15 at 12am", (c: Case) => `${monthDay(c)} at ${clock(c)}`],
    ["Nov 18, 2027, 2pm", (c: Case) => `${monthDay(c)}, ${intl(c, { year: "numeric" })}, ${clock(c)}`],
    ["November 18, 2027 at 2:00 PM", (c: Case) => intl(c, { dateStyle: "long", timeStyle: "short" })],
    ["Mon 12:00am", (c: Case) => `${intl(c, { weekday: "short" })} ${clock(c)}`],
    ["Monday at 3pm", (c: Case) => `${intl(c, { weekday: "long" })} at ${clock(c)}`],
    ["Fri, Jun 12, 12:40 AM", (c: Case) => `${intl(c, { weekday: "short" })}, ${monthDay(c)}, ${clock(c)}`],
    ["2026-11-18T14:07:00", (c: Case) => zoned(c).toPlainDateTime().toString()],
    ["2026-11-18 14:07", (c: Case) => zoned(c).toPlainDateTime().toString().replace("T", " ").slice(0, 16)],
  ])("date or weekday: %s", (_, write) => {
    fc.assert(
      fc.property(withinSixDays, (c) => {
        fc.pre(isLastOfItsDay(c));
        expectBack(c, write(c));
      }),
      RUNS,
    );
  });

  it("today and tomorrow", () => {
    fc.assert(
      fc.property(withinADay, (c) => {
        fc.pre(isLastOfItsDay(c));
        const today = dayNumber(c.now, c.zone);
        const days = dayNumber(c.reset, c.zone) - today;
        fc.pre(days === 0 || days === 1);
        expectBack(c, `${days === 0 ? "today" : "tomorrow"} at ${clock(c)}`);
      }),
      RUNS,
    );
  });

  it.each([
    ["unix seconds", (c: Case) => String(c.reset / 1000)],
    ["unix milliseconds", (c: Case) => String(c.reset)],
    ["ISO in UTC", (c: Case) => new Date(c.reset).toISOString()],
    ["ISO with an offset", (c: Case) => zoned(c).toString({ timeZoneName: "never" })],
  ])("exact: %s", (_, write) => {
    fc.assert(
      fc.property(withinSixDays, (c) => {
        expectInstant(write(c), { now: new Date(c.now), timeZone: c.zone }, c.reset);
      }),
      RUNS,
    );
  });

  it.each([
    ["2h 30m", (d: number, h: number, m: number, s: number) => `${d}d ${h}h ${m}m ${s}s`],
    [
      "in 2 hours",
      (d: number, h: number, m: number, s: number) => `in ${d} days, ${h} hours, ${m} min and ${s} seconds`,
    ],
  ])("relative: %s", (_, write) => {
    const seconds = fc.integer({ min: 0, max: 6 * 24 * 3600 - 1 });
    fc.assert(
      fc.property(anyNow, seconds, (now, s) => {
        const text = write(
          Math.floor(s / 86_400),
          Math.floor(s / 3600) % 24,
          Math.floor(s / 60) % 60,
          s % 60,
        );
        expectInstant(text, { now: new Date(now), timeZone: "UTC" }, now + s * 1000);
      }),
      RUNS,
    );
  });
});

describe("any text", PATIENT, () => {
  const word = fc.constantFrom(
    ..."at on in by , . : ( ) / + - 0 1 3 12 13 29 59 60 2026 99999 1794774674 am pm h m days and".split(" "),
    ..."Feb Nov Mon Fri tomorrow today UTC Z Etc/GMT+5 America/New_York T … · ~ a an".split(" "),
    " ",
    "\n",
    "\u202f",
  );
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 200 }),
    fc.array(word, { maxLength: 20 }).map((words) => words.join("")),
    fc.array(word, { maxLength: 20 }).map((words) => words.join(" ")),
  );

  it("gives a valid date or nothing, and does not throw", () => {
    fc.assert(
      fc.property(
        text,
        fc.date({ noInvalidDate: false }),
        fc.constantFrom(...ZONES, "", "nowhere"),
        (t, now, zone) => {
          const instant = readResetTime(t, { now, timeZone: zone });
          expect(instant === undefined || Number.isFinite(instant.getTime())).toBe(true);
        },
      ),
      { numRuns: 10_000 },
    );
  });
});

/** With the zone in brackets on a machine elsewhere, and without it on a machine there. */
function expectBack(c: Case, text: string): void {
  const now = new Date(c.now);
  expectInstant(`${text} (${c.zone}) · progress saved`, { now, timeZone: "Pacific/Kiritimati" }, c.reset);
  expectInstant(`${text}.`, { now, timeZone: c.zone }, c.reset);
}

function expectInstant(text: string, at: { now: Date; timeZone: string }, ms: number): void {
  expect({ text, read: readResetTime(text, at)?.toISOString() }).toEqual({
    text,
    read: new Date(ms).toISOString(),
  });
}

/** The first pass of a repeated hour cannot be told from the second, which is the one that is read. */
function isLastOfItsDay(c: Case): boolean {
  return Math.max(...occurrences(wallClock(c.reset, c.zone), c)) === c.reset;
}

/** No earlier day has this time of day ahead of now, or less than two minutes behind it. */
function isNextOfItsClock(c: Case): boolean {
  const wall = wallClock(c.reset, c.zone);
  return [wall - DAY, wall - 2 * DAY].every((w) => Math.max(...occurrences(w, c)) < c.now - 2 * MINUTE);
}

/** Every instant at which the zone's clock shows that time; for one that the clock skips, where it would be. */
function occurrences(wall: number, { zone, reset }: Case): number[] {
  const offsets = [-3, -2, -1, 0, 1].map((days) => offsetAt(reset + days * DAY, zone));
  const instants = offsets.map((offset) => wall - offset);
  const real = instants.filter((ms) => wallClock(ms, zone) === wall);
  return real.length > 0 ? real : instants;
}

/** What the zone's clock shows, as if it were UTC. */
function wallClock(ms: number, zone: string): number {
  return ms + offsetAt(ms, zone);
}

function dayNumber(ms: number, zone: string): number {
  return Math.floor(wallClock(ms, zone) / DAY);
}

function offsetAt(ms: number, zone: string): number {
  const text = formatter(zone, { timeZoneName: "longOffset" }).format(ms);
  const [, sign, hours, minutes] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(text) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * MINUTE;
}

/** "3:25pm", "3pm": as Claude Code writes a time. */
function clock(c: Case): string {
  const minutes = Math.floor(wallClock(c.reset, c.zone) / MINUTE) % (24 * 60);
  const hour = Math.floor(minutes / 60);
  const minute = minutes % 60 === 0 ? "" : `:${String(minutes % 60).padStart(2, "0")}`;
  return `${hour % 12 === 0 ? 12 : hour % 12}${minute}${hour < 12 ? "am" : "pm"}`;
}

function monthDay(c: Case): string {
  return intl(c, { month: "short", day: "numeric" });
}

function intl(c: Case, options: Intl.DateTimeFormatOptions): string {
  return formatter(c.zone, options).format(c.reset);
}

function zoned(c: Case): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(c.reset).toZonedDateTimeISO(c.zone);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** A formatter takes about a millisecond to make. */
function formatter(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${zone} ${JSON.stringify(options)}`;
  let found = formatters.get(key);
  if (found === undefined) {
    found = new Intl.DateTimeFormat("en-US", { ...options, timeZone: zone });
    formatters.set(key, found);
  }
  return found;
}
