import { existsSync } from "node:fs";
import { cp, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { it } from "vitest";
import {
  isolatedHome,
  labEnvironment,
  labPath,
  type IsolatedHome,
} from "../../src/lab/machine/isolated-home.js";
import { PtySession } from "../../src/lab/session/pty-session.js";
import { installedRelease } from "../../src/lab/machine/release-cache.js";
import { limit } from "../../src/lab/api/reply.js";
import { LAB_TIME_ZONE } from "../../src/lab/session/start-session.js";
import { replies, StandInApi } from "../../src/lab/api/stand-in-api.js";
import { prepareLaunch, type Launch } from "../../src/launch/claude-launch.js";
import type { SessionStart } from "../../src/launch/hook-drops.js";

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
    const launch = await launchIn(home, api.url, { release, args: ["--settings", theirs] });
    const session = new PtySession(home, api, inPty(launch));
    try {
      expect(launch.release && Object.values(launch.release).join(".")).toBe(release);
      const starts: SessionStart[] = [];
      launch.hookDrops?.onStart((start) => starts.push(start));
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
      launch.hookDrops?.close();
      await session.close();
      await api.close();
    }
  },
);

it.for(["2.0.72", "2.1.325"])(
  "%s takes our hook among settings that are JSON and bound to their place",
  { concurrent: true },
  async (release, { expect }) => {
    const api = await StandInApi.start(replies({ type: "text", text: "Hello." }));
    const home = await isolatedHome({ release });
    const theirs = JSON.stringify({ permissions: { deny: ["Read(/secrets/**)"] } });
    const launch = await launchIn(home, api.url, { release, args: ["--settings", theirs] });
    const session = new PtySession(home, api, inPty(launch));
    try {
      const starts: SessionStart[] = [];
      launch.hookDrops?.onStart((start) => starts.push(start));
      await session.waitFor(/^[│\s]*[❯>]/m);
      await expect.poll(() => starts, { timeout: 30_000 }).toMatchObject([{ source: "startup" }]);
    } finally {
      launch.hookDrops?.close();
      await session.close();
      await api.close();
    }
  },
);

it("with native continue switched off, 2.1.325 offers to wait instead of waiting", async ({ expect }) => {
  const release = "2.1.325";
  const resetsAt = new Date(Date.now() + 3_600_000);
  const api = await StandInApi.start(replies(limit("five_hour", resetsAt)));
  const home = await isolatedHome({ release });
  // The settings of this run do not depend on where the others are.
  const elsewhere = join(home.home, "elsewhere");
  await cp(join(home.home, ".claude.json"), join(elsewhere, ".claude.json"));
  const environment = { CLAUDE_CONFIG_DIR: elsewhere };
  const launch = await launchIn(home, api.url, { release, nativeOff: true, environment });
  const session = new PtySession(home, api, inPty(launch));
  try {
    const starts: SessionStart[] = [];
    launch.hookDrops?.onStart((start) => starts.push(start));
    await session.waitFor(/^❯/m);
    await session.settle();
    await session.type("do more please");
    await session.waitFor(/❯\s+do more please/);
    await session.settle(300);
    await session.press("enter");
    await session.waitFor(/What do you want to do\?/);
    const text = await session.screenText();
    expect(text).toMatch(/Wait here, then continue automatically at/);
    expect(text).not.toMatch(/· continuing automatically at/);
    expect(starts.map(({ transcriptPath }) => dirname(dirname(transcriptPath ?? "")))).toEqual([
      join(elsewhere, "projects"),
    ]);
  } finally {
    launch.hookDrops?.close();
    await session.close();
    await api.close();
  }
});

function inPty({ command, args, env }: Launch): ConstructorParameters<typeof PtySession>[2] {
  const environment = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value ?? ""]));
  return { file: command, args, environment };
}

interface LaunchWanted {
  readonly release: string;
  readonly args?: readonly string[];
  readonly nativeOff?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
}

async function launchIn(home: IsolatedHome, apiUrl: string, wanted: LaunchWanted): Promise<Launch> {
  const bin = dirname(await installedRelease(wanted.release));
  const env = labEnvironment({
    home: home.home,
    apiUrl,
    account: "subscriber",
    timeZone: LAB_TIME_ZONE,
    path: `${bin}:${labPath()}`,
    ...(wanted.environment && { extra: wanted.environment }),
  });
  return prepareLaunch({
    command: undefined,
    args: wanted.args ?? [],
    where: { env, home: home.home, platform: process.platform },
    cwd: home.project,
    nativeOff: wanted.nativeOff ?? false,
    tellsPermissions: false,
  });
}
