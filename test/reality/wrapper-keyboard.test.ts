import { expect, it } from "vitest";
import { nameableReset, onWrappedStage, type WrappedStage } from "../../src/lab/capture/wrapped-stage.js";
import { ASKS_FOR_PERMISSION, expectPromptLeftAlone } from "../support/reality/prompt-at-reset.js";

const RELEASE = "2.1.325";
const NATIVE_OFF = { autoContinueAtUsageLimit: false };
const DRAFT = "fix the flaky test in parser.ts";

/** Into a limit that ends in seconds. Returns when it ends. */
async function runIntoLimit(stage: WrappedStage): Promise<Date> {
  await stage.ready();
  const resetsAt = nameableReset(RELEASE, 12_000);
  stage.limitUntil("five_hour", resetsAt);
  await stage.prompt("make the parser skip blank lines");
  await stage.answered();
  return resetsAt;
}

it.concurrent("vim mode, INSERT: continued once", () =>
  onWrappedStage({ release: RELEASE, vim: true, settings: NATIVE_OFF }, async (stage) => {
    await runIntoLimit(stage);
    await stage.continued(1, 60_000);
    await stage.wentOn();
    expect(stage.continues()).toHaveLength(1);
  }),
);

it.concurrent("vim mode, NORMAL, with a draft: continued once, and the draft is still there", () =>
  onWrappedStage({ release: RELEASE, vim: true, settings: NATIVE_OFF }, async (stage) => {
    await runIntoLimit(stage);
    await stage.leaveLimit();
    await stage.type(DRAFT);
    await stage.keys("escape");
    await stage.settle(600);
    expect(await stage.reading({ vim: true })).toMatchObject({ state: "draft", vim: "normal" });
    await stage.continued(1, 60_000);
    await stage.wentOn();
    const { draft } = await stage.reading({ vim: true });
    expect({ continues: stage.continues().length, draft }).toEqual({ continues: 1, draft: DRAFT });
  }),
);

it.concurrent("a permission prompt at the due time gets no key; after the person's answer it goes on", () =>
  onWrappedStage({ release: RELEASE, settings: NATIVE_OFF, args: ASKS_FOR_PERMISSION }, (stage) =>
    expectPromptLeftAlone(stage, RELEASE, async () => {
      const status = await stage.waitForState("NEEDS_YOU", 60_000);
      expect(status).toMatchObject({ stop: { kind: "five-hour" } });
    }),
  ),
);

it.concurrent("a person who continues first is not followed by a second prompt", () =>
  onWrappedStage(
    { release: RELEASE, settings: NATIVE_OFF, cac: ["--safety-buffer", "12s"] },
    async (stage) => {
      await stage.ready();
      const ownTitle = await stage.title();
      const resetsAt = await runIntoLimit(stage);
      await stage.waitForState("WAITING");
      expect(await stage.title()).toMatch(/^⏳ 0:00:\d\d · continues \d{1,2}:\d\d[ap]m$/);
      await stage.leaveLimit();
      await stage.sleep(resetsAt.getTime() + 500 - Date.now());
      await stage.prompt("go on, please");
      await stage.wentOn();
      expect(await stage.waitForState("RUNNING")).toMatchObject({ dueAt: null });
      expect(await stage.title()).toBe(ownTitle);
      await stage.sleep(resetsAt.getTime() + 12_000 + 5000 - Date.now());
      expect(stage.continues()).toEqual([]);
    },
  ),
);
