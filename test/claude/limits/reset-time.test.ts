import { describe, expect, it } from "vitest";
import type { Moment } from "../../../src/claude/limits/moment.js";
import { readResetTime } from "../../../src/claude/limits/reset-time.js";

const NEW_YORK = "America/New_York";

function moment(now: string, timeZone = "UTC"): Moment {
  return { now: new Date(now), timeZone };
}

function read(text: string, at: Moment): string | undefined {
  return readResetTime(text, at)?.toISOString();
}

/** Sunday, 15 November 2026, noon in New York. */
const sunday = moment("2026-11-15T17:00:00.000Z", NEW_YORK);

describe("forms", () => {
  it.each([
    // time of day
    ["3pm", "2026-11-15T20:00:00.000Z"],
    ["3:25pm", "2026-11-15T20:25:00.000Z"],
    ["3:25 PM", "2026-11-15T20:25:00.000Z"],
    ["3 pm", "2026-11-15T20:00:00.000Z"],
    ["3:25 p.m.", "2026-11-15T20:25:00.000Z"],
    ["3:25\u202fPM", "2026-11-15T20:25:00.000Z"],
    ["3:25\u00a0PM", "2026-11-15T20:25:00.000Z"],
    ["12am", "2026-11-16T05:00:00.000Z"],
    ["12:10am", "2026-11-16T05:10:00.000Z"],
    ["12pm", "2026-11-15T17:00:00.000Z"],
    ["15:25", "2026-11-15T20:25:00.000Z"],
    ["00:05", "2026-11-16T05:05:00.000Z"],
    ["15:25:30", "2026-11-15T20:25:30.000Z"],
    ["at 3pm", "2026-11-15T20:00:00.000Z"],
    ["by 3pm", "2026-11-15T20:00:00.000Z"],
    ["at: 3pm", "2026-11-15T20:00:00.000Z"],
    ["\u00a0 at\n   3pm", "2026-11-15T20:00:00.000Z"],
    // date
    ["Nov 18, 2:07pm", "2026-11-18T19:07:00.000Z"],
    ["on Nov 18, 2:07pm", "2026-11-18T19:07:00.000Z"],
    ["November 18 at 14:07", "2026-11-18T19:07:00.000Z"],
    ["Nov. 18th, 2pm", "2026-11-18T19:00:00.000Z"],
    ["nov 18 2pm", "2026-11-18T19:00:00.000Z"],
    ["Nov18,2:07pm(America/New_York)", "2026-11-18T19:07:00.000Z"],
    ["Dec 5 at 12am", "2026-12-05T05:00:00.000Z"],
    ["Nov 18, 2027, 2pm", "2027-11-18T19:00:00.000Z"],
    ["Nov 18 2027 at 2pm", "2027-11-18T19:00:00.000Z"],
    ["Nov 18, 20:27", "2026-11-19T01:27:00.000Z"],
    ["Dec 1", "2026-12-01T05:00:00.000Z"],
    ["Dec 1 (UTC)", "2026-12-01T00:00:00.000Z"],
    // weekday
    ["Mon 12:00am", "2026-11-16T05:00:00.000Z"],
    ["Monday at 3pm", "2026-11-16T20:00:00.000Z"],
    ["on Thurs, 3pm", "2026-11-19T20:00:00.000Z"],
    ["Sun 3pm", "2026-11-15T20:00:00.000Z"],
    ["Sun 11am", "2026-11-22T16:00:00.000Z"],
    ["Fri, Nov 20, 12:40 AM", "2026-11-20T05:40:00.000Z"],
    // day by name
    ["today at 3pm", "2026-11-15T20:00:00.000Z"],
    ["tomorrow at 3pm", "2026-11-16T20:00:00.000Z"],
    ["tomorrow, 15:00", "2026-11-16T20:00:00.000Z"],
    // day after the time
    ["3pm tomorrow", "2026-11-16T20:00:00.000Z"],
    ["at 3pm on Monday", "2026-11-16T20:00:00.000Z"],
    ["3pm, Nov 18", "2026-11-18T20:00:00.000Z"],
    ["3pm\nMonday is far", "2026-11-15T20:00:00.000Z"],
    // epoch
    ["1794774674", "2026-11-15T20:31:14.000Z"],
    ["1749924000", "2025-06-14T18:00:00.000Z"],
    ["1794774674123", "2026-11-15T20:31:14.123Z"],
    // relative
    ["in 3 hours", "2026-11-15T20:00:00.000Z"],
    ["3 hours", "2026-11-15T20:00:00.000Z"],
    ["8m", "2026-11-15T17:08:00.000Z"],
    ["2h 30m", "2026-11-15T19:30:00.000Z"],
    ["2h30m", "2026-11-15T19:30:00.000Z"],
    ["2 hours and 5 minutes", "2026-11-15T19:05:00.000Z"],
    ["2 hours, 5 min, and 3 secs", "2026-11-15T19:05:03.000Z"],
    ["in 1 day 4 hours", "2026-11-16T21:00:00.000Z"],
    ["in 1 week", "2026-11-22T17:00:00.000Z"],
    ["45s", "2026-11-15T17:00:45.000Z"],
    ["in an hour", "2026-11-15T18:00:00.000Z"],
    ["in about 1.5 hours", "2026-11-15T18:30:00.000Z"],
    ["in 2 hours 3 hours ago", "2026-11-15T19:00:00.000Z"],
    // ISO
    ["2026-11-18T14:07:00Z", "2026-11-18T14:07:00.000Z"],
    ["2026-11-18T14:07:05.25Z", "2026-11-18T14:07:05.250Z"],
    ["2026-11-18T14:07+02:00", "2026-11-18T12:07:00.000Z"],
    ["2026-11-18T14:07:00-0330", "2026-11-18T17:37:00.000Z"],
    ["2026-11-18T14:07:00", "2026-11-18T19:07:00.000Z"],
    ["2026-11-18 14:07", "2026-11-18T19:07:00.000Z"],
    ["2026-11-18 2:07pm (UTC)", "2026-11-18T14:07:00.000Z"],
    ["2026-11-18", "2026-11-18T05:00:00.000Z"],
  ])("reads %j", (text, instant) => {
    expect(read(text, sunday)).toBe(instant);
  });

  it.each([
    [" · progress saved"],
    ["."],
    [". /upgrade to increase"],
    [" · /upgrade to Max 20x"],
    [")"],
    ["\nnext line"],
    ["   │"],
  ])("takes the tail %j", (tail) => {
    expect(read(`3:25pm (Europe/Paris)${tail}`, sunday)).toBe("2026-11-16T14:25:00.000Z");
    expect(read(`Nov 18, 2:07pm${tail}`, sunday)).toBe("2026-11-18T19:07:00.000Z");
    expect(read(`in 3 hours${tail}`, sunday)).toBe("2026-11-15T20:00:00.000Z");
  });

  it.each([
    ["13pm"],
    ["0am"],
    ["0:30pm"],
    ["25:00"],
    ["24:00"],
    ["3:60pm"],
    ["3:5pm"],
    ["123pm"],
    ["3pmx"],
    ["15:25:60"],
    ["Feb 30, 3pm"],
    ["Nov 31, 3pm"],
    ["Nov 0, 3pm"],
    ["Feb 29, 2027, 3pm"],
    ["Nov 18, 13pm"],
    ["Nov 18, 2"],
    ["Nov 2:07pm"],
    ["Nov 2pm"],
    ["2026-13-01T10:00Z"],
    ["2026-00-10"],
    ["2026-02-30 10:00"],
    ["3"],
    ["in 1:30"],
    ["in 3 months"],
    ["in 3pm"],
    ["Monday"],
    ["today"],
    ["tomorrow"],
    ["Month 3pm"],
    ["2:07p"],
    ["2:07…"],
    ["2:07..."],
    ["12345678901"],
    ["shortly"],
    ["when your limit resets"],
    ["at"],
    [""],
  ])("finds no time in %j", (text) => {
    expect(read(text, sunday)).toBeUndefined();
  });
});

