import { daemon } from "./commands/daemon.js";
import { reportError } from "./report.js";

/**
 * `cac daemon` and nothing else. Never throws. It runs for weeks, and at a limit it must not load files of a package that
 * was replaced since: the build makes one file of it (scripts/bundle.mjs).
 */
export async function answerDaemonCall(): Promise<void> {
  try {
    await daemon();
  } catch (error) {
    reportError(error);
  }
}
