import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { labEnvironment, labPath } from "../../src/lab/machine/isolated-home.js";
import { installedRelease } from "../../src/lab/machine/release-cache.js";
import { LAB_TIME_ZONE, startSession } from "../../src/lab/session/start-session.js";
import { ensureTmux } from "../../src/lab/session/tmux-session.js";
import { type DaemonStage, onDaemonStage, runIntoLimit } from "../support/reality/daemon-stage.js";

const RELEASE = "2.1.325";
const LOOK_LATER_MS = 4000;

it.concurrent("after a reboot the conversation goes on without a terminal, once", () =>
  reboot("headless", async (stage) => {
    await stage.continued(1, 120_000);
    await stage.queueEmpty(120_000);
    await stage.sleep(LOOK_LATER_MS);
    expect(stage.continues()).toHaveLength(1);
  }),
);

it.concurrent("after a reboot the conversation goes on in a new tmux session, once", () => {
  ensureTmux();
  return reboot("tmux", async (stage, environment) => {
    const tmux = (...args: string[]) => promisify(execFile)("tmux", args, { env: environment });
    try {
      await stage.continued(1, 120_000);
      await stage.queueEmpty(120_000);
      await stage.sleep(LOOK_LATER_MS);
      expect(stage.continues()).toHaveLength(1);
      const { stdout } = await tmux("list-sessions", "-F", "#{session_name}");
      expect(stdout).toMatch(/^claude-project-[0-9a-f]{8}\n$/);
      expect((await tmux("capture-pane", "-p", "-t", stdout.trim())).stdout).toContain("Carried on");
    } finally {
      await tmux("kill-server").catch(() => undefined);
    }
  });
});

it.concurrent("after a reboot the person is told how to go on, and nothing is started", () =>
  reboot("notify", async (stage) => {
    await stage.queued("NEEDS_YOU", 1, 150_000);
    expect((await stage.queue())[0]?.["why"]).toMatch(
      /^its terminal is gone; go on with: claude --resume \S+$/,
    );
    expect(stage.continues()).toEqual([]);
  }),
);

/** All processes end while the limit lasts; then the daemon is started as by the system. */
function reboot(
  whenTerminalGone: "headless" | "tmux" | "notify",
  play: (stage: DaemonStage, environment: Record<string, string>) => Promise<void>,
): Promise<void> {
  const cac = { daemon: { delay: "1s", poll: "5s", whenTerminalGone } };
  const settings = { autoContinueAtUsageLimit: false };
  return onDaemonStage({ release: RELEASE, settings, cac, start: startSession }, async (stage) => {
    await runIntoLimit(stage);
    await stage.queued("WAITING");
    await stage.endDaemon("SIGKILL");
    stage.session.signal("SIGKILL");
    await stage.session.exited();
    const { home } = stage.session.home;
    const claude = await installedRelease(RELEASE);
    const environment = labEnvironment({
      home,
      apiUrl: stage.api.url,
      account: stage.session.home.account,
      timeZone: LAB_TIME_ZONE,
      path: `${join(claude, "..")}:${labPath()}`,
      extra: { TMUX_TMPDIR: join(home, "tmp"), TMPDIR: join(home, "tmp") },
    });
    await stage.startDaemonAgain(environment);
    await play(stage, environment);
  });
}
