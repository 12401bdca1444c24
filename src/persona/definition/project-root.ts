import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

import type { Surroundings } from "../../host/paths.js";
import { systemCode, UserError } from "../../errors.js";

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
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
  }
  throw noDirectory(directory);
}

export function noDirectory(directory: string): UserError {
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
