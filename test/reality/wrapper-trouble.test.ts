import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  CARRIED_ON,
  nameableReset,
  onWrappedStage,
  WrappedStage,
} from "../../src/lab/capture/wrapped-stage.js";
import { signalProcess } from "../../src/lab/machine/process-tree.js";
import { limit } from "../../src/lab/api/reply.js";
import { startWrappedIn } from "../../src/lab/session/wrapped-session.js";

const RELEASE = "2.1.325";
const NATIVE_OFF = { autoContinueAtUsageLimit: false };
const SAFETY_BUFFER_MS = 5000;
const HOUR_MS = 60 * 60_000;

it.concurrent("a limit that meets the resume is waited out as a new one", () =>
  onWrappedStage({ release: RELEASE, settings: NATIVE_OFF }, async (stage) => {
    await stage.ready();
    const first = nameableReset(RELEASE, 15_000);
    let second: Date | undefined;
    stage.api.script = () => {
      if (Date.now() < first.getTime()) return limit("five_hour", first);
      // Whatever comes first after the first reset runs into the second limit.
      second ??= nameableReset(RELEASE, 20_000);
      return Date.now() < second.getTime() ? limit("seven_day", second) : CARRIED_ON;
    };
    await stage.prompt("make the parser skip blank lines");
    await stage.continued(1, 60_000);
    const status = await stage.waitForState("WAITING");
    expect(status).toMatchObject({ stop: { kind: "weekly", resetsAt: second?.toISOString() } });
    await stage.continued(2, 90_000);
    await stage.wentOn();
    const afterItsReset = stage.continues().map((at, index) => {
      const resetsAt = index === 0 ? first : second;
      return resetsAt !== undefined && at.getTime() >= resetsAt.getTime() + SAFETY_BUFFER_MS;
    });
    expect(afterItsReset).toEqual([true, true]);
  }),
);

it.concurrent("the child killed during the wait: its signal is ours, and the wait can be carried on", () =>
  onWrappedStage({ release: RELEASE, settings: NATIVE_OFF }, async (stage) => {
    await stage.ready();
    const resetsAt = new Date(Math.round(Date.now() / 1000) * 1000 + 3 * HOUR_MS);
    stage.limitUntil("five_hour", resetsAt);
    await stage.prompt("make the parser skip blank lines");
    const { claudeSessionId } = await stage.waitForState("WAITING");
    signalProcess(await claudePid(stage), "SIGKILL");
    expect(await stage.session.exited()).toEqual({ exitCode: undefined, signal: 9 });
    expect(await stage.status()).toMatchObject({
      life: "left",
      stop: { kind: "five-hour", resetsAt: resetsAt.toISOString() },
      carryOn: expect.stringContaining(`--resume ${String(claudeSessionId)}`) as string,
    });
  }),
);

it.concurrent(
  "the wrapper killed during the wait: Claude Code ends too, and the wait is taken up again",
  () =>
    onWrappedStage({ release: RELEASE, settings: NATIVE_OFF }, async (stage) => {
      await stage.ready();
      const resetsAt = nameableReset(RELEASE, 25_000);
      stage.limitUntil("five_hour", resetsAt);
      await stage.prompt("make the parser skip blank lines");
      const { claudeSessionId } = await stage.waitForState("WAITING");
      const claude = await claudePid(stage);
      signalProcess(stage.session.pid, "SIGKILL");
      await expect.poll(() => signalProcess(claude, 0), { timeout: 20_000 }).toBe(false);
      expect(await stage.status()).toMatchObject({ life: "left", state: "WAITING" });

      const again = await startWrappedIn(stage.session.home, stage.api, {
        release: RELEASE,
        args: ["--resume", String(claudeSessionId)],
      });
      try {
        const second = new WrappedStage(again, stage.api, RELEASE);
        await second.continued(1, 60_000);
        await second.wentOn();
        await second.waitForState("RUNNING");
        const afterItsReset = second
          .continues()
          .map((at) => at.getTime() >= resetsAt.getTime() + SAFETY_BUFFER_MS);
        expect(afterItsReset).toEqual([true]);
      } finally {
        await again.close();
      }
    }),
);

