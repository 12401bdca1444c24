import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { isAtLeast } from "../../src/lab/capture/releases.js";
import { startScreenSession } from "../../src/lab/session/screen-session.js";
import { launchOf } from "../../src/lab/session/start-session.js";
import { startTmuxSession, TmuxSession } from "../../src/lab/session/tmux-session.js";
import { type DaemonStage, onDaemonStage, runIntoLimit } from "../support/reality/daemon-stage.js";

const RELEASES = ["2.1.325", "2.1.197", "2.0.72", "1.0.64"];
const LOOK_LATER_MS = 4000;

const CASES = RELEASES.flatMap((release) => [
  [release, "tmux", startTmuxSession] as const,
  [release, "screen", startScreenSession] as const,
]);

it.concurrent.each(CASES)("%s in %s, started without us, is continued once", async (release, _, start) => {
  const settings = isAtLeast(release, "2.1.234") ? { autoContinueAtUsageLimit: false } : {};
  await onDaemonStage({ release, settings, start }, async (stage) => {
    const resetsAt = await runIntoLimit(stage);
    await stage.queued("WAITING");
    await stage.continued(1, resetsAt.getTime() - Date.now() + 60_000);
    await stage.wentOn();
    await stage.sleep(LOOK_LATER_MS);
    const [first, ...more] = stage.continues();
    expect(more).toEqual([]);
    expect(first!.getTime()).toBeGreaterThanOrEqual(resetsAt.getTime() + 1000);
    expect(await stage.queue()).toEqual([]);
  });
});

it.concurrent("of two panes only the one with the limit is continued", async () => {
  const release = "2.1.325";
  const settings = { autoContinueAtUsageLimit: false };
  await onDaemonStage({ release, settings }, async (stage) => {
    const other = await OtherPane.open(stage, release);
    await other.shows(/❯/);
    const resetsAt = await runIntoLimit(stage);
    await stage.queued("WAITING");
    await stage.continued(1, resetsAt.getTime() - Date.now() + 60_000);
    await stage.wentOn();
    await stage.sleep(LOOK_LATER_MS);
    expect(stage.continues()).toHaveLength(1);
    // Hints come and go around it; its box is empty, and nothing was said.
    const lines = (await other.text()).split("\n");
    expect(lines.filter((line) => line.includes("❯")).map((line) => line.trim())).toEqual(["❯"]);
  });
});

/** A second Claude Code in the same tmux server and the same project. */
class OtherPane {
  readonly #socket: string;
  readonly #pane: string;

  static async open(stage: DaemonStage, release: string): Promise<OtherPane> {
    const { session } = stage;
    if (!(session instanceof TmuxSession)) throw new Error("not in tmux");
    const { file, args, environment } = await launchOf(session.home, stage.api, { release });
    const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
    const clean = 'exec env -i "TMUX=$TMUX" "TMUX_PANE=$TMUX_PANE" TERM=tmux-256color "$@"';
    const command = ["sh", "-c", clean, "sh", ...variables, file, ...args];
    const window = ["new-window", "-d", "-P", "-F", "#{pane_id}", "-c", session.home.project, ...command];
    const { stdout } = await run("tmux", ["-S", session.socket, ...window]);
    return new OtherPane(session.socket, stdout.trim());
  }

  private constructor(socket: string, pane: string) {
    this.#socket = socket;
    this.#pane = pane;
  }

  async text(): Promise<string> {
    return (await run("tmux", ["-S", this.#socket, "capture-pane", "-p", "-t", this.#pane])).stdout;
  }

  async shows(what: RegExp): Promise<void> {
    const deadline = Date.now() + 60_000;
    while (!what.test(await this.text())) {
      if (Date.now() > deadline) throw new Error(`no ${what} in ${await this.text()}`);
      await sleep(200);
    }
  }
}

const run = promisify(execFile);
