import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";

import { claudeConfigDir } from "../config/auto-resume-dir.js";
import { systemCode } from "../config/file-trouble.js";
import { configFile, stateDir, type Surroundings } from "../config/paths.js";
import type { Place } from "../policy/tool-call.js";

export interface PlaceOptions {
  readonly cwd: string;
  /** Where the session was started. */
  readonly project: string;
  readonly where: Surroundings;
}

/** The place of a call on this machine: links are looked up when a verdict asks for them, not before. */
export function placeOf({ cwd, project, where }: PlaceOptions): Place {
  return { cwd, project, home: where.home, settings: settingsOf(project, where), realPath };
}

/** Every path under which settings can be reached: as it is written, and where its links lead. */
function settingsOf(project: string, where: Surroundings): readonly string[] {
  const { env, home, platform } = where;
  const usual = { home, platform, env: { ...env, CAC_CONFIG: undefined } };
  const written = [
    dirname(configFile(usual)),
    // A file of the user's choosing, in a directory that is not ours.
    resolve(configFile(where)),
    stateDir(where),
    claudeConfigDir(where),
    join(home, ".claude"),
    join(home, ".claude.json"),
    join(project, ".claude"),
    join(project, ".mcp.json"),
  ];
  return [...new Set(written.flatMap((path) => [path, realPath(path) ?? path]))];
}

/**
 * Where the path leads when it is opened; what is not there yet is taken as it is written. A link to nothing counts
 * too: to write there is to make the file that it names.
 */
function realPath(path: string, links = MOST_LINKS): string | undefined {
  if (!isAbsolute(path)) return undefined;
  try {
    // The plain one takes `..` out before it follows links, which is not where the system ends up.
    return realpathSync.native(path);
  } catch (error) {
    if (systemCode(error) !== "ENOENT" || links === 0) return undefined;
  }
  const name = basename(path);
  const parent = dirname(path);
  // `missing/..` is a place only once somebody has made it.
  if (parent === path || name === "..") return undefined;
  const above = realPath(parent, links);
  if (above === undefined) return undefined;
  const target = linkTarget(join(above, name));
  if (target === undefined) return join(above, name);
  return realPath(isAbsolute(target) ? target : `${above}/${target}`, links - 1);
}

/** As many as Linux follows. */
const MOST_LINKS = 40;

function linkTarget(path: string): string | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : undefined;
  } catch {
    // Gone in between: as good as never there.
    return undefined;
  }
}
