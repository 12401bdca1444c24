import { describe, expect, it } from "vitest";
import { readLimit } from "../../../src/claude/limits/limit.js";
import type { LimitKind } from "../../../src/claude/limits/limit.js";

// Sunday, 15 Nov 2026, 14:09 in New York.
const at = { now: new Date("2026-11-15T19:09:00Z"), timeZone: "America/New_York" };

type Row = [text: string, kind: LimitKind, resetsAt: string | undefined, model?: string];

const waits: Row[] = [
  ["Claude AI usage limit reached|1794774674", "unknown", "2026-11-15T20:31:14.000Z"],
  [
    "Claude usage limit reached. Your limit will reset at 1pm (Etc/GMT+5).",
    "unknown",
    "2026-11-16T18:00:00.000Z",
  ],
  [
    "Claude usage limit reached. Your limit will reset at\n1pm (Etc/GMT+5).",
    "unknown",
    "2026-11-16T18:00:00.000Z",
  ],
  ["5-hour limit reached ∙ resets 5am", "five-hour", "2026-11-16T10:00:00.000Z"],
  [
    "5-hour limit reached · resets 2am (America/Toronto) · /upgrade to Max 20x or turn on /extra-usage",
    "five-hour",
    "2026-11-16T07:00:00.000Z",
  ],
  [
    "Session limit reached ∙ resets 9:30pm\n/upgrade to increase your usage limit.",
    "five-hour",
    "2026-11-16T02:30:00.000Z",
  ],
  ["Weekly limit reached ∙ resets Nov 19, 5pm", "weekly", "2026-11-19T22:00:00.000Z"],
  ["Opus limit reached ∙ resets Nov 19, 5pm", "model", "2026-11-19T22:00:00.000Z", "Opus"],
  ["limit reached ∙ resets 2pm", "unknown", "2026-11-16T19:00:00.000Z"],
  ["Spending cap reached resets 3:30pm", "spend", "2026-11-15T20:30:00.000Z"],
  ["You've hit your limit · resets 11pm (Europe/Warsaw)", "unknown", "2026-11-15T22:00:00.000Z"],
  ["You've hit your limit · resets Nov 16, 11am (Europe/Berlin)", "unknown", "2026-11-16T10:00:00.000Z"],
  ["You've hit your limit · resets 3am · progress saved", "unknown", "2026-11-16T08:00:00.000Z"],
  ["You’ve hit your 5-hour limit · resets 3pm (Europe/Amsterdam)", "five-hour", "2026-11-16T14:00:00.000Z"],
  [
    "You have hit your session limit • resets 12:10am (Europe/Dublin)",
    "five-hour",
    "2026-11-16T00:10:00.000Z",
  ],
  [
    "You've hit your session limit · resets 5:20pm · run /usage-credits to finish",
    "five-hour",
    "2026-11-15T22:20:00.000Z",
  ],
  ["You've hit your weekly limit · resets 4am (Europe/Madrid)", "weekly", "2026-11-16T03:00:00.000Z"],
  [
    "You've hit your weekly limit · resets Nov 17 at 12am (Australia/Melbourne)",
    "weekly",
    "2026-11-16T13:00:00.000Z",
  ],
  ["You've hit your weekly limit · resets Mon 12:00am", "weekly", "2026-11-16T05:00:00.000Z"],
  ["You've hit your Opus limit · resets 3:45pm", "model", "2026-11-15T20:45:00.000Z", "Opus"],
  ["You've hit your Opus weekly limit · resets 3:45pm", "model", "2026-11-15T20:45:00.000Z", "Opus"],
  [
    "You've hit your Opus limit · resets Nov 18, 1pm (Australia/Sydney) · progress saved",
    "model",
    "2026-11-18T02:00:00.000Z",
    "Opus",
  ],
  ["You've hit your Mythos 7.5 limit · resets 4pm", "model", "2026-11-15T21:00:00.000Z", "Mythos 7.5"],
  [
    "You've hit your daily limit · resets 4pm · a tail nobody has seen yet",
    "unknown",
    "2026-11-15T21:00:00.000Z",
  ],
  ["You're out of extra usage · resets 11:30am (Asia/Colombo)", "overage", "2026-11-16T06:00:00.000Z"],
  ["You're out of usage credits · resets 3am", "overage", "2026-11-16T08:00:00.000Z"],
  [
    "You've hit your org's monthly spend limit · ask your admin to raise it at claude.ai/admin-settings/usage · your session limit resets 9am (UTC)",
    "spend",
    "2026-11-16T09:00:00.000Z",
  ],
  ["Usage limit reached\nResets Fri, Nov 20, 12:40 AM", "unknown", "2026-11-20T05:40:00.000Z"],
  ["⚠ Usage limit reached · limit resets 3:28pm", "unknown", "2026-11-15T20:28:00.000Z"],
  // A reset in words that nobody has written yet: still a limit, still worth waiting for.
  ["You've hit your session limit · resets when Mars is in Aries", "five-hour", undefined],
  ["You've hit your weekly limit", "weekly", undefined],
];

