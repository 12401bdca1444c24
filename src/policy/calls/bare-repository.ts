import { posix } from "node:path";

import { isWithin, type SettledPlace } from "../place-paths.js";
import { basesOf } from "./call-uses.js";
import type { ProgramCall } from "./program-call.js";

/**
 * Why git would trust settings that came with the project's files, as a whole sentence; undefined where it would not. A folder
 * with `HEAD`, `objects` and `refs` is a repository to git, and its `config` may name programs. It can be checked in; a
 * `.git` cannot.
 */
export function whyUntrustedRepository(call: ProgramCall, place: SettledPlace): string | undefined {
  if (call.program?.description.names.split(" ").includes("git") !== true) return undefined;
  for (const base of basesOf(call)) {
    if (base === undefined) continue;
    for (const { kind, value } of call.reading?.pieces ?? []) {
      // A name that is no remote's is a folder to git.
      const folder = kind === "pushed" && value.text !== undefined ? posix.join(base, value.text) : undefined;
      if (folder !== undefined && place.entries(folder)?.length !== 0)
        return `${folder} may be a repository whose hooks would run.`;
    }
    for (let directory = base; isWithin(directory, place.project); directory = posix.dirname(directory)) {
      const entries = place.entries(directory);
      if (entries === undefined) return `Which repository git uses in ${directory} cannot be told.`;
      const names = new Set(entries.map(({ name }) => name));
      if (names.has(".git")) break;
      if (["HEAD", "objects", "refs"].every((name) => names.has(name)))
        return `${directory} is a repository of its own, whose settings git would follow.`;
      if (directory === "/") break;
    }
  }
  return undefined;
}
