import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { readRow } from "../../src/claude/transcript/transcript.js";
import { findLimitRow, type LimitRow, type LimitSearch } from "../../src/discover/find-limit-row.js";
import { apiError, assistant, BANNER, REJECTED, user } from "../support/claude/transcript-rows.js";

const timeZone = "America/New_York";
const AT_ONCE: LimitSearch = { timeZone, patienceMs: 0, untilAnswer: false };
/** Longer than any test may take: who waits for it to pass has waited for nothing. */
const LONG: LimitSearch = { timeZone, patienceMs: 3_600_000, untilAnswer: false };

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "limit-row-"));
  file = join(folder, "session.jsonl");
});

afterEach(() => rmSync(folder, { recursive: true }));

const LIMIT = apiError(BANNER, { quotaLimits: REJECTED, version: "2.1.325" });
const FOUND: Omit<LimitRow, "at"> = {
  limit: {
    kind: "five-hour",
    model: undefined,
    resetsAt: new Date(REJECTED.resetsAt * 1000),
    waitingHelps: true,
    text: BANNER,
  },
  release: "2.1.325",
};

describe("the main conversation ends in a limit:", () => {
  test.each<[string, readonly object[]]>([
    ["its row is the last", [user("go on"), LIMIT]],
    ["notices of Claude Code follow", [user("go on"), LIMIT, notice(), ended()]],
    ["rows that are nobody's words follow", [LIMIT, { type: "mode", mode: "normal" }, { type: "summary" }]],
    ["a subagent speaks after it", [LIMIT, assistant("done", { isSidechain: true })]],
    ["the menu that 2.1.75 to 2.1.233 open leaves rows", [LIMIT, user("<command-name>/rate-limit-options")]],
    ["the prompt before it is written after it (2.1.197)", [{ ...LIMIT, secondsAgo: 1 }, ago(2, user("go"))]],
  ])("%s", async (_, rows) => {
    write(rows);
    expect(await findLimitRow(file, AT_ONCE)).toEqual({ ...FOUND, at: expect.any(Date) });
  });

  test.each(readdirSync("test/fixtures/captures"))("of %s, as it wrote it", async (release) => {
    const captured = readFileSync(`test/fixtures/captures/${release}/5h/transcript.jsonl`, "utf8");
    const rows = captured.split("\n").filter(Boolean);
    const limits = rows
      .map((row) => readRow(row, { timeZone }))
      .filter((event) => event?.type === "limitSeen");
    expect(limits).toHaveLength(1);
    writeFileSync(file, rows.map((row) => `${withTime(row, new Date())}\n`).join(""));
    const found = await findLimitRow(file, AT_ONCE);
    // The captures are of another day: a reset that is an instant must be that very one.
    expect({ text: found?.limit.text, release: found?.release }).toEqual({
      text: limits[0]?.limit.text,
      release,
    });
  });
});

describe("it does not:", () => {
  test.each<[string, readonly object[]]>([
    ["nothing is there", []],
    ["a subagent ran into it", [assistant("fine"), { ...LIMIT, isSidechain: true }]],
    ["somebody has gone on", [{ ...LIMIT, secondsAgo: 2 }, user("continue")]],
    ["Claude has answered since", [{ ...LIMIT, secondsAgo: 3 }, ago(2, user("continue")), assistant("done")]],
    ["a helper's query failed, an hour after the limit", [{ ...LIMIT, secondsAgo: 3600 }]],
    ["Claude talks about limits", [assistant(BANNER)]],
    ["the user quotes one", [user(BANNER)]],
    ["a tool's output holds the row", [user([{ type: "tool_result", content: JSON.stringify(LIMIT) }])]],
    [
      "a throttle without a reset",
      [apiError("API Error: Request rejected (429) · slow", { error: "rate_limit" })],
    ],
    ["an overload", [apiError('API Error: 529 {"type":"error","error":{"type":"overloaded_error"}}')]],
    ["a row without a time", [{ ...LIMIT, timestamp: undefined, secondsAgo: Number.NaN }]],
  ])("%s", async (_, rows) => {
    write(rows);
    expect(await findLimitRow(file, AT_ONCE)).toBeUndefined();
  });

  test("there is no transcript yet", async () => {
    expect(await findLimitRow(file, AT_ONCE)).toBeUndefined();
  });

  test("rows that are none", async () => {
    writeFileSync(file, `\0\0\0\n{"type":"assistant"\n[]\nnull\n${"{".repeat(100_000)}\n`);
    expect(await findLimitRow(file, AT_ONCE)).toBeUndefined();
  });
});

