import { lstat } from "node:fs/promises";
import { join } from "node:path";

import { shellWord } from "../config/shell-word.js";
import { isClosed, isOurs, namesIn } from "../control/private-files.js";
import type { Finding } from "./doctor.js";

/** Whether nobody else can read or steer what we keep. Directories that are not there yet are fine. */
export async function checkFiles(
  directories: readonly string[],
  platform: NodeJS.Platform,
): Promise<Finding[]> {
  // A profile on Windows is closed to others by what it inherits, which modes do not tell.
  if (platform === "win32") return [];
  const found = (await Promise.all(directories.map((directory) => checkTree(directory, DEEPEST)))).flat();
  if (found.length > 0) return found.slice(0, MOST);
  return [{ about: "files", state: "good", says: "are readable by you alone" }];
}

async function checkTree(path: string, depth: number): Promise<Finding[]> {
  const stat = await lstat(path).catch(() => undefined);
  if (stat === undefined) return [];
  if (stat.isSymbolicLink()) return [];
  if (!isOurs(stat)) {
    const fix = `see how it got there: ls -ld ${shellWord(path)}`;
    return [{ about: "files", state: "bad", says: `${path} belongs to another user (${stat.uid})`, fix }];
  }
  const own: Finding[] = isClosed(stat)
    ? []
    : [
        {
          about: "files",
          state: "bad",
          says: `${path} is open to others (mode ${(stat.mode & 0o777).toString(8)})`,
          fix: `chmod go= ${shellWord(path)}`,
        },
      ];
  if (!stat.isDirectory() || depth === 0) return own;
  const inside = await Promise.all(
    (await namesIn(path)).map((name) => checkTree(join(path, name), depth - 1)),
  );
  return [...own, ...inside.flat()];
}

/** sessions/, inbox/, inbox/bad/. */
const DEEPEST = 3;
/** One is as telling as a thousand. */
const MOST = 20;