const waitingDoesNotHelp: Row[] = [
  [
    "You've reached your Fable 5 limit. Run /usage-credits to continue or switch models with /model.",
    "model",
    undefined,
    "Fable 5",
  ],
  ["You've hit your monthly spend limit · raise it at claude.ai/settings/usage", "spend", undefined],
  [
    "You've hit your org's monthly spend limit · run /usage-credits to raise it, or visit claude.ai/admin-settings/usage",
    "spend",
    undefined,
  ],
  ["You're out of usage credits. Run /usage-credits to keep using Fable 5.", "overage", undefined],
  ["You've hit your team's shared budget. /model to switch models.", "spend", undefined],
  ["You've hit your usage credit limit", "overage", undefined],
  ["Your seat type doesn't include usage credits", "overage", undefined],
  ["Your usage allocation has been disabled by your admin", "spend", undefined],
  ["Credit balance is too low", "spend", undefined],
];

const noLimit = [
  "You've used 91% of your session limit · resets 12:40pm (Europe/Paris) · Run /usage-credits to ask your admin for more",
  "Approaching usage limit · resets at 12pm",
  "Approaching your 5-hour usage limit — Claude will wrap up the current step.",
  "Context limit reached · /compact or /clear to continue",
  "Concurrent subagent limit reached.",
  "The log says: You've hit your session limit · resets 3pm",
  '"You\'ve hit your limit · resets 3pm"',
  "I hit your limit · resets 3pm",
  "You've hit your stride",
  "API Error: Rate limit reached",
  "",
  " ",
];

describe("readLimit", () => {
  it.each(waits)("reads %j as a limit worth waiting for", (text, kind, resetsAt, model) => {
    expect(readLimit(text, at)).toEqual({
      kind,
      model,
      resetsAt: resetsAt && new Date(resetsAt),
      waitingHelps: true,
      text: text.replace(/^⚠ /, "").replace("\n", " "),
    });
  });

  it.each(waitingDoesNotHelp)(
    "reads %j as a limit that time does not lift",
    (text, kind, resetsAt, model) => {
      expect(readLimit(text, at)).toEqual({ kind, model, resetsAt, waitingHelps: false, text });
    },
  );

  it.each(noLimit)("sees no limit in %j", (text) => {
    expect(readLimit(text, at)).toBeUndefined();
  });

  it("does not count the sign and the no-break space before a banner", () => {
    expect(readLimit("  ⎿ \u00a0You've hit your session limit · resets 3:47pm", at)?.text).toBe(
      "You've hit your session limit · resets 3:47pm",
    );
  });

  it("bounds its work on a message of megabytes", () => {
    const limit = readLimit("You've hit your session limit · resets 3:47pm" + " blah".repeat(1e6), at);
    expect(limit?.resetsAt).toEqual(new Date("2026-11-15T20:47:00Z"));
    expect(limit?.text.length).toBeLessThanOrEqual(2_000);
  });
});
