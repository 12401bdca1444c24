import { expect, it } from "vitest";
import { CONTINUE, HAIKU, JOB, type ModelExchange } from "../../../src/lab/demo/model.js";
import { checkClaims, type DemoRecord } from "../../../src/lab/demo/proof.js";

const START = Date.parse("2026-11-15T19:00:00Z");
const at = (seconds: number): Date => new Date(START + seconds * 1000);
const prompt = (text: string) => ({ type: "prompt", text }) as const;
const result = { type: "toolResult" } as const;

const EXCHANGES: readonly ModelExchange[] = [
  { at: at(0), asked: prompt(JOB), answered: "reads" },
  { at: at(2), asked: result, answered: "limit" },
  { at: at(26), asked: prompt(CONTINUE), answered: "writes" },
  { at: at(28), asked: result, answered: "done" },
];

const LIMIT_ROW = {
  type: "assistant",
  timestamp: at(2).toISOString(),
  isApiErrorMessage: true,
  error: "rate_limit",
  message: { model: "<synthetic>", content: [{ type: "text", text: "You've hit your 5-hour limit" }] },
  quotaLimits: { status: "rejected", resetsAt: START / 1000 + 22, rateLimitType: "five_hour" },
};
const CONTINUE_ROW = { type: "user", timestamp: at(26).toISOString(), message: { content: CONTINUE } };
const ANSWER_ROW = {
  type: "assistant",
  timestamp: at(27).toISOString(),
  message: { model: "m", content: [] },
};

const GOOD: DemoRecord = {
  exchanges: EXCHANGES,
  resetsAt: at(22),
  safetyBufferMs: 2000,
  rows: [LIMIT_ROW, CONTINUE_ROW, ANSWER_ROW],
  titles: [
    "✳ Claude Code",
    "⏳ 0:00:02 · continues 3:25pm",
    "⏳ 0:00:01 · continues 3:25pm",
    "✳ Claude Code",
  ],
  fileAtLimit: undefined,
  fileNow: HAIKU,
};

const LIMIT = "Claude Code stopped at its five-hour limit";
const TITLE = "the window's title counted down, and is as it was";
const WAITED = "nothing was sent to the model before the reset";
const ONCE = '"continue" reached it exactly once';
const SAME = "the transcript says the same";
const DONE = "the job is done: haiku.txt is written";

it("holds where the session was carried on", () => {
  expect(checkClaims(GOOD)).toEqual([
    { claim: LIMIT, holds: true, shown: `"You've hit your 5-hour limit"` },
    {
      claim: TITLE,
      holds: true,
      shown: '"⏳ 0:00:02 · continues 3:25pm" … "⏳ 0:00:01 · continues 3:25pm"',
    },
    {
      claim: WAITED,
      holds: true,
      shown: expect.stringMatching(/^0 prompts between \S+ and \S+$/) as string,
    },
    { claim: ONCE, holds: true, shown: "4.0 s after the reset, 2.0 s of that as a safety buffer" },
    { claim: SAME, holds: true, shown: '1 row with "continue", 1 answer after it' },
    { claim: DONE, holds: true, shown: "missing at the limit, 70 characters now" },
  ]);
});

const continued = (...seconds: number[]): ModelExchange[] => [
  ...EXCHANGES.slice(0, 2),
  ...seconds.map((each) => ({ at: at(each), asked: prompt(CONTINUE), answered: "writes" as const })),
];

it.each<[string, Partial<DemoRecord>, string[]]>([
  ["no limit in the transcript", { rows: [CONTINUE_ROW, ANSWER_ROW] }, [LIMIT]],
  ["two limits", { rows: [LIMIT_ROW, LIMIT_ROW, CONTINUE_ROW, ANSWER_ROW] }, [LIMIT]],
  ["no countdown", { titles: ["✳ Claude Code"] }, [TITLE]],
  ["a countdown that stayed", { titles: GOOD.titles.slice(0, 3) }, [TITLE]],
  ["never limited", { resetsAt: undefined, exchanges: EXCHANGES.slice(0, 1) }, [WAITED, ONCE]],
  ["continued before the reset", { exchanges: continued(10) }, [WAITED, ONCE]],
  ["continued inside the safety buffer", { exchanges: continued(23) }, [ONCE]],
  ["continued too late", { exchanges: continued(40) }, [ONCE]],
  ["never continued", { exchanges: continued() }, [ONCE]],
  ["continued twice", { exchanges: continued(26, 30) }, [ONCE]],
  [
    "continued by another prompt",
    { exchanges: [...EXCHANGES, { at: at(30), asked: prompt("Your limit has reset."), answered: "writes" }] },
    [ONCE],
  ],
  ["no row of it", { rows: [LIMIT_ROW, ANSWER_ROW] }, [SAME]],
  ["no answer to it", { rows: [LIMIT_ROW, CONTINUE_ROW] }, [SAME]],
  ["a file that was there before", { fileAtLimit: HAIKU }, [DONE]],
  ["no file", { fileNow: undefined }, [DONE]],
])("does not hold with %s", (_, defect, failing) => {
  const claims = checkClaims({ ...GOOD, ...defect });
  expect(claims.filter(({ holds }) => !holds).map(({ claim }) => claim)).toEqual(failing);
});
