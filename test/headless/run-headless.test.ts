import { writeFileSync } from "node:fs";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";

import { answersWith, claude, failsWith, type FakeStep } from "../support/headless/fake-claude.js";
import { epoch, resultRow, Stage } from "../support/headless/headless-stage.js";

const SESSION = "11111111-2222-4333-8444-555555555555";
const LIMIT = `Claude AI usage limit reached|${epoch(3600)}`;
const OVERLOADED = "API Error: 529 Overloaded. This is a server-side issue";

describe("in the format text", () => {
  it("a run without a limit is passed on as it is", async () => {
    const fake = claude([{ readAll: true }, { err: "a warning\n" }, { out: "the answer\n" }, { exit: 3 }]);
    const stage = new Stage();
    const done = await stage.run(fake, ["-p", "do it"], { stdin: Readable.from(["from stdin"]) });
    expect(done).toEqual({
      exit: { exitCode: 3 },
      out: "the answer\n",
      err: "a warning\n",
      states: ["RUNNING"],
    });
    expect(fake.calls()).toEqual(["--session-id ID1 -p do it"]);
    expect(fake.runs()[0]?.stdin).toBe("from stdin");
  });

  it("a limit is waited out, and only the answer comes out", async () => {
    const fake = claude(failsWith(LIMIT), answersWith("the answer"));
    const stage = new Stage();
    const done = await stage.run(fake, ["-p", "do it", "--allowedTools", "Read"]);
    expect(done).toEqual({
      exit: { exitCode: 0 },
      out: "the answer\n",
      err: "",
      states: ["RUNNING", "WAITING", "RESUMING", "RUNNING"],
    });
    expect(fake.calls()).toEqual([
      "--session-id ID1 -p do it --allowedTools Read",
      "--resume ID1 -p --allowedTools Read",
    ]);
    expect(fake.runs().map(({ stdin }) => stdin)).toEqual(["", "continue"]);
    expect(stage.clock.waits[0]).toBeGreaterThan(3590);
    expect(stage.clock.waits[0]).toBeLessThanOrEqual(3605);
    expect(stage.clock.plans).toEqual(["clock"]);
  });

  it("the exit code is the last run's", async () => {
    const fake = claude(failsWith(LIMIT), [{ readAll: true }, { out: "no\n" }, { exit: 5 }]);
    const done = await new Stage().run(fake, ["-p", "do it"]);
    expect(done).toMatchObject({ exit: { exitCode: 5 }, out: "no\n" });
  });

  it("an answer that quotes a limit is an answer", async () => {
    const fake = claude(answersWith(LIMIT));
    const done = await new Stage().run(fake, ["-p", "do it"]);
    expect(done).toMatchObject({ exit: { exitCode: 0 }, out: `${LIMIT}\n`, states: ["RUNNING"] });
  });

  it("other errors are passed on at once", async () => {
    const fake = claude(failsWith("Failed to authenticate. API Error: 401 invalid"));
    const done = await new Stage().run(fake, ["-p", "do it"]);
    expect(done).toMatchObject({
      exit: { exitCode: 1 },
      out: "Failed to authenticate. API Error: 401 invalid\n",
      err: "",
      states: ["RUNNING"],
    });
  });

  it("where waiting does not help, it is said", async () => {
    const fake = claude(failsWith("Credit balance is too low"));
    const done = await new Stage().run(fake, ["-p", "do it"]);
    expect(done).toEqual({
      exit: { exitCode: 1 },
      out: "Credit balance is too low\n",
      err: "cac: waiting does not bring it back: Credit balance is too low\n",
      states: ["RUNNING", "NEEDS_YOU"],
    });
  });

  it("a person before a terminal is told about the wait", async () => {
    const fake = claude(failsWith("Claude AI usage limit reached|0"), answersWith("the answer"));
    const stage = new Stage();
    stage.stderr.isTTY = true;
    const { err } = await stage.run(fake, ["-p", "do it"]);
    expect(err).toMatch(
      /^cac: Claude AI usage limit reached\|0; continues (?:\w+ \d+, )?\d+:\d\d[ap]m; Ctrl\+C to stop\n$/,
    );
  });

  it("a limit without a reset is looked at again later and later", async () => {
    const unknown = failsWith("Claude AI usage limit reached|0");
    const fake = claude(unknown, unknown, unknown, answersWith("the answer"));
    const stage = new Stage();
    await stage.run(fake, ["-p", "do it"]);
    expect(stage.clock.waits.map((seconds) => seconds / 60)).toEqual([15, 30, 60]);
    expect(stage.clock.plans).toEqual(["delay", "delay", "delay"]);
  });

  it("an error that passes by itself is tried again, for two hours at most", async () => {
    const fake = claude(failsWith(OVERLOADED));
    const stage = new Stage();
    const done = await stage.run(fake, ["-p", "do it"]);
    expect(done.exit).toEqual({ exitCode: 1 });
    expect(done.out).toBe(`${OVERLOADED}\n`);
    expect(done.err).toBe(`cac: it has failed for two hours: ${OVERLOADED}\n`);
    expect(stage.clock.waits.slice(0, 6)).toEqual([30, 60, 120, 240, 300, 300]);
    const waited = stage.clock.waits.reduce((sum, seconds) => sum + seconds, 0);
    expect(waited).toBeGreaterThanOrEqual(7200);
    expect(waited).toBeLessThan(7200 + 300);
  });

  it("a session that cannot be resumed is begun anew, with the same input", async () => {
    const lost: FakeStep[] = [{ err: `No conversation found with session ID: ${SESSION}\n` }, { exit: 1 }];
    const fake = claude(failsWith(LIMIT), lost, answersWith("the answer"));
    const stage = new Stage();
    const done = await stage.run(fake, ["-p", "do it"], { stdin: Readable.from(["from ", "stdin"]) });
    expect(done).toMatchObject({ exit: { exitCode: 0 }, out: "the answer\n" });
    expect(fake.calls()).toEqual([
      "--session-id ID1 -p do it",
      "--resume ID1 -p",
      "--session-id ID2 -p do it",
    ]);
    expect(fake.runs().map(({ stdin }) => stdin)).toEqual(["from stdin", "", "from stdin"]);
    expect(stage.log.join("\n")).toContain("cannot be resumed: the same command is run again");
  });

  it("a session that is not saved is begun anew", async () => {
    const fake = claude(failsWith(LIMIT), answersWith("the answer"));
    const stage = new Stage();
    const args = ["-p", "--no-session-persistence"];
    const done = await stage.run(fake, args, { stdin: Readable.from(["do it"]) });
    expect(done).toMatchObject({ exit: { exitCode: 0 }, out: "the answer\n" });
    expect(fake.calls()).toEqual([args.join(" "), args.join(" ")]);
    expect(fake.runs().map(({ stdin }) => stdin)).toEqual(["do it", "do it"]);
    expect(stage.log).toContain("there is no session to resume: the same command is run again");
  });

  it("releases that do not know --session-id are not given it", async () => {
    const fake = claude(answersWith("the answer"));
    await new Stage().run(fake, ["-p", "do it"], { release: { major: 1, minor: 0, patch: 34 } });
    expect(fake.calls()).toEqual(["-p do it"]);
  });

  it("the session is found by its transcript where its id is not known", async () => {
    const text = "You've hit your session limit · resets 3pm (UTC)";
    const quotaLimits = { status: "rejected", resetsAt: epoch(7200), rateLimitType: "five_hour" };
    const row = {
      type: "assistant",
      isApiErrorMessage: true,
      message: { model: "<synthetic>", content: [{ type: "text", text }] },
      quotaLimits,
    };
    const fake = claude([{ row, session: SESSION }, ...failsWith(text)], answersWith("the answer"));
    const stage = new Stage();
    await stage.run(fake, ["-p", "--continue", "do it"]);
    expect(fake.runs().map(({ args }) => args)).toEqual([
      ["-p", "--continue", "do it"],
      ["--resume", SESSION, "-p"],
    ]);
    expect(stage.reports[1]).toMatchObject({ sessionId: SESSION, stop: { limit: { kind: "five-hour" } } });
    expect(stage.clock.waits[0]).toBeGreaterThan(7190);
    expect(stage.clock.waits[0]).toBeLessThanOrEqual(7205);
  });

  it("200 limits in a row are waited out one by one, and nothing piles up", async () => {
    const over = `Claude AI usage limit reached|${epoch(-100)}`;
    const fake = claude([]);
    // Without Node in it, which takes most of the time of a run.
    const script = [
      "#!/bin/sh",
      'n=$(cat "$FAKE/n" 2>/dev/null); n=$((n + 1)); echo $n >"$FAKE/n"',
      "cat >/dev/null",
      "[ $n -gt 200 ] && echo done && exit 0",
      `echo '${over}'; exit 1`,
    ];
    writeFileSync(fake.command, script.join("\n"));
    const stage = new Stage();
    const listeners = new Set<number>();
    const count = (): number =>
      [stage.signals, stage.stdout, stage.stderr].reduce(
        (sum, emitter) => emitter.eventNames().reduce((all, name) => all + emitter.listenerCount(name), sum),
        0,
      );
    const done = await stage.run(fake, ["-p", "do it"], {
      onState: ({ state }) => void (state === "WAITING" && listeners.add(count())),
    });
    expect(listeners.size).toBe(1);
    expect(done).toMatchObject({ exit: { exitCode: 0 }, out: "done\n" });
    expect(stage.clock.waits).toHaveLength(200);
    expect(stage.clock.waits.slice(0, 8)).toEqual([5, 30, 60, 120, 240, 480, 900, 900]);
  });
});