describe("zones", () => {
  it.each([
    ["1pm (Etc/GMT+5)", "2026-11-15T18:00:00.000Z"],
    ["1pm (etc/gmt-5)", "2026-11-16T08:00:00.000Z"],
    ["11pm (Europe/Warsaw)", "2026-11-15T22:00:00.000Z"],
    ["11:30am (Asia/Colombo)", "2026-11-16T06:00:00.000Z"],
    ["12:10am (Europe/Dublin)", "2026-11-16T00:10:00.000Z"],
    ["9am (America/Argentina/Buenos_Aires)", "2026-11-16T12:00:00.000Z"],
    ["9pm (UTC)", "2026-11-15T21:00:00.000Z"],
    ["9pm (GMT)", "2026-11-15T21:00:00.000Z"],
    ["9pm (Z)", "2026-11-15T21:00:00.000Z"],
    ["9pm(UTC)", "2026-11-15T21:00:00.000Z"],
    ["9pm UTC", "2026-11-15T21:00:00.000Z"],
    ["21:00Z", "2026-11-15T21:00:00.000Z"],
    ["9pm Europe/Paris", "2026-11-15T20:00:00.000Z"],
    // as Intl writes offsets: the other sign than Etc/GMT
    ["9pm (GMT+5:30)", "2026-11-16T15:30:00.000Z"],
    ["9pm (UTC-3)", "2026-11-16T00:00:00.000Z"],
    ["Nov 18, 2:07pm (Australia/Sydney)", "2026-11-18T03:07:00.000Z"],
    ["Mon 12:00am (Asia/Tokyo)", "2026-11-22T15:00:00.000Z"],
    // a day that the named zone counts, not ours: it is already Monday in Tokyo
    ["tomorrow at 3pm (Asia/Tokyo)", "2026-11-17T06:00:00.000Z"],
    ["9pm\n  (Europe/Paris)", "2026-11-15T20:00:00.000Z"],
    ["9pm (America/Los_\n   Angeles)", "2026-11-16T05:00:00.000Z"],
  ])("reads %j", (text, instant) => {
    expect(read(text, sunday)).toBe(instant);
  });

  it.each([
    ["9pm"],
    ["9pm (Mars/Olympus_Mons)"],
    ["9pm (PST)"],
    ["9pm (your time)"],
    ["9pm ()"],
    ["9pm (UTC+99)"],
    ["9pm (America/Los_"],
    ["9pm (Etc/GMT+1"],
    ["9pm (Europe/Paris · progress saved"],
    ["9pm and/or later"],
  ])("takes the moment's zone for %j", (text) => {
    expect(read(text, sunday)).toBe("2026-11-16T02:00:00.000Z");
  });

  it("takes UTC where the moment's own zone is unknown", () => {
    expect(read("9pm", moment("2026-11-15T17:00:00Z", "Etc/Unknown"))).toBe("2026-11-15T21:00:00.000Z");
  });
});

