import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { it } from "vitest";

import { isolatedHome, labEnvironment, labPath, type IsolatedHome } from "../../src/lab/isolated-home.js";
import { PtySession } from "../../src/lab/pty-session.js";
import { installedRelease } from "../../src/lab/release-cache.js";
import { limit, type Reply } from "../../src/lab/reply.js";
import { LAB_TIME_ZONE } from "../../src/lab/session.js";
import { replies, StandInApi } from "../../src/lab/stand-in-api.js";

const CAC = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const NEWEST = "2.1.325";

// 2.0.72 to 2.1.75 stop at their start with a dialog where an event is named that they do not know.
it.for([
  ["1.0.64", "hooks:    SessionStart are now in "],
  ["2.0.72", "hooks:    SessionStart, SessionEnd are now in "],
  ["2.1.75", "hooks:    SessionStart, SessionEnd are now in "],
  [NEWEST, "hooks:    SessionStart, StopFailure, SessionEnd are now in "],
] as const)(
  "after cac install beside the newest, %s starts without a dialog and its hook starts the daemon",
  { concurrent: true },
  async ([release, says], { expect }) => {
    await inInstalledHome([release, NEWEST], { type: "text", text: "All 12 tests pass." }, async (scene) => {
      expect(scene.installed).toContain(says);
      const { session } = scene;
      await session.waitFor(/^[│\s]*[❯>]/m);
      await session.settle();
      expect(await session.screenText()).not.toMatch(/settings error|invalid settings|hook/i);
      await session.type("run the tests");
      await session.waitFor(/[❯>]\s+run the tests/);
      await session.settle(300);
      await session.press("enter");
      await session.waitFor(/All 12 tests pass\./);
      // Nobody but a hook starts it here.
      await expect.poll(() => scene.kept("daemon.lock"), { timeout: 30_000 }).toHaveProperty("pid");
      expect(await scene.uninstalled()).toBe(scene.before);
    });
  },
);

it("where every release knows StopFailure, a limit calls the hook, and the daemon waits", async ({
  expect,
}) => {
  const weekly = limit("seven_day", new Date(Date.now() + 3 * 86_400_000));
  await inInstalledHome([NEWEST], weekly, async ({ session, kept, uninstalled, before }) => {
    await session.waitFor(/^❯/m);
    await session.settle();
    await session.type("do more please");
    await session.waitFor(/❯\s+do more please/);
    await session.settle(300);
    await session.press("enter");
    await session.waitFor(/What do you want to do\?/);
    await expect.poll(() => kept("status.json"), { timeout: 30_000 }).toMatchObject({ detected: true });
    expect(await session.screenText()).not.toMatch(/hook/i);
    expect(await uninstalled()).toBe(before);
  });
});

interface Scene {
  readonly session: PtySession;
  /** What `cac install` said. */
  readonly installed: string;
  /** The user's settings before it. */
  readonly before: string;
  /** Runs `cac uninstall`; resolves to the settings after it. */
  readonly uninstalled: () => Promise<string>;
  /** A file of the daemon's, as far as it is there. */
  readonly kept: (name: string) => Promise<unknown>;
}

/** A session of the first release, in a home where all of them are on PATH and `cac install` was run. */
async function inInstalledHome(
  releases: readonly [string, ...string[]],
  reply: Reply,
  play: (scene: Scene) => Promise<void>,
): Promise<void> {
  const [release] = releases;
  const api = await StandInApi.start(replies(reply));
  const home = await isolatedHome({ release, settings: { cleanupPeriodDays: 30 } });
  const claude = await installedRelease(release);
  const environment = await environmentOf(home, api, releases);
  const config = join(home.home, ".claude");
  const settings = (): Promise<string> => readFile(join(config, "settings.json"), "utf8");
  const before = await settings();
  const installed = await cac(environment, "install", "--no-service");
  const session = new PtySession(home, api, { file: claude, args: [], environment });
  try {
    await play({
      session,
      installed,
      before,
      uninstalled: async () => {
        await cac(environment, "uninstall");
        return settings();
      },
      kept: async (name) =>
        JSON.parse(await readFile(join(config, "auto-resume", name), "utf8").catch(() => "{}")) as unknown,
    });
  } finally {
    // The daemon that the hook started is no child of the session's.
    await cac(environment, "uninstall");
    await session.close();
    await api.close();
  }
}

async function environmentOf(
  home: IsolatedHome,
  api: StandInApi,
  releases: readonly string[],
): Promise<Record<string, string>> {
  const folders = await Promise.all(releases.map(async (each) => dirname(await installedRelease(each))));
  return labEnvironment({
    home: home.home,
    apiUrl: api.url,
    account: "subscriber",
    timeZone: LAB_TIME_ZONE,
    path: [...new Set(folders), labPath()].join(":"),
  });
}

async function cac(environment: Record<string, string>, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [CAC, ...args], { env: environment });
  return stdout;
}