describe("in the format json", () => {
  const limited = resultRow({ is_error: true, result: LIMIT, session_id: SESSION, api_error_status: 429 });
  const good = resultRow({ result: "the answer", session_id: SESSION });

  it("only the last result comes out", async () => {
    const fake = claude(
      [{ readAll: true }, { out: limited }, { exit: 1 }],
      [{ readAll: true }, { out: good }],
    );
    const done = await new Stage().run(fake, ["-p", "--output-format", "json"], {
      stdin: Readable.from(["do it"]),
    });
    expect(done).toMatchObject({ exit: { exitCode: 0 }, out: good, err: "" });
    expect(fake.runs().map(({ args }) => args.join(" "))).toEqual([
      "-p --output-format json",
      `--resume ${SESSION} -p --output-format json`,
    ]);
  });

  it("a long list of --verbose too", async () => {
    const filler = JSON.stringify({ type: "user", text: "x".repeat(1000) });
    const list = (result: string): FakeStep[] => [
      { out: "[" },
      { flood: 12_000, of: `${filler},` },
      { out: `${result.trim()}]\n` },
    ];
    const fake = claude([...list(limited), { exit: 1 }], list(good));
    const done = await new Stage().run(fake, ["-p", "do it", "--output-format", "json", "--verbose"]);
    expect(done.exit).toEqual({ exitCode: 0 });
    expect(done.out).toHaveLength(1 + 12_000 * (filler.length + 1) + good.length + 1);
    expect(done.out).not.toContain(LIMIT);
  });
});
