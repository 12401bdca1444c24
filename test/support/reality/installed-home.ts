import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

import {
  isolatedHome,
  labEnvironment,
  labPath,
  type IsolatedHome,
} from "../../../src/lab/machine/isolated-home.js";
import { PtySession } from "../../../src/lab/session/pty-session.js";
import { installedRelease } from "../../../src/lab/machine/release-cache.js";
import { LAB_TIME_ZONE } from "../../../src/lab/session/start-session.js";
import { StandInApi, type Script } from "../../../src/lab/api/stand-in-api.js";
import { CAC } from "../cli/run-cac.js";

export interface InstalledHomeOptions {
  /** All of them are on PATH; the first one runs. */
  readonly releases: readonly [string, ...string[]];
  readonly script: Script;
  /** Our own settings. */
  readonly config?: object;
  /** More options for `cac install --no-service`. */
  readonly install?: readonly string[];
  /** Arguments for `claude`. */
  readonly args?: readonly string[];
  /** Files in the project, by their relative paths. */
  readonly files?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
}

export interface InstalledScene {
  readonly session: PtySession;
  readonly home: IsolatedHome;
  /** What `cac install` said. */
  readonly installed: string;
  /** The user's settings before it. */
  readonly before: string;
  /** The user's settings as they are now. */
  readonly settings: () => Promise<string>;
  /** Runs `cac uninstall`; resolves to the settings after it. */
  readonly uninstalled: () => Promise<string>;
  /** A file of the daemon's, as far as it is there. */
  readonly kept: (name: string) => Promise<unknown>;
}

/** A session in a home where `cac install` was run before it started. */
export async function inInstalledHome(
  options: InstalledHomeOptions,
  play: (scene: InstalledScene) => Promise<void>,
): Promise<void> {
  const { releases, script, config, install = [], args = [], files = {}, environment: extra } = options;
  const [release] = releases;
  const api = await StandInApi.start(script);
  const home = await isolatedHome({ release, settings: { cleanupPeriodDays: 30 }, files });
  if (config) await writeConfig(home, config);
  const environment = { ...(await environmentOf(home, api, releases)), ...extra };
  const claude = join(home.home, ".claude");
  const settings = (): Promise<string> => readFile(join(claude, "settings.json"), "utf8");
  const before = await settings();
  const installed = await cac(environment, "install", "--no-service", ...install);
  const session = new PtySession(home, api, { file: await installedRelease(release), args, environment });
  try {
    await play({
      session,
      home,
      installed,
      before,
      settings,
      uninstalled: async () => {
        await cac(environment, "uninstall");
        return settings();
      },
      kept: async (name) =>
        JSON.parse(await readFile(join(claude, "auto-resume", name), "utf8").catch(() => "{}")) as unknown,
    });
  } finally {
    // The daemon that the hook started is no child of the session's.
    await cac(environment, "uninstall");
    await session.close();
    await api.close();
  }
}

async function writeConfig(home: IsolatedHome, config: object): Promise<void> {
  const folder = join(home.home, ".config", "claude-auto-continue");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "config.json"), JSON.stringify({ version: 1, ...config }));
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
