import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, it } from "vitest";
import { DAY_MS, instantOf, isZone, wallClock } from "../../../src/claude/limits/zone-clock.js";

const ZONES = [...Intl.supportedValuesOf("timeZone"), "UTC", "Etc/GMT+5", "+05:30", "-00:15"];

/** From before standard time, when offsets had seconds, to beyond anything that a limit could name. */
const anyMs = fc.integer({ min: Date.UTC(1850, 0, 1), max: Date.UTC(2150, 0, 1) });

/** Within a day of a change of the zone's clocks, for most. */
const near = fc
  .record({
    zone: fc.constantFrom(...ZONES),
    ms: anyMs,
    away: fc.integer({ min: -DAY_MS, max: DAY_MS }),
    isNear: fc.boolean(),
  })
  .map(({ zone, ms, away, isNear }) => {
    const change = Temporal.Instant.fromEpochMilliseconds(ms)
      .toZonedDateTimeISO(zone)
      .getTimeZoneTransition("next")?.epochMilliseconds;
    return { zone, ms: isNear && change !== undefined ? change + away : ms };
  });

describe("as Temporal has it", { timeout: 60_000 }, () => {
  it("what clocks show", () => {
    fc.assert(
      fc.property(near, ({ zone, ms }) => {
        const shown = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDateTime();
        const wall = shown.toZonedDateTime("UTC").epochMilliseconds;
        expect(wallClock(ms, zone)).toBe(wall);
      }),
      { numRuns: 2000 },
    );
  });

  it("when clocks show it, the later one of a repeated hour, behind the gap of a skipped one", () => {
    fc.assert(
      fc.property(near, ({ zone, ms }) => {
        // Read as a time on the clock: so it falls into gaps too.
        const wall = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO("UTC").toPlainDateTime();
        const instant = wall.toZonedDateTime(zone, { disambiguation: "later" }).epochMilliseconds;
        expect({ zone, wall: wall.toString(), instant: instantOf(ms, zone) }).toEqual({
          zone,
          wall: wall.toString(),
          instant,
        });
      }),
      { numRuns: 2000 },
    );
  });

  it("which names of three letters are zones", () => {
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");
    const names = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));
    expect(names.filter(isZone)).toEqual(names.filter(isZoneOfTemporal));
  });
});

it.each([
  ["Europe/Paris", true],
  ["europe/paris", true],
  ["America/Argentina/Buenos_Aires", true],
  ["EST5EDT", true],
  ["utc", true],
  ["+05:30", true],
  ["-23:59", true],
  ["+24:00", false],
  ["+5", false],
  ["pst", false],
  ["Mars/Olympus_Mons", false],
  ["Etc/Unknown", false],
  ["", false],
])("%j is a zone: %s", (name, is) => {
  expect(isZone(name)).toBe(is);
});

function isZoneOfTemporal(name: string): boolean {
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name) !== undefined;
  } catch {
    return false;
  }
}
