import { PassThrough, Readable } from "node:stream";
import { describe, expect, it } from "vitest";

import { promptRow } from "../../src/headless/live-wait.js";
import { claude, type FakeStep } from "../support/headless/fake-claude.js";
import { epoch, eventually, resultRow, Stage } from "../support/headless/headless-stage.js";

const SESSION = "11111111-2222-4333-8444-555555555555";
const ROWS = ["-p", "--output-format", "stream-json", "--verbose"];
const TEXT = "You've hit your 5-hour limit · resets 3pm (UTC)";

const row = (fields: object): string => `${JSON.stringify({ session_id: SESSION, ...fields })}\n`;
const init = row({ type: "system", subtype: "init", cwd: "/x" });
const rejected = row({
  type: "rate_limit_event",
  rate_limit_info: { status: "rejected", resetsAt: epoch(7200), rateLimitType: "five_hour" },
});
const banner = row({ type: "assistant", message: { model: "<synthetic>", content: [{ text: TEXT }] } });
const spoke = row({ type: "assistant", message: { model: "claude-x", content: [{ text: "hm" }] } });
const limited = resultRow({ is_error: true, result: TEXT, session_id: SESSION, api_error_status: 429 });
const good = resultRow({ result: "the answer", session_id: SESSION });

const out = (...rows: string[]): FakeStep[] => [{ out: rows.join("") }];

describe("in the format stream-json", () => {
  it("every row comes out but the failed result", async () => {
    const fake = claude(
      [...out(init, rejected, banner, limited), { exit: 1 }],
      [{ readAll: true }, ...out(init, spoke, good)],
    );
    const stage = new Stage();
    const done = await stage.run(fake, [...ROWS, "do it"]);
    expect(done.exit).toEqual({ exitCode: 0 });
    expect(done.out).toBe(init + rejected + banner + init + spoke + good);
    expect(fake.runs().map(({ args }) => args)).toEqual([
      [...ROWS, "do it"],
      ["--resume", SESSION, ...ROWS],
    ]);
    expect(fake.runs()[1]?.stdin).toBe("continue");
    expect(stage.clock.waits[0]).toBeGreaterThan(7190);
    expect(stage.clock.waits[0]).toBeLessThanOrEqual(7205);
  });

  it("rows come out as they come, before the run ends", async () => {
    const fake = claude([...out(init), { readAll: true }, ...out(good)]);
    const stage = new Stage();
    const stdin = new PassThrough();
    const done = stage.run(fake, ROWS, { stdin });
    await eventually(() => stage.out, init);
    stdin.end();
    expect((await done).out).toBe(init + good);
  });

  it("the failed result comes out where nothing is waited for", async () => {
    const credit = resultRow({ is_error: true, result: "Credit balance is too low", session_id: SESSION });
    const fake = claude([...out(init, credit), { exit: 1 }]);
    const done = await new Stage().run(fake, [...ROWS, "do it"]);
    expect(done).toMatchObject({ exit: { exitCode: 1 }, out: init + credit });
    expect(done.err).toBe("cac: waiting does not bring it back: Credit balance is too low\n");
  });

  it("lines that are no rows, and rows of any length, come out as they are", async () => {
    const odd = 'not json\n{"type":"result", broken\n\n\r\n{"type":"result"}\n"type":"result"\n\0\xff\n';
    const long = row({ type: "user", text: "y".repeat(3_000_000) });
    const tail = "no newline at the end";
    const fake = claude([...out(odd), { out: long }, ...out(tail)]);
    const stage = new Stage();
    const done = await stage.run(fake, [...ROWS, "do it"]);
    expect(done.exit).toEqual({ exitCode: 0 });
    expect(stage.bytes.equals(Buffer.from(odd + long + tail))).toBe(true);
  });

  it("a result without its newline is held back too", async () => {
    const fake = claude([...out(init, limited.trimEnd()), { exit: 1 }], out(good));
    const done = await new Stage().run(fake, [...ROWS, "do it"]);
    expect(done.out).toBe(init + good);
  });

  it("work between two limits starts the count anew", async () => {
    const unknown = resultRow({
      is_error: true,
      result: "Claude AI usage limit reached|0",
      session_id: SESSION,
    });
    const nothing: FakeStep[] = [...out(init, unknown), { exit: 1 }];
    const work: FakeStep[] = [...out(init, spoke, unknown), { exit: 1 }];
    const fake = claude(nothing, nothing, work, nothing, out(good));
    const stage = new Stage();
    await stage.run(fake, [...ROWS, "do it"]);
    expect(stage.clock.waits.map((seconds) => seconds / 60)).toEqual([15, 30, 15, 30]);
  });

  it("a session that is not there (2.1.325 says so in a row) is begun anew", async () => {
    const lost = resultRow({
      is_error: true,
      subtype: "error_during_execution",
      num_turns: 0,
      session_id: SESSION,
    });
    const fake = claude([...out(init, limited), { exit: 1 }], [...out(lost), { exit: 1 }], out(init, good));
    const done = await new Stage().run(fake, [...ROWS, "do it"]);
    expect(done).toMatchObject({ exit: { exitCode: 0 }, out: init + init + good });
    expect(fake.runs().map(({ args }) => args.at(-1))).toEqual(["do it", "--verbose", "do it"]);
  });
});

