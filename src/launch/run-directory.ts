import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

import { runtimeDirs, stateDir, type Surroundings } from "../host/paths.js";
import { exists } from "../host/process-table.js";
import { makeRuntimeDirectory } from "../store/runtime-directory.js";

/** A directory for us alone in which runs keep what they need while they last; undefined where none can be had. */
export async function privateRunDirectory(where: Surroundings): Promise<string | undefined> {
  const places = [...runtimeDirs(where), join(stateDir(where), "run")];
  for (const place of new Set(places)) {
    if (await makeRuntimeDirectory(place, where)) return place;
  }
  return undefined;
}

/** Removes what runs left that were killed on the spot. */
export async function sweepRunDirectory(directory: string): Promise<void> {
  const names = await readdir(directory).catch(() => []);
  for (const name of names.filter((name) => /^run-\d+-/.test(name))) {
    const path = join(directory, name);
    const age = await stat(path).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    // Its process may live in a container of its own, where its number says nothing: only age does.
    if (age > OLD_MS && !exists(Number(name.split("-")[1]))) await rm(path, { recursive: true, force: true });
  }
}

const OLD_MS = 7 * 24 * 60 * 60 * 1000;
