import { basename } from "node:path";
import {
  isolatedHome,
  labEnvironment,
  labPath,
  type HomeOptions,
  type IsolatedHome,
} from "../machine/isolated-home.js";
import type { SessionSize } from "./lab-session.js";
import { PtySession, type LabLaunch } from "./pty-session.js";
import { installedRelease } from "../machine/release-cache.js";
import type { StandInApi } from "../api/stand-in-api.js";

export interface SessionOptions extends HomeOptions {
  /** Arguments for `claude`. */
  readonly args?: readonly string[];
  readonly timeZone?: string;
  readonly size?: SessionSize;
  /** More variables for the session's environment. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Starts an interactive bash with `claude` on its PATH instead of `claude` itself. */
  readonly inShell?: boolean;
  /** A command that runs `claude` in place of the lab; `args` follow its own arguments. */
  readonly through?: readonly [file: string, ...args: string[]];
}

export const LAB_TIME_ZONE = "America/New_York";

/** Starts Claude Code of that release in a PTY; the API is the caller's to close. */
export async function startSession(api: StandInApi, options: SessionOptions): Promise<PtySession> {
  const home = await isolatedHome(options);
  try {
    return new PtySession(home, api, await launchOf(home, api, options));
  } catch (error) {
    await home.remove();
    throw error;
  }
}

/** What to run and in which environment: the same for every kind of terminal. */
export async function launchOf(
  home: IsolatedHome,
  api: StandInApi,
  options: SessionOptions,
): Promise<LabLaunch> {
  const claude = await installedRelease(options.release);
  const environment = labEnvironment({
    home: home.home,
    apiUrl: api.url,
    account: home.account,
    timeZone: options.timeZone ?? LAB_TIME_ZONE,
    path: labPath(),
    extra: options.environment,
  });
  const size = options.size === undefined ? {} : { size: options.size };
  if (options.inShell !== true) {
    const [file, ...args] = options.through ?? [claude];
    return { file, args: [...args, ...(options.args ?? [])], environment, ...size };
  }
  const bin = claude.slice(0, -basename(claude).length - 1);
  return {
    file: "/bin/bash",
    args: ["--norc", "--noprofile", "-i"],
    environment: { ...environment, PATH: `${bin}:${environment["PATH"]}`, PS1: "$ " },
    ...size,
  };
}
