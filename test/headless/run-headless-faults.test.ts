import { existsSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, Readable, Writable } from "node:stream";
import { describe, expect, it } from "vitest";

import { answersWith, claude, failsWith } from "../support/headless/fake-claude.js";
import { epoch, eventually, Stage } from "../support/headless/headless-stage.js";

const LIMIT = `Claude AI usage limit reached|${epoch(3600)}`;

describe("signals", () => {
  it.each(["SIGINT", "SIGTERM", "SIGHUP"])("%s is passed on to the run", async (signal) => {
    const fake = claude([{ hang: true }]);
    const stage = new Stage();
    const done = stage.run(fake, ["-p", "do it"]);
    await eventually(() => existsSync(join(fake.directory, "hangs")), true);
    stage.signals.emit(signal, signal);
    expect(await done).toMatchObject({ exit: { exitCode: 9 }, out: `${signal}\n` });
  });

  it("a run that was told to end is not run again, whatever it says", async () => {
    const fake = claude([{ out: `${LIMIT}\n` }, { hang: true }]);
    const stage = new Stage();
    const done = stage.run(fake, ["-p", "do it"]);
    await eventually(() => existsSync(join(fake.directory, "hangs")), true);
    stage.signals.emit("SIGTERM", "SIGTERM");
    expect(await done).toMatchObject({
      exit: { exitCode: 9 },
      out: `${LIMIT}\nSIGTERM\n`,
      states: ["RUNNING"],
    });
  });

  it("a signal that ends the run is told", async () => {
    const done = await new Stage().run(claude([{ out: "half" }, { kill: "SIGKILL" }]), ["-p", "do it"]);
    expect(done).toMatchObject({ exit: { exitCode: 137, signal: "SIGKILL" }, out: "half" });
  });

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ])("%s during the wait ends it, with what the failed run said and %i", async (signal, exitCode) => {
    const fake = claude(failsWith(LIMIT));
    const stage = new Stage();
    stage.clock.isStuck = true;
    const done = stage.run(fake, ["-p", "do it"]);
    await eventually(() => stage.clock.waits.length, 1);
    stage.signals.emit(signal, signal);
    expect(await done).toMatchObject({ exit: { exitCode }, out: `${LIMIT}\n` });
    expect(fake.runs()).toHaveLength(1);
    expect(stage.signals.eventNames()).toEqual([]);
  });
});

describe("a wait that somebody else ends", () => {
  it("goes on at once when asked to", async () => {
    const fake = claude(failsWith(LIMIT), answersWith("the answer"));
    const stage = new Stage();
    stage.clock.isStuck = true;
    const done = stage.run(fake, ["-p", "do it"]);
    await eventually(() => stage.clock.waits.length, 1);
    expect(stage.control?.resume()).toBe(true);
    expect(await done).toMatchObject({ exit: { exitCode: 0 }, out: "the answer\n" });
    expect(stage.control?.resume()).toBe(false);
  });

  it("gives the failed run's output and exit code when cancelled", async () => {
    const fake = claude(failsWith(LIMIT));
    const stage = new Stage();
    stage.clock.isStuck = true;
    const done = stage.run(fake, ["-p", "do it"]);
    await eventually(() => stage.clock.waits.length, 1);
    expect(stage.control?.cancel()).toBe(true);
    expect(await done).toMatchObject({ exit: { exitCode: 1 }, out: `${LIMIT}\n`, err: "" });
  });
});

