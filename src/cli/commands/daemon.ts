import type { Command } from "commander";

import { loadConfig } from "../../config/load-config.js";
import { surroundings } from "../../host/paths.js";
import { runDaemon } from "../../daemon/run-daemon.js";
import { reportWarnings } from "../report.js";

const EXAMPLES = `
It watches every Claude Code session of yours and carries on those that stop at a limit. cac install starts it with
your login; run it like this to see that it works. One per user: a second one says who runs.

Examples:
  cac daemon                   in the foreground; Ctrl+C ends it
  cac status --watch           what it waits for
`;

export function addDaemonCommand(program: Command): void {
  program
    .command("daemon")
    .description("carry on every session of this user, also those that were not started with cac")
    .addHelpText("after", EXAMPLES)
    .action(daemon);
}

/** Until it is told to end. */
export async function daemon(): Promise<void> {
  const where = surroundings();
  const config = loadConfig(where);
  reportWarnings(config.warnings);
  const ending = new AbortController();
  // The second one ends it as it would have without us, should the first not do.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => ending.abort());
  await runDaemon({
    where,
    config,
    signal: ending.signal,
    onReady: () => process.stdout.write("watching; Ctrl+C ends it, cac status shows what waits\n"),
  });
}