// 2.0.26 and 1.0.64 give a resumed conversation a transcript without its past, and show its old banner again.
it.concurrent.each([RELEASE, "2.0.26", "1.0.64"])(
  "%s: a session that is opened again after its limit is over gets no prompt",
  (release) =>
    onWrappedStage({ release, cac: ["--native", "replace"] }, async (stage) => {
      await stage.ready();
      const resetsAt = new Date(Date.now() + 15_000);
      stage.limitUntil("five_hour", resetsAt);
      await stage.prompt("make the parser skip blank lines");
      await stage.answered();
      await stage.leaveLimit();
      const { claudeSessionId } = await stage.status();
      await stage.prompt("/exit");
      await stage.session.exited();
      await stage.sleep(resetsAt.getTime() - Date.now());

      // By its id: `--continue` of 2.0.26 may take up the conversation of its own warm-up instead.
      const again = await startWrappedIn(stage.session.home, stage.api, {
        release,
        args: ["--resume", String(claudeSessionId)],
      });
      try {
        const second = new WrappedStage(again, stage.api, release);
        await second.show(/make the parser skip blank lines/);
        await second.sleep(SAFETY_BUFFER_MS + 5000);
        expect(await second.status()).toMatchObject({ state: "RUNNING", stop: null });
        expect({ continues: second.continues(), state: (await second.reading()).state }).toEqual({
          continues: [],
          state: "idle",
        });
      } finally {
        await again.close();
      }
    }),
);

// It draws its history again, with the old banner in the middle of it.
it.concurrent.each([RELEASE, "2.0.72", "1.0.64"])(
  "%s: a session that went on after a limit and is opened again waits for nothing",
  (release) =>
    onWrappedStage({ release, cac: ["--native", "replace"] }, async (stage) => {
      await stage.ready();
      // Ahead for longer than the scene takes: whoever takes the old banner for a new one waits for it.
      stage.answerWith(limit("five_hour", nameableReset(release, HOUR_MS)));
      await stage.prompt("make the parser skip blank lines");
      await stage.answered();
      await stage.leaveLimit();
      await stage.waitForState("WAITING");
      stage.answerWith(CARRIED_ON);
      await stage.prompt("now it works again");
      await stage.wentOn();
      const { claudeSessionId } = await stage.waitForState("RUNNING");
      await stage.prompt("/exit");
      await stage.session.exited();

      const again = await startWrappedIn(stage.session.home, stage.api, {
        release,
        args: ["--resume", String(claudeSessionId)],
      });
      try {
        const second = new WrappedStage(again, stage.api, release);
        await second.show(/limit[^]*now it works again/);
        await second.sleep(5000);
        expect(await second.status()).toMatchObject({ state: "RUNNING", stop: null });
        expect({ continues: second.continues(), state: (await second.reading()).state }).toEqual({
          continues: [],
          state: "idle",
        });
      } finally {
        await again.close();
      }
    }),
);

it.concurrent("an overload that ends the turn is tried again after about 30 s", () =>
  onWrappedStage({ release: RELEASE, environment: { CLAUDE_CODE_MAX_RETRIES: "1" } }, async (stage) => {
    await stage.ready();
    stage.answerWith({ type: "overloaded" });
    await stage.prompt("make the parser skip blank lines");
    await stage.session.waitFor(/API Error: 529/);
    const endedAt = Date.now();
    stage.answerWith(CARRIED_ON);
    await stage.continued(1, 60_000);
    await stage.wentOn();
    const waitedMs = stage.continues().map((at) => at.getTime() - endedAt);
    // 30 s, 15 % up or down; then it is looked at, typed and looked at again.
    expect(waitedMs).toEqual([expect.toSatisfy((ms: number) => ms >= 25_500 && ms <= 34_500 + 6000)]);
  }),
);

/** Claude Code of this release keeps a file for each of its live processes. */
async function claudePid(stage: WrappedStage): Promise<number> {
  const names = await readdir(join(stage.session.home.home, ".claude", "sessions"));
  const [pid, ...others] = names.flatMap((name) =>
    name.endsWith(".json") ? [Number.parseInt(name, 10)] : [],
  );
  if (pid === undefined || others.length > 0) throw new Error(`no single session in ${names.join(" ")}`);
  return pid;
}
