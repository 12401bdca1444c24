import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { labPath } from "../../src/lab/machine/isolated-home.js";
import { onDaemonStage, runIntoLimit } from "../support/reality/daemon-stage.js";

const RELEASE = "2.1.325";
const NATIVE_OFF = { autoContinueAtUsageLimit: false };
const LOOK_LATER_MS = 4000;

/** The keys of a resume: Esc for the menu, the prompt, Enter. The daemon dies at one of them. */
const MOMENTS = [1, 2, 3].flatMap((key) => [["before", key] as const, ["after", key] as const]);

it.concurrent.each(MOMENTS)("killed %s its key %i and started again: one continue", (when, key) =>
  onDaemonStage(
    { release: RELEASE, settings: NATIVE_OFF, daemonPath: (root) => deadlyTmux(root, when, key) },
    async (stage) => {
      await runIntoLimit(stage);
      await stage.daemonEnded(90_000);
      await stage.startDaemonAgain();
      await stage.continued(1, 90_000);
      await stage.wentOn();
      await stage.sleep(LOOK_LATER_MS);
      expect(stage.continues()).toHaveLength(1);
      expect(await stage.queue()).toEqual([]);
      expect((await stage.reading()).draft).toBeUndefined();
    },
  ),
);

it.concurrent("killed while it waits, and when the session has gone on: one continue", () =>
  onDaemonStage({ release: RELEASE, settings: NATIVE_OFF }, async (stage) => {
    await runIntoLimit(stage);
    await stage.queued("WAITING");
    await stage.endDaemon("SIGKILL");
    await stage.startDaemonAgain();
    await stage.continued(1, 90_000);
    await stage.endDaemon("SIGKILL");
    await stage.wentOn();
    await stage.startDaemonAgain();
    await stage.sleep(LOOK_LATER_MS);
    expect(stage.continues()).toHaveLength(1);
    expect(await stage.queue()).toEqual([]);
  }),
);

/** A tmux that kills whoever calls it, at the moment before or after it has passed on that key. */
async function deadlyTmux(root: string, when: "before" | "after", key: number): Promise<string> {
  const bin = join(root, "deadly");
  const count = join(bin, "keys");
  await mkdir(bin);
  await writeFile(count, "");
  const script = `#!/bin/sh
PATH="${labPath()}"
case " $* " in *" send-keys "*)
  printf x >> "${count}"
  if [ "$(wc -c < "${count}")" -eq ${key} ]; then
    [ ${when} = after ] && tmux "$@"
    kill -9 "$PPID"
    exit 1
  fi
esac
exec tmux "$@"
`;
  await writeFile(join(bin, "tmux"), script);
  await chmod(join(bin, "tmux"), 0o755);
  return `${bin}:${labPath()}`;
}
