import { posix, win32 } from "node:path";

/** The surroundings that decide where our files live; a value, so that every platform can be tested on one. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly platform: NodeJS.Platform;
}

/** Where the settings are. The file need not exist. */
export function configFile({ env, home, platform }: Surroundings): string {
  // An empty variable counts as unset, as the XDG specification has it for its own.
  if (env["CAC_CONFIG"]) return withHome(env["CAC_CONFIG"], { home, platform });
  const path = platform === "win32" ? win32 : posix;
  return path.join(configHome({ env, home, platform }), "claude-auto-continue", "config.json");
}

function configHome({ env, home, platform }: Surroundings): string {
  if (platform === "win32") {
    const appData = env["APPDATA"];
    return appData && win32.isAbsolute(appData) ? appData : win32.join(home, "AppData", "Roaming");
  }
  const xdg = env["XDG_CONFIG_HOME"];
  // The specification: a relative path is invalid and must be ignored.
  return xdg && posix.isAbsolute(xdg) ? xdg : posix.join(home, ".config");
}

/** Shells leave a quoted `~` as it is, and settings of other programs pass it on unexpanded. */
function withHome(file: string, { home, platform }: Omit<Surroundings, "env">): string {
  const isHome = platform === "win32" ? /^~(?=[\\/]|$)/ : /^~(?=\/|$)/;
  return file.replace(isHome, () => home);
}
