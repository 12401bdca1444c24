import type { Moment } from "./moment.js";
import { type CalendarDate, type ClockTime, type Day, readResetForm } from "./reset-time-forms.js";
import { DAY_MS, instantOf, isZone, wallClock } from "./zone-clock.js";

/**
 * The instant that a time expression at the start of `text` names ("Nov 18, 2:07pm (America/New_York) · …"),
 * or undefined where there is none. A time without a day is its next occurrence.
 *
 * The result can lie before `at.now`: at most 2 minutes for a time of day or a weekday, any distance for a
 * date, an epoch or "today at". All of these mean that the wait is over.
 */
export function readResetTime(text: string, at: Moment): Date | undefined {
  const nowMs = at.now.getTime();
  if (!(Math.abs(nowMs) < FARTHEST_NOW_MS)) return undefined;
  const form = readResetForm(text);
  if (form === undefined) return undefined;
  if (form.type === "epoch") return new Date(form.ms);
  if (form.type === "after") return new Date(nowMs + form.ms);
  const zone = pickZone(form.zone, at);
  const ms = resolveWall(form.day, form.time, nowMs, zone);
  return ms === undefined ? undefined : new Date(ms);
}

// Where Date's calendar ends, with room for the days and years added below.
const FARTHEST_NOW_MS = 8e15;

// Times are shown to the minute, and a banner is read some seconds after it was drawn: "3:25pm" read at
// 3:25:40pm is over, not a day ahead.
const JUST_PASSED_MS = 2 * 60_000;

// Half a year: of two neighbouring years, one has the date within this distance.
const NEAREST_YEAR_MS = 184 * DAY_MS;

function resolveWall(day: Day | undefined, time: ClockTime, nowMs: number, zone: string): number | undefined {
  const today = Math.floor(wallClock(nowMs, zone) / DAY_MS) * DAY_MS;
  const on = (date: number): number => instantOf(date + sinceMidnight(time), zone);
  switch (day?.type) {
    case "date":
      return day.year === undefined ? nearestYear(day, today, nowMs, on) : inYear(day, day.year, on);
    case "ahead":
      return on(today + day.days * DAY_MS);
    default:
      return nextOccurrence(day?.weekday, today, nowMs, on);
  }
}

function sinceMidnight({ hour, minute, second, millisecond }: ClockTime): number {
  return ((hour * 60 + minute) * 60 + second) * 1000 + millisecond;
}

/** The instant of the time on a date, which is told by its midnight in UTC. */
type OnDate = (date: number) => number;

/** The first such time, on any day or on a weekday only. Yesterday counts: 11:59pm read just after midnight. */
function nextOccurrence(
  weekday: number | undefined,
  today: number,
  nowMs: number,
  on: OnDate,
): number | undefined {
  for (let days = -1; days <= 8; days++) {
    const date = today + days * DAY_MS;
    // Sunday is 0 to Date and 7 to us.
    if (weekday !== undefined && new Date(date).getUTCDay() !== weekday % 7) continue;
    const ms = on(date);
    if (ms >= nowMs - JUST_PASSED_MS) return ms;
  }
  return undefined;
}

/**
 * A date without a year is the one nearest to now, the coming one of two equals. Limits last a month at most,
 * so "Nov 13" read on Nov 15 is a wait that is over, not one of 363 days; "Jan 2" read in December is ahead.
 * 29 February is none where no leap day is near.
 */
function nearestYear(day: CalendarDate, today: number, nowMs: number, on: OnDate): number | undefined {
  const thisYear = new Date(today).getUTCFullYear();
  let nearest: number | undefined;
  for (const year of [thisYear + 1, thisYear, thisYear - 1]) {
    const ms = inYear(day, year, on);
    if (ms === undefined || Math.abs(ms - nowMs) > NEAREST_YEAR_MS) continue;
    if (nearest === undefined || Math.abs(ms - nowMs) < Math.abs(nearest - nowMs)) nearest = ms;
  }
  return nearest;
}

function inYear({ month, day }: CalendarDate, year: number, on: OnDate): number | undefined {
  // Date.UTC takes the years 0 to 99 for those of the last century.
  const date = new Date(0).setUTCFullYear(year, month - 1, day);
  // It rolls over where there is no such day or month.
  const isThere = new Date(date).getUTCMonth() === month - 1 && new Date(date).getUTCDate() === day;
  return isThere ? on(date) : undefined;
}

/**
 * Claude Code writes the zone of the machine it runs on. A name we do not know is most likely that very zone,
 * newer than our zone data or cut off, so the moment's zone is the best reading of it.
 */
function pickZone(named: string | undefined, at: Moment): string {
  if (named !== undefined && isZone(named)) return named;
  return isZone(at.timeZone) ? at.timeZone : "UTC";
}
