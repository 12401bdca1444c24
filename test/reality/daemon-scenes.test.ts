import { join } from "node:path";
import { expect, it } from "vitest";
import { CopiedPackage } from "../support/copied-package.js";
import { onDaemonStage, runIntoLimit } from "../support/reality/daemon-stage.js";
import { ASKS_FOR_PERMISSION, expectPromptLeftAlone } from "../support/reality/prompt-at-reset.js";

const RELEASE = "2.1.325";
const NATIVE_OFF = { autoContinueAtUsageLimit: false };
const DRAFT = "fix the flaky test in parser.ts";
/** What comes twice comes soon. */
const LOOK_LATER_MS = 4000;

it.concurrent("a half-typed draft survives", () =>
  onDaemonStage({ release: RELEASE, settings: NATIVE_OFF }, async (stage) => {
    const resetsAt = await runIntoLimit(stage);
    await stage.leaveLimit();
    await stage.type(DRAFT);
    await stage.continued(1, resetsAt.getTime() - Date.now() + 60_000);
    await stage.wentOn();
    await stage.sleep(LOOK_LATER_MS);
    expect(stage.continues()).toHaveLength(1);
    expect((await stage.reading()).draft).toBe(DRAFT);
  }),
);

it.concurrent("a session is carried on although our own package was taken away during its wait", async () => {
  let copied: CopiedPackage | undefined;
  const script = (root: string) => (copied = new CopiedPackage(join(root, "package"))).script;
  await onDaemonStage({ release: RELEASE, settings: NATIVE_OFF, script }, async (stage) => {
    const resetsAt = await runIntoLimit(stage);
    await stage.queued("WAITING");
    copied?.takeAway();
    await stage.continued(1, resetsAt.getTime() - Date.now() + 60_000);
    await stage.wentOn();
    await stage.queueEmpty();
    expect(stage.continues()).toHaveLength(1);
  });
});

it.concurrent("a permission prompt at the due time gets no key; after the person's answer it goes on", () =>
  onDaemonStage({ release: RELEASE, settings: NATIVE_OFF, args: ASKS_FOR_PERMISSION }, (stage) =>
    expectPromptLeftAlone(stage, RELEASE, () => stage.queued("NEEDS_YOU", 1, 60_000)),
  ),
);

it.concurrent("a pane in which Claude Code has ended, and a shell is, gets nothing", () =>
  onDaemonStage({ release: RELEASE, settings: NATIVE_OFF, inShell: true }, async (stage) => {
    await stage.type("claude\r");
    const resetsAt = await runIntoLimit(stage);
    await stage.queued("WAITING");
    const [entry] = await stage.queue();
    process.kill(stage.claudePid(entry), "SIGKILL");
    await stage.session.waitFor(/Killed/);
    const before = await stage.session.screenText();
    await stage.sleep(resetsAt.getTime() + 1000 + 10_000 - Date.now());
    expect(await stage.session.screenText()).toBe(before);
    expect(stage.continues()).toEqual([]);
    expect(await stage.daemonLog()).toContain('"gone"');
  }),
);

it.concurrent("a person who continues first is not followed by a second prompt", () =>
  onDaemonStage(
    { release: RELEASE, settings: NATIVE_OFF, cac: { daemon: { delay: "25s" } } },
    async (stage) => {
      const resetsAt = await runIntoLimit(stage);
      await stage.queued("WAITING");
      await stage.leaveLimit();
      await stage.sleep(resetsAt.getTime() + 500 - Date.now());
      await stage.prompt("go on, please");
      await stage.wentOn();
      await stage.sleep(resetsAt.getTime() + 25_000 + 5000 - Date.now());
      expect(stage.continues()).toEqual([]);
      expect(await stage.queue()).toEqual([]);
    },
  ),
);

it.concurrent("Claude Code's own automatic continue is left to fire", () =>
  onDaemonStage({ release: RELEASE, cac: { native: { grace: "180s" } } }, async (stage) => {
    const resetsAt = await runIntoLimit(stage);
    await stage.queued("WAITING");
    await stage.session.waitFor((text) => text.includes("Carried on"), {
      timeoutMs: resetsAt.getTime() - Date.now() + 150_000,
    });
    await stage.sleep(LOOK_LATER_MS);
    expect(stage.continues()).toEqual([]);
    expect(await stage.queue()).toEqual([]);
  }),
);
