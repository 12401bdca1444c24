import { describe, expect, it } from "vitest";

import { parseRelease } from "../../src/claude/hooks/releases.js";
import {
  answersWith,
  claude,
  failsWith,
  type FakeClaude,
  type FakeStep,
} from "../support/headless/fake-claude.js";
import { Stage, type Staged } from "../support/headless/headless-stage.js";

const SESSION = "11111111-2222-4333-8444-555555555555";
const OTHER = "99999999-2222-4333-8444-555555555555";
/** One account: whoever meets the limit is told the same. */
const TEXT = "You've hit your session limit · resets 3pm (UTC)";
const NEWEST = "2.1.325";
/** It gives a resumed session a new id. */
const OLD = "1.0.64";
/** What answers `--version` with this is no release that we can tell. */
const UNKNOWN = "unknown";

const limited = {
  type: "assistant",
  isApiErrorMessage: true,
  message: { model: "<synthetic>", content: [{ type: "text", text: TEXT }] },
};
const spoke = { type: "assistant", message: { model: "claude-x", content: [{ type: "text", text: "hm" }] } };

const row = (session: string, fields: object): FakeStep => ({ row: fields, session });
const isLimited = (...sessions: string[]): FakeStep[] => [
  ...sessions.map((session) => row(session, limited)),
  ...failsWith(TEXT),
];

function run(fake: FakeClaude, release: string, args: string[]): Promise<Staged> {
  return new Stage().run(fake, args, { release: parseRelease(release) });
}

const asked = (fake: FakeClaude): string[] =>
  fake.runs().map(({ args, stdin }) => [...args, ...(stdin === "" ? [] : ["<", stdin])].join(" "));

describe("beside a session that meets the same limit in the same directory", () => {
  it.each([NEWEST, UNKNOWN])("%s: a resumed session is carried on by its id", async (release) => {
    // It works in a worktree, so by its words and directory only the other one fits.
    const moved = row(SESSION, { ...limited, cwd: "/elsewhere" });
    const fake = claude(isLimited(SESSION), [moved, ...isLimited(OTHER)], answersWith("the answer"));
    const done = await run(fake, release, ["-p", "--session-id", SESSION, "do it"]);
    expect(done).toMatchObject({ exit: { exitCode: 0 }, out: "the answer\n" });
    expect(asked(fake)).toEqual([
      `-p --session-id ${SESSION} do it`,
      `--resume ${SESSION} -p < continue`,
      `--resume ${SESSION} -p < continue`,
    ]);
  });

  it.each([
    [NEWEST, "--resume"],
    [UNKNOWN, "-r"],
  ])("%s: the user's prompt is not said again to the session of %s", async (release, option) => {
    const fake = claude(isLimited(SESSION, OTHER), answersWith("the answer"));
    await run(fake, release, ["-p", option, SESSION, "step 2"]);
    expect(asked(fake)).toEqual([`-p ${option} ${SESSION} step 2`, `--resume ${SESSION} -p < continue`]);
  });

  it(`${NEWEST}: no other session is taken for one that left no row`, async () => {
    const fake = claude(isLimited(OTHER), answersWith("the answer"));
    await run(fake, NEWEST, ["-p", "--resume", SESSION, "step 2"]);
    expect(asked(fake)).toEqual([`-p --resume ${SESSION} step 2`, `--resume ${SESSION} -p < continue`]);
  });
});

describe("a session that goes on under a new id", () => {
  it.each([OLD, UNKNOWN])("%s: is carried on by that", async (release) => {
    const fake = claude(isLimited(SESSION), isLimited(OTHER), answersWith("the answer"));
    await run(fake, release, ["-p", "--session-id", SESSION, "do it"]);
    expect(asked(fake).slice(1)).toEqual([
      `--resume ${SESSION} -p < continue`,
      `--resume ${OTHER} -p < continue`,
    ]);
  });

  it(`${OLD}: is begun again where it is not found: the one that was resumed does not have the prompt`, async () => {
    const fake = claude(isLimited(), answersWith("the answer"));
    await run(fake, OLD, ["-p", "--resume", SESSION, "step 2"]);
    expect(asked(fake)).toEqual([`-p --resume ${SESSION} step 2`, `-p --resume ${SESSION} step 2`]);
  });
});

describe("a resumed run that fails with nothing on its output", () => {
  const dies: FakeStep[] = [{ readAll: true }, { err: "out of memory\n" }, { exit: 3 }];

  it.each([
    [NEWEST, SESSION],
    [UNKNOWN, SESSION],
    [OLD, OTHER],
  ])("%s: is not begun anew where it had worked", async (release, session) => {
    const fake = claude(isLimited(SESSION), [row(session, spoke), ...dies], answersWith("too much"));
    const done = await run(fake, release, ["-p", "--session-id", SESSION, "do it"]);
    expect(done).toMatchObject({ exit: { exitCode: 3 }, out: "", err: "out of memory\n" });
    expect(fake.runs()).toHaveLength(2);
  });

  it(`${NEWEST}: is begun anew where it left no row`, async () => {
    const lost: FakeStep[] = [{ err: `No conversation found with session ID: ${SESSION}\n` }, { exit: 1 }];
    const fake = claude(isLimited(SESSION), lost, answersWith("the answer"));
    const done = await run(fake, NEWEST, ["-p", "--session-id", SESSION, "do it"]);
    expect(done).toMatchObject({ exit: { exitCode: 0 }, out: "the answer\n" });
    expect(fake.runs()).toHaveLength(3);
  });
});