describe("the row comes after the hook was started:", () => {
  test("into a file that is not there yet", async () => {
    const found = findLimitRow(file, LONG);
    setTimeout(() => write([user("go on"), LIMIT]), 60);
    expect(await found).toMatchObject(FOUND);
  });

  test("behind the answer of the turn before", async () => {
    write([user("first"), assistant("done")]);
    const found = findLimitRow(file, LONG);
    setTimeout(() => append([user("go on")]), 30);
    setTimeout(() => append([LIMIT]), 90);
    expect(await found).toMatchObject(FOUND);
  });

  test("in two parts", async () => {
    write([user("go on")]);
    const found = findLimitRow(file, LONG);
    const row = textOf([LIMIT]);
    appendFileSync(file, row.slice(0, 100));
    setTimeout(() => appendFileSync(file, row.slice(100)), 60);
    expect(await found).toMatchObject(FOUND);
  });

  test("behind the limit of a minute ago, which the user had tried to pass", async () => {
    write([{ ...LIMIT, secondsAgo: 60, version: "2.1.197" }]);
    const found = findLimitRow(file, LONG);
    setTimeout(() => append([user("continue"), LIMIT]), 60);
    expect(await found).toMatchObject(FOUND);
  });

  test("it does not come: that of a minute ago is the one that counts", async () => {
    write([{ ...LIMIT, secondsAgo: 60 }]);
    expect(await findLimitRow(file, { ...LONG, patienceMs: 50 })).toMatchObject(FOUND);
  });

  test("an answer ends the wait of a Stop at once", async () => {
    write([user("go on"), assistant("done")]);
    expect(await findLimitRow(file, { ...LONG, untilAnswer: true })).toBeUndefined();
  });
});

test.each<[string, (path: string) => void]>([
  ["a pipe", (path) => execFileSync("mkfifo", [path])],
  ["a directory", (path) => mkdirSync(path)],
])("%s in its place is an error, and waited for by nobody", async (_, make) => {
  make(file);
  await expect(findLimitRow(file, LONG)).rejects.toThrow(`${file} is not a regular file`);
});

function write(rows: readonly object[]): void {
  writeFileSync(file, textOf(rows));
}

function append(rows: readonly object[]): void {
  appendFileSync(file, textOf(rows));
}

/** Rows of now, but for those that say how old they are. */
function textOf(rows: readonly object[]): string {
  return rows
    .map((row) => {
      const secondsAgo = "secondsAgo" in row ? Number(row.secondsAgo) : 0;
      return `${withTime(JSON.stringify(row), new Date(Date.now() - secondsAgo * 1000))}\n`;
    })
    .join("");
}

function withTime(row: string, at: Date): string {
  const fields = JSON.parse(row) as object;
  return JSON.stringify({ ...fields, timestamp: Number.isNaN(at.getTime()) ? undefined : at.toISOString() });
}

function ago(secondsAgo: number, row: object): object {
  return { ...row, secondsAgo };
}

function notice(): object {
  const content = "Usage limit reached · continuing automatically at 3:39pm · esc to cancel";
  return { type: "system", subtype: "informational", content };
}

function ended(): object {
  return { type: "system", subtype: "turn_duration", durationMs: 12 };
}
