import { existsSync, realpath, realpathSync, stat, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

import { systemCode, UserError } from "../../errors.js";
import type { Surroundings } from "../../host/paths.js";
import { error } from "../host/host-fault.js";

/**
 * The root of the project that contains a directory, without links: the nearest folder upwards that has its own personas or
 * is the root of a repository, else the directory itself. The home directory is only a project for itself.
 */
export function projectRootOf(directory: string, { home }: Pick<Surroundings, "home">): string {
  const start = realDirectory(directory);
  const end = realOrSame(home);
  return [start, ...foldersAbove(start, end)].find(isProject) ?? start;
}

/** The directory without links, so that a project has one name. Throws a `UserError` if there is none. */
export function realDirectory(directory: string): string {
  try {
    // For a path with a NUL, Node throws an error that looks like a bug.
    const real = directory.includes("\0") ? undefined : realpathSync(directory);
    if (real !== undefined && statSync(real).isDirectory()) return real;
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown;
  }
  throw noDirectory(directory);
}

function noDirectory(directory: string): UserError {
  return new UserError("NO_SUCH_PROJECT", `${directory.slice(0, MOST_SHOWN)} is not a directory`, {
    fix: "name the project's folder, which must exist",
  });
}

const MOST_SHOWN = 500;
const MARKS = [join(".claude", "personas"), ".git"];

function isProject(folder: string): boolean {
  return MARKS.some((mark) => existsSync(join(folder, mark)));
}

/** Nearest first, up to the last one before `end`. */
function foldersAbove(folder: string, end: string): string[] {
  const above = dirname(folder);
  return folder === end || above === end || above === folder ? [] : [above, ...foldersAbove(above, end)];
}

function realOrSame(directory: string): string {
  try {
    return realpathSync(directory);
  } catch {
    // A missing home contains nothing.
    return directory;
  }
}

interface LookUpOptions {
  readonly look?: (directory: string) => Promise<string>;
  readonly withinMs?: number;
}

/**
 * `realDirectory` for the host, which a lost network disk must not block. Throws the same error, and a `HostError` after a
 * timeout.
 */
export async function lookUpProject(
  directory: string,
  { look = lookAt, withinMs = WITHIN_MS }: LookUpOptions = {},
): Promise<string> {
  // Calls for the same directory share one lookup: it keeps their order, and one that hangs blocks one of Node's few threads.
  const looked = underWay.get(directory) ?? look(directory).finally(() => underWay.delete(directory));
  underWay.set(directory, looked);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(doesNotAnswer(directory)), withinMs);
    looked.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

const WITHIN_MS = 20_000;
const underWay = new Map<string, Promise<string>>();

/** Not `realpath.native`, which spells some paths differently from `realDirectory`. */
async function lookAt(directory: string): Promise<string> {
  try {
    const real = directory.includes("\0") ? undefined : await promisify(realpath)(directory);
    if (real !== undefined && (await promisify(stat)(real)).isDirectory()) return real;
  } catch (thrown) {
    if (systemCode(thrown) === undefined) throw thrown;
  }
  throw noDirectory(directory);
}

function doesNotAnswer(directory: string): Error {
  return error("NOT_READY", {
    message: `the disk of ${directory.slice(0, 500)} does not answer`,
    fix: "check the disk, or its network; then ask again",
  });
}
