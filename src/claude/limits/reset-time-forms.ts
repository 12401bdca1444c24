/** A reset time as it is written, before a clock and a zone turn it into an instant. */
export type ResetForm =
  | { readonly type: "epoch"; readonly ms: number }
  | { readonly type: "after"; readonly ms: number }
  | {
      readonly type: "wall";
      /** Undefined: a time of day alone. */
      readonly day: Day | undefined;
      readonly time: ClockTime;
      /** An IANA name or an offset as Temporal takes it; not checked. */
      readonly zone: string | undefined;
    };

export type Day =
  | CalendarDate
  | { readonly type: "weekday"; /** 1 is Monday. */ readonly weekday: number }
  | { readonly type: "ahead"; readonly days: number };

/** The month and the day are as written, so they may not exist. */
export interface CalendarDate {
  readonly type: "date";
  readonly year: number | undefined;
  readonly month: number;
  readonly day: number;
}

export interface ClockTime {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
}

/** Reads the form at the start of the text; what follows it does not matter. Undefined where there is none. */
export function readResetForm(text: string): ResetForm | undefined {
  // No form is longer, and the cut keeps the cost flat whatever follows.
  const cursor = new Cursor(text.trimStart().slice(0, 300));
  const lead = cursor.take(LEAD)?.["word"]?.toLowerCase();
  // "in 1:30" is no time of day.
  if (lead === "in") return readAfter(cursor);
  return readEpoch(cursor) ?? readAfter(cursor) ?? readWall(cursor);
}

// White space is optional everywhere: releases from 2.1.32 place words by cursor moves, and a reader of
// stripped bytes is left with "Nov18,2:07pm". `\s` covers U+00A0 and the U+202F that newer ICU puts before PM.
const LEAD = /(?:(?<word>at|on|by|in)(?![a-z]))?\s*:?\s*(?:(?:about|around)(?![a-z])|~)?\s*/iy;
const EPOCH = /(?<digits>\d{13}|\d{10})(?!\d)/y;
const AMOUNT =
  /(?:(?:,|and(?![a-z]))\s*){0,2}(?<amount>\d{1,5}(?:\.\d{1,3})?|an?(?=\s))\s*(?:(?<w>w|wks?|weeks?)|(?<d>d|days?)|(?<h>h|hrs?|hours?)|(?<m>m|mins?|minutes?)|(?<s>s|secs?|seconds?))(?![a-z])\s*/iy;