describe("with rows on standard input", () => {
  const LIVE = [...ROWS, "--input-format", "stream-json"];
  const first = promptRow("first");

  it("the run that lives on is told to continue", async () => {
    const fake = claude([
      { readUntil: '"first"' },
      ...out(init, rejected, limited),
      { readUntil: '"continue"' },
      ...out(init, spoke, good),
      { readAll: true },
    ]);
    const stage = new Stage();
    const stdin = new PassThrough();
    const done = stage.run(fake, LIVE, { stdin });
    stdin.write(first);
    await eventually(() => stage.out, init + rejected + init + spoke + good);
    stdin.end();
    expect((await done).exit).toEqual({ exitCode: 0 });
    expect(fake.runs()).toHaveLength(1);
    expect(fake.runs()[0]?.stdin).toBe(first + promptRow("continue"));
    expect(stage.clock.waits).toHaveLength(1);
    expect(stage.reports.map(({ state, sessionId }) => [state, sessionId])).toEqual([
      ["RUNNING", undefined],
      ["WAITING", SESSION],
      ["RESUMING", SESSION],
      ["RUNNING", SESSION],
    ]);
  });

  it("a run whose input has ended is carried on by another", async () => {
    const fake = claude(
      [{ readAll: true }, ...out(init, limited), { exit: 1 }],
      [{ readAll: true }, ...out(init, good)],
    );
    const done = await new Stage().run(fake, LIVE, { stdin: Readable.from([first]) });
    expect(done).toMatchObject({ exit: { exitCode: 0 }, out: init + init + good });
    expect(fake.runs().map(({ args, stdin }) => [args.slice(0, 2), stdin])).toEqual([
      [LIVE.slice(0, 2), first],
      [["--resume", SESSION], promptRow("continue")],
    ]);
  });

  it("a run that dies during the wait is carried on by another, which hears the user's next rows", async () => {
    const fake = claude(
      [{ readUntil: '"first"' }, ...out(init, limited), { readUntil: '"go"' }, { exit: 1 }],
      [{ readUntil: '"second"' }, ...out(init, good)],
    );
    const stage = new Stage();
    stage.clock.isStuck = true;
    const stdin = new PassThrough();
    const done = stage.run(fake, LIVE, { stdin });
    stdin.write(first);
    await eventually(() => stage.clock.waits.length, 1);
    stdin.write(promptRow("go"));
    await eventually(() => stage.clock.waits.length, 2);
    expect(stage.control?.resume()).toBe(true);
    stdin.write(promptRow("second"));
    expect(await done).toMatchObject({ exit: { exitCode: 0 }, out: init + init + good });
    expect(fake.runs()[1]?.stdin).toBe(promptRow("continue") + promptRow("second"));
  });

  it("an answer to the user's own next row ends the wait, and what was held comes out before it", async () => {
    const fake = claude([
      { readUntil: '"first"' },
      ...out(init, limited),
      { readUntil: '"second"' },
      ...out(init, good),
      { readAll: true },
    ]);
    const stage = new Stage();
    stage.clock.isStuck = true;
    const stdin = new PassThrough();
    const done = stage.run(fake, LIVE, { stdin });
    stdin.write(first);
    await eventually(() => stage.clock.waits.length, 1);
    stdin.write(promptRow("second"));
    await eventually(() => stage.out, init + init + limited + good);
    stdin.end();
    expect(await done).toMatchObject({ exit: { exitCode: 0 }, states: ["RUNNING", "WAITING", "RUNNING"] });
    expect(fake.runs()[0]?.stdin).toBe(first + promptRow("second"));
  });

  it("an answer ends what waiting does not mend, too", async () => {
    const credit = resultRow({ is_error: true, result: "Credit balance is too low", session_id: SESSION });
    const fake = claude([
      { readUntil: '"first"' },
      ...out(init, credit),
      { readUntil: '"second"' },
      ...out(init, good),
      { readAll: true },
    ]);
    const stage = new Stage();
    const stdin = new PassThrough();
    const done = stage.run(fake, LIVE, { stdin });
    stdin.write(first);
    await eventually(() => stage.out, init + credit);
    stdin.write(promptRow("second"));
    await eventually(() => stage.out, init + credit + init + good);
    stdin.end();
    expect(await done).toMatchObject({
      exit: { exitCode: 0 },
      states: ["RUNNING", "NEEDS_YOU", "RUNNING"],
    });
  });

  it("an interrupt during the wait brings the failed result", async () => {
    const fake = claude([{ readUntil: '"first"' }, ...out(init, limited), { readAll: true }, { exit: 1 }]);
    const stage = new Stage();
    stage.clock.isStuck = true;
    const stdin = new PassThrough();
    const done = stage.run(fake, LIVE, { stdin });
    stdin.write(first);
    await eventually(() => stage.clock.waits.length, 1);
    stdin.write('{"type":"control_request","request_id":"1","request":{"subtype":"interrupt"}}\n');
    await eventually(() => stage.out, init + limited);
    stdin.end();
    expect(await done).toMatchObject({
      exit: { exitCode: 1 },
      out: init + limited,
      states: ["RUNNING", "WAITING", "RUNNING"],
    });
  });
});
