import { posix, win32 } from "node:path";

import { userHome } from "./user-home.js";

/** The surroundings that decide where our files live; a value, so that every platform can be tested on one. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly platform: NodeJS.Platform;
}

/** Those of this process. */
export function surroundings(): Surroundings {
  return { env: process.env, home: userHome(), platform: process.platform };
}

/** Where the settings are. The file need not exist. */
export function configFile({ env, home, platform }: Surroundings): string {
  // An empty variable counts as unset, as the XDG specification has it for its own.
  if (env["CAC_CONFIG"]) return withHome(env["CAC_CONFIG"], { home, platform });
  const path = platform === "win32" ? win32 : posix;
  return path.join(configHome({ env, home, platform }), NAME, "config.json");
}

/** Where the user's own personas are, one folder each. The directory need not exist. */
export function personasDir(where: Surroundings): string {
  const path = where.platform === "win32" ? win32 : posix;
  return path.join(configHome(where), NAME, "personas");
}

/** Where waits, logs and what else must outlive a process are kept. The directory need not exist. */
export function stateDir({ env, home, platform }: Surroundings): string {
  if (platform === "win32") {
    const local = env["LOCALAPPDATA"];
    const base = local && win32.isAbsolute(local) ? local : win32.join(home, "AppData", "Local");
    return win32.join(base, NAME);
  }
  return posix.join(xdg(env["XDG_STATE_HOME"]) ?? posix.join(home, ".local", "state"), NAME);
}

/** By which the user has the state elsewhere. */
export function stateVariable({ platform }: Pick<Surroundings, "platform">): string {
  return platform === "win32" ? "LOCALAPPDATA" : "XDG_STATE_HOME";
}

/**
 * Where sockets and the files of a run go, the best place first. XDG_RUNTIME_DIR is only a proposal: `sudo` and `su`
 * pass on that of another user. On Windows there are named pipes, and no directory.
 */
export function runtimeDirs(where: Surroundings): readonly string[] {
  if (where.platform === "win32") return [];
  const runtime = xdg(where.env["XDG_RUNTIME_DIR"]);
  const kept = posix.join(stateDir(where), "run");
  return runtime === undefined ? [kept] : [posix.join(runtime, NAME), kept];
}

/** Where things are kept that can be found out again. The directory need not exist. */
export function cacheDir(where: Surroundings): string {
  if (where.platform === "win32") return win32.join(stateDir(where), "cache");
  return posix.join(xdg(where.env["XDG_CACHE_HOME"]) ?? posix.join(where.home, ".cache"), NAME);
}

const NAME = "claude-auto-continue";

function configHome({ env, home, platform }: Surroundings): string {
  if (platform === "win32") {
    const appData = env["APPDATA"];
    return appData && win32.isAbsolute(appData) ? appData : win32.join(home, "AppData", "Roaming");
  }
  return xdg(env["XDG_CONFIG_HOME"]) ?? posix.join(home, ".config");
}

/** The XDG specification: an empty variable counts as unset, a relative path is invalid and must be ignored. */
function xdg(directory: string | undefined): string | undefined {
  return directory && posix.isAbsolute(directory) ? directory : undefined;
}

/** Shells leave a quoted `~` as it is, and settings of other programs pass it on unexpanded. */
function withHome(file: string, { home, platform }: Omit<Surroundings, "env">): string {
  const isHome = platform === "win32" ? /^~(?=[\\/]|$)/ : /^~(?=\/|$)/;
  return file.replace(isHome, () => home);
}