describe("next occurrence", () => {
  it.each([
    // text, now, instant
    ["3:25pm", "2026-11-15T15:24:59.999Z", "2026-11-15T15:25:00.000Z"],
    ["3:25pm", "2026-11-15T15:25:40.000Z", "2026-11-15T15:25:00.000Z"],
    ["3:25pm", "2026-11-15T15:27:00.000Z", "2026-11-15T15:25:00.000Z"],
    ["3:25pm", "2026-11-15T15:27:00.001Z", "2026-11-16T15:25:00.000Z"],
    ["11:59pm", "2026-11-16T00:00:30.000Z", "2026-11-15T23:59:00.000Z"],
    ["12am", "2026-11-15T23:59:00.000Z", "2026-11-16T00:00:00.000Z"],
    ["2am", "2026-11-30T23:00:00.000Z", "2026-12-01T02:00:00.000Z"],
    ["2am", "2026-12-31T23:00:00.000Z", "2027-01-01T02:00:00.000Z"],
    ["2am", "2028-02-28T23:00:00.000Z", "2028-02-29T02:00:00.000Z"],
    ["2am", "2027-02-28T23:00:00.000Z", "2027-03-01T02:00:00.000Z"],
    ["Sun 3:25pm", "2026-11-15T15:27:00.000Z", "2026-11-15T15:25:00.000Z"],
    ["Sun 3:25pm", "2026-11-15T15:27:00.001Z", "2026-11-22T15:25:00.000Z"],
    ["Sat 11:59pm", "2026-11-15T00:01:00.000Z", "2026-11-14T23:59:00.000Z"],
    ["Fri 1am", "2026-12-31T12:00:00.000Z", "2027-01-01T01:00:00.000Z"],
    ["tomorrow at 1am", "2026-12-31T12:00:00.000Z", "2027-01-01T01:00:00.000Z"],
    ["today at 1am", "2026-12-31T12:00:00.000Z", "2026-12-31T01:00:00.000Z"],
  ])("reads %j at %s", (text, now, instant) => {
    expect(read(text, moment(now))).toBe(instant);
  });
});

