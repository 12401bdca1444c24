import { lstatSync, readlinkSync, type Stats } from "node:fs";
import { dirname, isAbsolute, join, parse } from "node:path";

import { systemCode } from "../errors.js";

export interface PathStep {
  readonly path: string;
  readonly stat: Stats;
}

export interface PathWalk {
  /** Everything on the way, the root first: each folder, each link, and what the links lead to. */
  readonly steps: readonly PathStep[];
  /** Where it ends, without links; what does not exist is taken as it is written. */
  readonly end: string;
  /** The first name that could not be looked at, with the system's code; "ENOENT" where it does not exist. */
  readonly trouble: { readonly path: string; readonly code: string } | undefined;
}

/** Follows an absolute path as the system does when it opens it. */
export function walkPath(path: string): PathWalk {
  const steps: PathStep[] = [];
  let current = parse(path).root;
  const names = namesOf(path);
  for (let links = 0; ;) {
    try {
      const stat = lstatSync(current);
      steps.push({ path: current, stat });
      if (stat.isSymbolicLink()) {
        if (++links > MOST_LINKS) return stopped(steps, current, names, "ELOOP");
        const target = readlinkSync(current);
        names.unshift(...namesOf(target));
        current = isAbsolute(target) ? parse(target).root : dirname(current);
      }
    } catch (error) {
      return stopped(steps, current, names, systemCode(error) ?? String(error));
    }
    const name = names.shift();
    if (name === undefined) return { steps, end: current, trouble: undefined };
    // There is no link left in `current`, so `..` is the folder above it.
    current = name === ".." ? dirname(current) : join(current, name);
  }
}

/** As many as Linux follows. */
const MOST_LINKS = 40;

function namesOf(path: string): string[] {
  const names = path.slice(parse(path).root.length).split(process.platform === "win32" ? /[\\/]/ : "/");
  return names.filter((name) => name !== "" && name !== ".");
}

function stopped(steps: readonly PathStep[], path: string, rest: readonly string[], code: string): PathWalk {
  return { steps, end: join(path, ...rest), trouble: { path, code } };
}
