import { daemon } from "./commands/daemon.js";
import { reportError } from "./report.js";

/**
 * `cac daemon` and nothing else. Never throws. It stays for weeks, and what it needs at a limit must not come from a
 * package that was replaced since: the build makes one file of it (scripts/bundle.mjs).
 */
export async function answerDaemonCall(): Promise<void> {
  try {
    await daemon();
  } catch (error) {
    reportError(error);
  }
}
