import { access, constants, lstat } from "node:fs/promises";
import { dirname, join } from "node:path";

import { systemCode } from "../../errors.js";
import { shellWord } from "../../host/shell-word.js";
import { isClosed, isOurs, namesIn, placeFix } from "../../store/private-files.js";
import type { Finding } from "./doctor.js";

export interface KeptFiles {
  readonly directory: string;
  /** By which the user has it elsewhere. */
  readonly variable: string;
}

/** Whether we can write what we keep, and nobody else can read or steer it. Directories that are not there yet are fine. */
export async function checkFiles(kept: readonly KeptFiles[], platform: NodeJS.Platform): Promise<Finding[]> {
  const closed = (await Promise.all(kept.map((each) => checkWritable(each)))).flat();
  // A profile on Windows is closed to others by what it inherits, which modes do not tell.
  if (platform === "win32") return closed;
  const open = (await Promise.all(kept.map(({ directory }) => checkTree(directory, DEEPEST)))).flat();
  const found = [...closed, ...open];
  if (found.length > 0) return found.slice(0, MOST);
  return [{ about: "files", state: "good", says: "are readable by you alone" }];
}

async function checkWritable(kept: KeptFiles, folder = kept.directory): Promise<Finding[]> {
  try {
    await access(folder, constants.W_OK);
    return [];
  } catch (error) {
    const code = systemCode(error) ?? String(error);
    const above = dirname(folder);
    if (code === "ENOENT" && above !== folder) return checkWritable(kept, above);
    const says = `${kept.directory} cannot be written (${code})`;
    const fix = placeFix(code, kept.variable) ?? `see what is there: ls -ld ${shellWord(folder)}`;
    return [{ about: "files", state: "bad", says, fix }];
  }
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
