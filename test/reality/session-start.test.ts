import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { it } from "vitest";
import { isolatedHome, labEnvironment, labPath } from "../../src/lab/isolated-home.js";
import { PtySession } from "../../src/lab/pty-session.js";
import { installedRelease } from "../../src/lab/release-cache.js";
import { LAB_TIME_ZONE } from "../../src/lab/session.js";
import { replies, StandInApi } from "../../src/lab/stand-in-api.js";
import { prepareLaunch, type Launch } from "../../src/wrapper/claude-launch.js";
import type { SessionStart } from "../../src/wrapper/session-starts.js";

// 1.0.64 takes a file for --settings and no JSON; the others take both.
it.for(["1.0.64", "2.0.72", "2.1.197", "2.1.325"])(
  "%s tells which transcript its session writes, and runs the user's own hooks too",
  { concurrent: true },
  async (release, { expect }) => {
    const api = await StandInApi.start(replies({ type: "text", text: "All 12 tests pass." }));
    const home = await isolatedHome({ release });
    const theirs = join(home.root, "their settings.json");
    const proof = join(home.root, "their hook ran");
    const command = `touch '${proof}'`;
    const hooks = { SessionStart: [{ hooks: [{ type: "command", command }] }] };
    await writeFile(theirs, JSON.stringify({ hooks }));
    const launch = await launchIn(home.home, home.project, api.url, release, ["--settings", theirs]);
    const session = new PtySession(home, api, {
      file: launch.command,
      args: launch.args,
      environment: defined(launch.env),
    });
    try {
      expect(launch.release && Object.values(launch.release).join(".")).toBe(release);
      const starts: SessionStart[] = [];
      launch.sessionStarts?.onStart((start) => starts.push(start));
      await session.waitFor(/^[│\s]*[❯>]/m);
      await expect.poll(() => starts, { timeout: 30_000 }).toHaveLength(1);
      const [start] = starts;
      expect(start).toMatchObject({ source: "startup", cwd: home.project });
      await session.settle();
      await session.type("run the tests");
      await session.waitFor(/[❯>]\s+run the tests/);
      await session.settle(300);
      await session.press("enter");
      await session.waitFor(/All 12 tests pass\./);
      const transcript = start?.transcriptPath ?? "";
      expect(dirname(dirname(transcript))).toBe(join(home.home, ".claude", "projects"));
      await expect
        .poll(() => (existsSync(transcript) ? readFile(transcript, "utf8") : ""), { timeout: 30_000 })
        .toContain("All 12 tests pass.");
      expect(transcript).toContain(start?.sessionId);
      expect(existsSync(proof)).toBe(true);
      // Nothing of ours is on the screen.
      expect(await session.screenText()).not.toMatch(/hook/i);
    } finally {
      launch.sessionStarts?.close();
      await session.close();
      await api.close();
    }
  },
);

function defined(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value ?? ""]));
}

async function launchIn(
  home: string,
  cwd: string,
  apiUrl: string,
  release: string,
  args: readonly string[],
): Promise<Launch> {
  const bin = dirname(await installedRelease(release));
  const path = `${bin}:${labPath()}`;
  const env = labEnvironment({ home, apiUrl, account: "subscriber", timeZone: LAB_TIME_ZONE, path });
  const where = { env, home, platform: process.platform };
  return prepareLaunch({ command: undefined, args, where, cwd, nativeOff: false });
}
