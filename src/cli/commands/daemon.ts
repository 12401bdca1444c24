import type { Command } from "commander";

import { loadConfig } from "../../config/load-config.js";
import { surroundings } from "../../host/paths.js";
import { runDaemon } from "../../daemon/run-daemon.js";
import { reportWarnings } from "../report.js";

const EXAMPLES = `
It watches all your Claude Code sessions and resumes those that stop at a limit. cac install starts it when you log
in; run it like this to see that it works. There is one per user: a second one names the first and ends.

Examples:
  cac daemon                   in the foreground; Ctrl+C ends it
  cac status --watch           what it is waiting for
`;

export function addDaemonCommand(program: Command): void {
  program
    .command("daemon")
    .description("resume every session of this user, also those that were not started with cac")
    .addHelpText("after", EXAMPLES)
    .action(daemon);
}

/** Runs until a signal ends it. */
export async function daemon(): Promise<void> {
  const where = surroundings();
  const config = loadConfig(where);
  reportWarnings(config.warnings);
  const ending = new AbortController();
  // A second signal has its default effect, in case the first is not enough.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => ending.abort());
  await runDaemon({
    where,
    config,
    signal: ending.signal,
    onReady: () => process.stdout.write("watching; Ctrl+C ends it, cac status shows what waits\n"),
  });
}
