import { realpath, stat } from "node:fs";
import { promisify } from "node:util";

import { systemCode } from "../../errors.js";
import { error } from "./host-fault.js";
import { noDirectory } from "../definition/project-root.js";

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
