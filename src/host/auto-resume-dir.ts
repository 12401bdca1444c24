import { posix, win32 } from "node:path";

import type { Surroundings } from "./paths.js";

/** Where Claude Code keeps its settings, transcripts and sessions. The directory need not exist. */
export function claudeConfigDir({ env, home, platform }: Surroundings): string {
  const path = platform === "win32" ? win32 : posix;
  const named = env["CLAUDE_CONFIG_DIR"];
  // Claude Code takes a relative one from wherever it was started: no place in which a daemon could look.
  return named && path.isAbsolute(named) ? named : path.join(home, ".claude");
}

/** Where hooks and the daemon meet: the queue, the inbox, their logs. The directory need not exist. */
export function autoResumeDir(where: Surroundings): string {
  const path = where.platform === "win32" ? win32 : posix;
  return path.join(claudeConfigDir(where), "auto-resume");
}
