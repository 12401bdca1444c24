import { describe, expect, it } from "vitest";
import { LIMIT_CASES, measure, type LimitCase, type MatrixCell } from "../../src/lab/matrix/cell.js";

const caseOf = (name: string): LimitCase => {
  const found = LIMIT_CASES.find((limitCase) => limitCase.name === name);
  if (!found) throw new Error(`no kind of limit is called ${name}`);
  return found;
};

const everything = { screen: "all", bytes: "all", transcript: "all" } as const;

/** What each release lets a reader know, and what then has its keyboard. */
const EXPECTED: readonly [release: string, kind: string, Omit<MatrixCell, "text">][] = [
  ["2.1.325", "five-hour", { ...everything, state: "native-wait" }],
  ["2.1.325", "weekly", { ...everything, state: "limit-menu" }],
  ["2.1.197", "five-hour", { ...everything, state: "limit-menu" }],
  ["2.1.197", "weekly", { ...everything, state: "limit-menu" }],
  ["2.0.72", "five-hour", { ...everything, state: "idle" }],
  ["2.0.72", "weekly", { ...everything, state: "idle" }],
  // Its words name no kind, its screen no date; the transcript has the epoch.
  ["1.0.64", "five-hour", { screen: "reset", bytes: "reset", transcript: "reset", state: "idle" }],
  ["1.0.64", "weekly", { screen: "hour", bytes: "hour", transcript: "reset", state: "idle" }],
];

describe("a real limit", () => {
  it.each(EXPECTED)(
    "of %s, %s, is read from screen, bytes and transcript",
    async (release, kind, expected) => {
      const { text, ...read } = await measure(release, caseOf(kind));
      expect({ ...read, text }).toEqual({ ...expected, text });
    },
  );
});
