import { lstatSync, opendirSync, readFileSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";

import { asObject, parseJson } from "../../claude/json.js";
import { claudeConfigDir } from "../../host/auto-resume-dir.js";
import { systemCode } from "../../errors.js";
import { configFile, stateDir, type Surroundings } from "../../host/paths.js";
import type { Entry, Place } from "../../policy/tool-call.js";

export interface PlaceOptions {
  readonly cwd: string;
  /** Where the session was started. */
  readonly project: string;
  readonly where: Surroundings;
}

/** The place of a call on this machine: links are looked up when a verdict asks for them, not before. */
export function placeOf({ cwd, project, where }: PlaceOptions): Place {
  return {
    cwd,
    project,
    home: where.home,
    settings: settingsOf(project, where),
    realPath,
    entries,
    scripts,
    ignored: () => ignoredIn(project),
  };
}

/** One call is not worth reading more names than these. */
const MOST_ENTRIES = 20_000;

/** What lies in the directory; undefined where it cannot be read or holds too much. */
function entries(directory: string): readonly Entry[] | undefined {
  try {
    const open = opendirSync(directory);
    try {
      const found: Entry[] = [];
      for (let entry = open.readSync(); entry !== null; entry = open.readSync()) {
        if (found.length >= MOST_ENTRIES) return undefined;
        const kind = entry.isFile()
          ? "file"
          : entry.isDirectory()
            ? "directory"
            : entry.isSymbolicLink()
              ? "link"
              : "other";
        found.push({ name: entry.name, kind });
      }
      return found;
    } finally {
      open.closeSync();
    }
  } catch (error) {
    return ["ENOENT", "ENOTDIR"].includes(systemCode(error) ?? "") ? [] : undefined;
  }
}

function ignoredIn(project: string): readonly string[] {
  try {
    return readFileSync(join(project, ".gitignore"), "utf8").split("\n");
  } catch {
    // Without one that can be read, nothing is ignored.
    return [];
  }
}

/** Nobody's own package.json is larger. */
const LARGEST_PACKAGE = 1024 * 1024;

function scripts(directory: string): readonly string[] {
  for (let folder = directory; ; folder = dirname(folder)) {
    const found = scriptsIn(join(folder, "package.json"));
    if (found !== undefined) return found;
    if (dirname(folder) === folder) return [];
  }
}

/** Undefined where there is no such file. */
function scriptsIn(file: string): readonly string[] | undefined {
  try {
    if (statSync(file).size > LARGEST_PACKAGE) return [];
    return Object.keys(asObject(asObject(parseJson(readFileSync(file, "utf8")))?.["scripts"]) ?? {});
  } catch (error) {
    return systemCode(error) === "ENOENT" ? undefined : [];
  }
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
