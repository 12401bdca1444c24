import { expect, it } from "vitest";
import { compareReleases } from "../../src/lab/capture/releases.js";
import { onDaemonStage, runIntoLimit } from "./daemon-stage.js";

const RELEASES = ["2.1.325", "2.1.197", "2.0.72", "1.0.64"];
const LOOK_LATER_MS = 4000;

it.concurrent.each(RELEASES)("%s in tmux, started without us, is continued once", async (release) => {
  const settings = compareReleases(release, "2.1.234") >= 0 ? { autoContinueAtUsageLimit: false } : {};
  await onDaemonStage({ release, settings }, async (stage) => {
    const resetsAt = await runIntoLimit(stage);
    await stage.queued("WAITING");
    await stage.continued(1, resetsAt.getTime() - Date.now() + 30_000);
    await stage.wentOn();
    await stage.sleep(LOOK_LATER_MS);
    const [first, ...more] = stage.continues();
    expect(more).toEqual([]);
    expect(first!.getTime()).toBeGreaterThanOrEqual(resetsAt.getTime() + 1000);
    expect(await stage.queue()).toEqual([]);
  });
});
