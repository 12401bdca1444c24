import { existsSync, realpath, realpathSync, stat, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

import { systemCode, UserError } from "../../errors.js";
import type { Surroundings } from "../../host/paths.js";
import { error } from "../host/host-fault.js";

/**
 * The project that a directory is part of, without links: the nearest folder upwards that has personas of its own or
 * is the root of a repository, else the directory itself. The home is a project only for who stands in it.
 */
export function projectRootOf(directory: string, { home }: Pick<Surroundings, "home">): string {
  const start = realDirectory(directory);
  const end = realOrSame(home);
  return [start, ...foldersAbove(start, end)].find(isProject) ?? start;
}

/** The directory without links, so that a project has one name. Throws a `UserError` where there is none. */
export function realDirectory(directory: string): string {
  try {
    // Of a path with a NUL Node would say that it is a mistake of ours.
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
    // A home that is not there is above nothing.
    return directory;
  }
}

interface LookUpOptions {
  readonly look?: (directory: string) => Promise<string>;
  readonly withinMs?: number;
}

/**
 * `realDirectory`, for a process that serves others too: a network that is gone must not have it stand still, nor who asked wait
 * for ever. Throws as that does, and a `HostError` where nothing was heard of it in time.
 */
export async function lookUpProject(
  directory: string,
  { look = lookAt, withinMs = WITHIN_MS }: LookUpOptions = {},
): Promise<string> {
  // Once for all who come meanwhile: they go on in the order in which they came, and one that hangs holds one of Node's few threads.
  const looked = underWay.get(directory) ?? look(directory).finally(() => underWay.delete(directory));
  underWay.set(directory, looked);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(doesNotAnswer(directory)), withinMs);
    looked.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

const WITHIN_MS = 20_000;
const underWay = new Map<string, Promise<string>>();

/** Not the system's own `realpath`, which spells some paths in another way than that of `realDirectory`. */
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
    fix: "see that it, or the network that it is on, is there; then ask again",
  });
}
