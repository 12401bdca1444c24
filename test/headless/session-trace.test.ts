import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { findTrace } from "../../src/headless/session-trace.js";

const [A, B] = ["aaaaaaaa-1111-4111-8111-111111111111", "bbbbbbbb-1111-4111-8111-111111111111"];
const TEXT = "You've hit your session limit · resets 3pm (UTC)";
const SINCE = new Date(Date.now() - 60_000);
const LATER = new Date(SINCE.getTime() + 10_000).toISOString();
const EARLIER = new Date(SINCE.getTime() - 10_000).toISOString();
const CWD = "/home/me/some.project";
const FOLDER = "-home-me-some-project";

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "cac-test-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const limited = {
  type: "assistant",
  cwd: CWD,
  timestamp: LATER,
  isApiErrorMessage: true,
  quotaLimits: { status: "rejected", resetsAt: 1_800_000_000 },
  message: { model: "<synthetic>", content: [{ type: "text", text: TEXT }] },
};
const answer = {
  type: "assistant",
  cwd: CWD,
  timestamp: LATER,
  message: { model: "claude-x", content: [{ type: "text", text: "hm" }] },
};

function write(folder: string, name: string, ...rows: object[]): string {
  const directory = join(home, ".claude", "projects", folder);
  mkdirSync(directory, { recursive: true });
  const file = join(directory, name);
  writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  return file;
}

const find = (sessionId?: string, env: Record<string, string> = { HOME: home }) =>
  findTrace({ env, cwd: CWD, since: SINCE, sessionId, text: TEXT });

describe("what a run left in its transcript", () => {
  it("is found by the session's id, in whatever folder", async () => {
    const transcript = write(
      "-elsewhere",
      `${A}.jsonl`,
      { ...answer, cwd: "/elsewhere" },
      { ...limited, cwd: "/elsewhere" },
    );
    write(FOLDER, `${B}.jsonl`, limited);
    expect(await find(A)).toEqual({
      sessionId: A,
      transcript,
      cwd: "/elsewhere",
      quota: limited.quotaLimits,
      hasRows: true,
      hasWorked: true,
    });
  });

  it("is found by its last words where the id is not known", async () => {
    const transcript = write(FOLDER, `${A}.jsonl`, limited);
    write(FOLDER, "agent-a0c60cd.jsonl", limited);
    write(FOLDER, `${B}.jsonl`, answer);
    expect(await find()).toMatchObject({ sessionId: A, transcript, hasWorked: false });
  });

  it("is found in another configuration directory", async () => {
    write(FOLDER, `${A}.jsonl`, limited);
    const env = { HOME: "/nowhere", CLAUDE_CONFIG_DIR: join(home, ".claude") };
    expect(await find(undefined, env)).toMatchObject({ sessionId: A });
  });

  it("counts only what came since the run began", async () => {
    write(FOLDER, `${A}.jsonl`, { ...answer, timestamp: EARLIER }, { ...limited, timestamp: EARLIER });
    expect(await find()).toBeUndefined();
    expect(await find(A)).toMatchObject({ quota: undefined, hasRows: false, hasWorked: false });
  });

  it.each([
    ["another directory", { cwd: "/home/me/other" }],
    ["a directory whose name begins like it", { cwd: `${CWD}-2` }],
    ["other words", { message: { model: "<synthetic>", content: [{ type: "text", text: "else" }] } }],
    ["a subagent", { isSidechain: true }],
    ["an answer that quotes it", { isApiErrorMessage: false }],
  ])("is not that of %s", async (_, fields) => {
    write(FOLDER, `${A}.jsonl`, { ...limited, ...fields });
    expect(await find()).toBeUndefined();
  });

  it("is not guessed where it could be one of two", async () => {
    write(FOLDER, `${A}.jsonl`, limited);
    write(FOLDER, `${B}.jsonl`, limited);
    expect(await find()).toBeUndefined();
    expect(await find(B)).toMatchObject({ sessionId: B });
  });

  it("counts for a session that has changed to a folder below", async () => {
    write(FOLDER, `${A}.jsonl`, { ...limited, cwd: `${CWD}/src` });
    expect(await find()).toMatchObject({ sessionId: A });
    write(FOLDER, `${B}.jsonl`, limited);
    expect(await find()).toBeUndefined();
  });

  it("is not looked for in files that did not change", async () => {
    const file = write(FOLDER, `${A}.jsonl`, limited);
    utimesSync(file, SINCE, new Date(SINCE.getTime() - 5000));
    expect(await find()).toBeUndefined();
  });

  it("is not there where there are no transcripts, or torn ones", async () => {
    expect(await find()).toBeUndefined();
    expect(await find(A)).toBeUndefined();
    const file = write(FOLDER, `${A}.jsonl`);
    writeFileSync(file, '{"type":"assist\n\0\0\n[1]\n');
    expect(await find()).toBeUndefined();
    expect(await find(A)).toEqual({
      sessionId: A,
      transcript: file,
      cwd: undefined,
      quota: undefined,
      hasRows: false,
      hasWorked: false,
    });
  });
});
