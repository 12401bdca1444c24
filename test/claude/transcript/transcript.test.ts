import { existsSync, readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readRow } from "../../../src/claude/transcript/transcript.js";
import { NEW_YORK } from "../../support/claude/transcript-rows.js";

const FIXTURES = new URL("../../fixtures/", import.meta.url);
const MINUTE = 60_000;

interface Truth {
  readonly claim: string;
  readonly resetsAt: number;
}

interface Row {
  readonly sessionId: string;
  readonly uuid: string;
  readonly timestamp: string;
  readonly isApiErrorMessage?: boolean;
  readonly quotaLimits?: object;
  readonly message?: { readonly content: readonly { readonly text: string }[] };
}

function foldersIn(path: string): string[] {
  const url = new URL(path, FIXTURES);
  const releases = readdirSync(url);
  return releases.flatMap((release) =>
    readdirSync(new URL(`${release}/`, url)).map((name) => `${release}/${name}`),
  );
}

function linesOf(path: string): string[] {
  const url = new URL(path, FIXTURES);
  return existsSync(url) ? readFileSync(url, "utf8").split("\n").filter(Boolean) : [];
}

interface Case extends Truth {
  readonly limit: Truth | null;
  readonly pastLimit: Truth | null;
}

function caseOf(folder: string): Case {
  return JSON.parse(readFileSync(new URL(`${folder}/case.json`, FIXTURES), "utf8")) as Case;
}

/** What the claim of the API means; what a banner without it can say. */
const KIND_OF_CLAIM: Record<string, [kind: string, model?: string]> = {
  five_hour: ["five-hour"],
  seven_day: ["weekly"],
  seven_day_opus: ["model", "Opus"],
  seven_day_sonnet: ["model", "Sonnet"],
  overage: ["overage"],
};
const KIND_OF_WORDS: [words: RegExp, kind: string, model?: string][] = [
  [/session limit|5-hour limit/, "five-hour"],
  [/weekly limit/, "weekly"],
  [/Opus limit/, "model", "Opus"],
  [/Sonnet limit/, "model", "Sonnet"],
  [/out of extra usage/, "overage"],
];

/** The reset as far as the row carries it: the API's second, the epoch of 1.0.64, else the minute. */
function expectedLimit(row: Row, truth: Truth) {
  const text = row.message!.content[0]!.text;
  const exact = row.quotaLimits !== undefined || text.includes("|");
  const resetsAtMs = truth.resetsAt * 1000;
  const spoken = KIND_OF_WORDS.find(([words]) => words.test(text))?.slice(1) as [string, string?] | undefined;
  const [kind, model] = (row.quotaLimits ? KIND_OF_CLAIM[truth.claim] : spoken) ?? ["unknown"];
  const resetsAt = new Date(exact ? resetsAtMs : Math.floor(resetsAtMs / MINUTE) * MINUTE);
  return { kind, model, resetsAt, waitingHelps: true, text };
}

describe("readRow on real limits", () => {
  const captures = foldersIn("captures/");

  it("has 64 of them", () => {
    expect(captures).toHaveLength(64);
  });

  it.each(captures)("%s", (name) => {
    const truth = caseOf(`captures/${name}`);
    const rows = linesOf(`captures/${name}/transcript.jsonl`);
    const limits = rows.map((line) => readRow(line, NEW_YORK)).filter((event) => event?.type === "limitSeen");
    const row = JSON.parse(rows[0]!) as Row;
    const { sessionId, uuid, timestamp } = row;
    const origin = { at: new Date(timestamp), sessionId, uuid, sidechain: false };
    expect(limits).toEqual([{ type: "limitSeen", limit: expectedLimit(row, truth), ...origin }]);
    const notices = rows.slice(1).map((line) => readRow(line, NEW_YORK));
    const until = new Date(Math.floor(truth.resetsAt / 60) * MINUTE);
    const armed = { type: "nativeNoticeSeen", notice: { phase: "armed", until } };
    expect(notices).toMatchObject(notices.map(() => armed));
  });
});

describe("readRow on real sessions in every state", () => {
  const cases = foldersIn("states/").filter((name) => linesOf(`states/${name}/transcript.jsonl`).length > 0);

  it.each(cases)("%s", (name) => {
    const { limit, pastLimit } = caseOf(`states/${name}`);
    const truth = limit ?? pastLimit;
    const rows = linesOf(`states/${name}/transcript.jsonl`);
    const seen = rows.map((line) => readRow(line, NEW_YORK)).findLast((event) => event?.type === "limitSeen");
    const error = rows.map((line) => JSON.parse(line) as Row).findLast((row) => row.isApiErrorMessage);
    const expected = truth && error && expectedLimit(error, truth);
    const named = error?.quotaLimits !== undefined || /resets|\|/.test(expected?.text ?? "");
    expect({ text: seen?.limit.text, resetsAt: seen?.limit.resetsAt }).toEqual({
      // An empty balance blocks as a limit does, but no allowance was refused.
      text: name.endsWith("/credit-balance") ? "Credit balance is too low" : expected?.text,
      resetsAt: named && truth?.resetsAt !== null ? expected?.resetsAt : undefined,
    });
  });
});

describe("readRow on a real session from start to end", () => {
  it.each([
    [
      "2.1.325/native-fired",
      "promptSent limitSeen nativeNoticeSeen turnEnded nativeNoticeSeen promptSent assistantSpoke turnEnded",
    ],
    ["2.1.197/limit-then-good-turn", "promptSent limitSeen turnEnded promptSent assistantSpoke turnEnded"],
    // The file has the end of the turn before its prompt: time decides, not place.
    ["2.1.197/idle-after-turn", "promptSent assistantSpoke turnEnded"],
    ["2.1.197/quoted-in-tool-output", "promptSent assistantSpoke toolAnswered assistantSpoke turnEnded"],
    ["2.0.72/busy-retrying", "promptSent transientSeen"],
    ["2.0.72/exited-to-shell", "promptSent limitSeen"],
    ["2.0.72/idle-interrupted", "promptSent turnInterrupted"],
  ])("%s", (name, expected) => {
    const events = linesOf(`states/${name}/transcript.jsonl`).flatMap(
      (line) => readRow(line, NEW_YORK) ?? [],
    );
    const inTime = events.sort((a, b) => a.at.getTime() - b.at.getTime());
    const types = inTime.map((event) => event.type);
    // How often a retry was written depends on when the session was captured.
    expect(types.filter((type, index) => type !== types[index - 1])).toEqual(expected.split(" "));
  });
});