describe("the year of a date", () => {
  it.each([
    ["Jan 2, 3pm", "2026-12-30T10:00:00.000Z", "2027-01-02T15:00:00.000Z"],
    ["Dec 31, 3pm", "2027-01-02T10:00:00.000Z", "2026-12-31T15:00:00.000Z"],
    ["Nov 18, 2pm", "2026-11-18T14:01:00.000Z", "2026-11-18T14:00:00.000Z"],
    // over for two days, not 363 days ahead
    ["Nov 13, 2pm", "2026-11-15T14:00:00.000Z", "2026-11-13T14:00:00.000Z"],
    ["Jun 1, 2pm", "2026-11-15T14:00:00.000Z", "2026-06-01T14:00:00.000Z"],
    ["May 1, 2pm", "2026-11-15T14:00:00.000Z", "2027-05-01T14:00:00.000Z"],
    ["Feb 16, 11am", "2026-11-15T14:00:00.000Z", "2027-02-16T11:00:00.000Z"],
    // leap days
    ["Feb 29, 3pm", "2028-02-25T10:00:00.000Z", "2028-02-29T15:00:00.000Z"],
    ["Feb 29, 3pm", "2027-12-30T10:00:00.000Z", "2028-02-29T15:00:00.000Z"],
    ["Feb 29, 3pm", "2028-03-02T10:00:00.000Z", "2028-02-29T15:00:00.000Z"],
    ["Feb 29, 3pm", "2026-11-15T10:00:00.000Z", undefined],
    ["Feb 29, 3pm", "2029-02-26T10:00:00.000Z", undefined],
    ["Feb 29, 2028, 3pm", "2026-11-15T10:00:00.000Z", "2028-02-29T15:00:00.000Z"],
    // a year that is written is taken as it is
    ["Nov 18, 2024, 2pm", "2026-11-15T14:00:00.000Z", "2024-11-18T14:00:00.000Z"],
  ])("reads %j at %s", (text, now, instant) => {
    expect(read(text, moment(now))).toBe(instant);
  });
});

describe("clock changes", () => {
  it.each([
    // 8 March 2026, New York: 2am to 3am does not exist
    ["2:30am", "2026-03-08T06:00:00.000Z", NEW_YORK, "2026-03-08T07:30:00.000Z"],
    ["Mar 8, 2:30am", "2026-03-06T06:00:00.000Z", NEW_YORK, "2026-03-08T07:30:00.000Z"],
    ["Sun 2:30am", "2026-03-06T06:00:00.000Z", NEW_YORK, "2026-03-08T07:30:00.000Z"],
    ["2026-03-08T02:30:00", "2026-03-06T06:00:00.000Z", NEW_YORK, "2026-03-08T07:30:00.000Z"],
    ["3pm", "2026-03-08T06:00:00.000Z", NEW_YORK, "2026-03-08T19:00:00.000Z"],
    // 1 November 2026, New York: 1am to 2am comes twice, at 05:00Z and at 06:00Z
    ["1:30am", "2026-11-01T04:00:00.000Z", NEW_YORK, "2026-11-01T06:30:00.000Z"],
    ["1:30am", "2026-11-01T05:31:00.000Z", NEW_YORK, "2026-11-01T06:30:00.000Z"],
    ["1:30am", "2026-11-01T06:40:00.000Z", NEW_YORK, "2026-11-02T06:30:00.000Z"],
    ["Nov 1, 1:30am", "2026-10-30T05:00:00.000Z", NEW_YORK, "2026-11-01T06:30:00.000Z"],
    ["Sun 1:30am", "2026-10-30T05:00:00.000Z", NEW_YORK, "2026-11-01T06:30:00.000Z"],
    // midnight itself is skipped in Cairo, half an hour in Lord Howe
    ["12am", "2026-04-23T20:00:00.000Z", "Africa/Cairo", "2026-04-23T22:00:00.000Z"],
    ["2:15am", "2026-10-03T12:00:00.000Z", "Australia/Lord_Howe", "2026-10-03T15:45:00.000Z"],
    // a day of elapsed time is 24 hours, whatever the clock does
    ["in 1 day", "2026-03-08T06:00:00.000Z", NEW_YORK, "2026-03-09T06:00:00.000Z"],
  ])("reads %j at %s in %s", (text, now, zone, instant) => {
    expect(read(text, moment(now, zone))).toBe(instant);
  });
});

describe("bad input", () => {
  it("names no instant without a valid now", () => {
    expect(readResetTime("in 3 hours", { now: new Date(NaN), timeZone: "UTC" })).toBeUndefined();
    expect(readResetTime("3pm", { now: new Date(8.64e15), timeZone: "UTC" })).toBeUndefined();
  });

  it("reads past white space of any length and ignores a tail of any length", () => {
    const long = " ".repeat(1_000_000);
    expect(read(`${long}3pm${long}`, sunday)).toBe("2026-11-15T20:00:00.000Z");
    expect(read(`3pm (${"x/".repeat(1_000_000)})`, sunday)).toBe("2026-11-15T20:00:00.000Z");
  });
});