const ISO_DATE = /(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?!\d)/y;
const MONTH_AND_DAY =
  /(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?\s*(?<day>\d{1,2})(?:st|nd|rd|th)?(?![\d:]|\s*[ap]\.?m(?![a-z]))/iy;
const YEAR = /\s*,?\s*(?<year>20\d{2})(?![\d:])/y;
const WEEKDAY =
  /(?<weekday>mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs?(?:day)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)(?![a-z])\.?\s*,?\s*/iy;
const NAMED_DAY = /(?<word>today|tomorrow)(?![a-z])/iy;
const TO_TIME = /\s*(?<comma>,|t(?=\d))?\s*(?:at(?![a-z])\s*)?/iy;
// Only on the same line: the next line of a screen is something else.
const TO_DAY = /[^\S\r\n]*,?[^\S\r\n]*(?:on(?![a-z])[^\S\r\n]*)?/iy;
const CLOCK =
  /(?<hour>\d{1,2})(?::(?<minute>\d{2})(?::(?<second>\d{2})(?:\.(?<fraction>\d{1,9}))?)?)?(?:\s*(?<half>[ap])\.?\s?m(?![a-z\d]))?/iy;
// A 24-hour time must be seen to end: "2:07p" and "2:07…" are afternoon times cut off by a narrow screen.
const CLOCK_END = /(?=z(?![a-z]))|(?![a-z\d…]|:\d|\.{3})/iy;
const NO_DIGIT = /(?!\d)/y;
// A bracket that a line wrap left open names no zone: "(Etc/GMT+1" may be the start of "+12".
const ZONE =
  /\s*(?:\((?<bracket>[^()]{1,64})\)|(?<bare>z(?![a-z\d])|[+-][01]\d:?\d{2}(?![\d:])|(?:utc|gmt)(?:[+-]\d{1,2}(?::?\d{2})?)?(?![a-z\d])|[a-z_]+\/[\w+/-]+))/iy;

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const UNITS_MS = { w: 604_800_000, d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 } as const;

function readEpoch(cursor: Cursor): ResetForm | undefined {
  const digits = cursor.take(EPOCH)?.["digits"];
  if (digits === undefined) return undefined;
  return { type: "epoch", ms: digits.length === 13 ? Number(digits) : Number(digits) * 1000 };
}

/** "2h 30m", "1 day and 4 hours", "an hour": units from large to small, so what follows is not added in. */
function readAfter(cursor: Cursor): ResetForm | undefined {
  const units = Object.entries(UNITS_MS);
  let smallest = Infinity;
  let ms: number | undefined;
  for (let part = cursor.take(AMOUNT); part !== undefined; part = cursor.take(AMOUNT)) {
    const { amount = "" } = part;
    const unitMs = units.find(([unit]) => part[unit] !== undefined)?.[1] ?? 0;
    if (unitMs >= smallest) break;
    smallest = unitMs;
    ms = (ms ?? 0) + unitMs * (/^\d/.test(amount) ? Number(amount) : 1);
  }
  return ms === undefined ? undefined : { type: "after", ms: Math.round(ms) };
}

function readWall(cursor: Cursor): ResetForm | undefined {
  let day = readDay(cursor);
  const comma = day === undefined ? undefined : cursor.take(TO_TIME)?.["comma"];
  const time = readClock(cursor) ?? (comma === undefined ? startOfDay(day, cursor) : undefined);
  if (time === undefined) return undefined;
  if (day === undefined) {
    cursor.take(TO_DAY);
    day = readDay(cursor);
  }
  const zone = cursor.take(ZONE);
  return { type: "wall", day, time, zone: zoneName(zone?.["bracket"] ?? zone?.["bare"]) };
}

function readDay(cursor: Cursor): Day | undefined {
  const named = cursor.take(NAMED_DAY);
  if (named !== undefined) return { type: "ahead", days: named["word"]?.toLowerCase() === "today" ? 0 : 1 };
  const weekday = cursor.take(WEEKDAY)?.["weekday"];
  const date = readDate(cursor);
  // Beside a date the weekday says nothing new.
  if (date !== undefined || weekday === undefined) return date;
  return { type: "weekday", weekday: numberOf(WEEKDAYS, weekday) };
}

function readDate(cursor: Cursor): CalendarDate | undefined {
  const iso = cursor.take(ISO_DATE);
  if (iso !== undefined) {
    return { type: "date", year: Number(iso["year"]), month: Number(iso["month"]), day: Number(iso["day"]) };
  }
  const written = cursor.take(MONTH_AND_DAY);
  if (written === undefined) return undefined;
  const year = cursor.take(YEAR)?.["year"];
  return {
    type: "date",
    year: year === undefined ? undefined : Number(year),
    month: numberOf(MONTHS, written["month"] ?? ""),
    day: Number(written["day"]),
  };
}

function readClock(cursor: Cursor): ClockTime | undefined {
  const start = cursor.at;
  const found = cursor.take(CLOCK);
  if (found === undefined) return undefined;
  const time = clockTime(found);
  const ended = found["half"] !== undefined || (found["minute"] !== undefined && cursor.take(CLOCK_END));
  if (time !== undefined && ended) return time;
  cursor.at = start;
  return undefined;
}

function clockTime(found: Groups): ClockTime | undefined {
  const written = Number(found["hour"]);
  const half = found["half"]?.toLowerCase();
  if (half !== undefined && (written < 1 || written > 12)) return undefined;
  const hour = half === undefined ? written : (written % 12) + (half === "p" ? 12 : 0);
  const minute = Number(found["minute"] ?? 0);
  const second = Number(found["second"] ?? 0);
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  return { hour, minute, second, millisecond: Number((found["fraction"] ?? "").padEnd(3, "0").slice(0, 3)) };
}

/** A bare date means its first moment. After "Nov 18," or before a digit there is a time that is cut off or does not exist. */
function startOfDay(day: Day | undefined, cursor: Cursor): ClockTime | undefined {
  if (day?.type !== "date" || cursor.take(NO_DIGIT) === undefined) return undefined;
  return { hour: 0, minute: 0, second: 0, millisecond: 0 };
}

/** White space inside the brackets is a line wrap in the middle of the name. */
function zoneName(written: string | undefined): string | undefined {
  if (written === undefined) return undefined;
  const name = written.replaceAll(/\s/g, "");
  if (/^z$/i.test(name)) return "UTC";
  const offset = /^(?:utc|gmt)?(?<sign>[+-])(?<hours>\d{1,2}):?(?<minutes>\d{2})?$/i.exec(name)?.groups;
  if (offset === undefined) return /^[a-z][\w+/-]*$/i.test(name) ? name : undefined;
  return `${offset["sign"]}${offset["hours"]?.padStart(2, "0")}:${offset["minutes"] ?? "00"}`;
}

function numberOf(names: readonly string[], written: string): number {
  return names.indexOf(written.slice(0, 3).toLowerCase()) + 1;
}

type Groups = Readonly<Record<string, string | undefined>>;

/** A place in the text; `take` moves it past what a sticky pattern matches there, and stays where none does. */
class Cursor {
  at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  take(pattern: RegExp): Groups | undefined {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.#text);
    if (match === null) return undefined;
    this.at = pattern.lastIndex;
    return match.groups ?? {};
  }
}