describe("standard output", () => {
  it("that is closed ends the run as it would without us", async () => {
    const fake = claude([{ flood: 100_000, of: `${"x".repeat(1000)}\n` }]);
    const stage = new Stage({ reads: false });
    stage.stdout.once("data", () => stage.stdout.destroy());
    const done = await stage.run(fake, ["-p", "--output-format", "stream-json", "do it"]);
    expect(done).toMatchObject({ exit: { exitCode: 7 }, err: "" });
    expect(existsSync(join(fake.directory, "epipe"))).toBe(true);
  });

  it("that is closed during the wait ends it", async () => {
    const fake = claude(failsWith(LIMIT));
    const stage = new Stage();
    stage.clock.isStuck = true;
    const done = stage.run(fake, ["-p", "do it"]);
    await eventually(() => stage.clock.waits.length, 1);
    stage.stdout.destroy();
    expect(await done).toMatchObject({ exit: { exitCode: 1 } });
  });

  it("that is slow slows the run, and nothing piles up here", async () => {
    const fake = claude([{ flood: 2000, of: `${"x".repeat(99_999)}\n` }]);
    const stage = new Stage({ reads: false });
    let [most, taken] = [0, 0];
    const slow = new Writable({
      highWaterMark: 1,
      write(chunk: Buffer, _encoding, done) {
        most = Math.max(most, this.writableLength);
        taken += chunk.length;
        setImmediate(done);
      },
    });
    await stage.run(fake, ["-p", "--output-format", "stream-json", "do it"], { stdout: slow });
    expect(taken).toBe(200_000_000);
    expect(most).toBeLessThanOrEqual(2 * 1024 * 1024);
  });

  it("that a process left behind holds open does not hold us up", async () => {
    const fake = claude([{ out: "the answer\n" }, { leaveBehind: true }]);
    const done = await new Stage().run(fake, ["-p", "do it"]);
    expect(done).toMatchObject({ exit: { exitCode: 0 }, out: "the answer\n" });
  });

  it("of a child that writes a megabyte and exits at once is whole", async () => {
    const fake = claude([{ out: "z".repeat(1_000_000) }, { exit: 4 }]);
    const done = await new Stage().run(fake, ["-p", "do it"]);
    expect(done.exit).toEqual({ exitCode: 4 });
    expect(done.out).toHaveLength(1_000_000);
  });
});

describe("standard input", () => {
  it("flows on as it comes", async () => {
    const fake = claude([{ readUntil: "one" }, { out: "heard one\n" }, { readAll: true }, { out: "all\n" }]);
    const stage = new Stage();
    const stdin = new PassThrough();
    const done = stage.run(fake, ["-p", "--output-format", "stream-json"], { stdin });
    stdin.write("one");
    await eventually(() => stage.out, "heard one\n");
    stdin.end("two");
    await done;
    expect(fake.runs()[0]?.stdin).toBe("onetwo");
  });

  it("of any size is there for another run", async () => {
    const fake = claude(failsWith(LIMIT), answersWith("the answer"));
    const piece = Buffer.from("0123456789abcdef".repeat(4096));
    const stdin = Readable.from(Array.from({ length: 320 }, () => piece));
    const done = await new Stage().run(fake, ["-p", "--no-session-persistence"], { stdin });
    expect(done).toMatchObject({ exit: { exitCode: 0 }, out: "the answer\n" });
    const [first, second] = fake.runs();
    expect(first?.stdin).toHaveLength(320 * piece.length);
    expect(second?.stdin).toBe(first?.stdin);
  });

  it("that never ends does not hold up the end", async () => {
    const fake = claude([{ out: "the answer\n" }]);
    const stdin = new PassThrough();
    const done = await new Stage().run(fake, ["-p", "do it"], { stdin });
    expect(done).toMatchObject({ exit: { exitCode: 0 }, out: "the answer\n" });
    expect(stdin.destroyed).toBe(true);
  });

  it("that nobody reads is no error", async () => {
    const fake = claude([{ out: "the answer\n" }]);
    const stdin = Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(65_536)));
    const done = await new Stage().run(fake, ["-p", "do it"], { stdin });
    expect(done).toMatchObject({ exit: { exitCode: 0 }, out: "the answer\n" });
  });
});

it("the environment and the directory are the caller's", async () => {
  const fake = claude([{ out: "x" }]);
  const env = { ...fake.env, CLAUDE_CODE_SOMETHING: "kept", CLAUDECODE: "1" };
  await new Stage().run(fake, ["-p", "do it"], { env, cwd: fake.directory });
  expect(fake.runs()[0]).toMatchObject({ cwd: fake.directory, env });
});

it("a command that cannot be started is an error with a fix", async () => {
  const fake = claude([]);
  const command = join(fake.directory, "nothing");
  await expect(new Stage().run(fake, ["-p", "x"], { command })).rejects.toMatchObject({
    name: "UserError",
    code: "NOT_STARTED",
    exitCode: 126,
  });
});

it("a signal that comes while the next run is being prepared ends it as one during the wait", async () => {
  const fake = claude(failsWith(LIMIT), answersWith("the answer"));
  const stage = new Stage();
  const done = await stage.run(fake, ["-p", "do it"], {
    onState: ({ state }) => void (state === "RESUMING" && stage.signals.emit("SIGTERM", "SIGTERM")),
  });
  expect(done).toMatchObject({ exit: { exitCode: 143 }, out: `${LIMIT}\n` });
  expect(fake.runs()).toHaveLength(1);
});
