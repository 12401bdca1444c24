import type { Command } from "commander";

import { surroundings } from "../../host/paths.js";
import { realHost } from "../../persona/host/real-host.js";
import { runHost } from "../../persona/host/run-host.js";
import { ownVersion } from "../version.js";

export function addPersonaHostCommand(program: Command): void {
  program
    .command("persona-host", { hidden: true })
    .description(
      "own the persona sessions of this user; started by cac persona and cac mcp when they need it",
    )
    .action(personaHost);
}

/** Runs until nobody needs it, or a signal ends it. */
export async function personaHost(): Promise<void> {
  const where = surroundings();
  const ending = new AbortController();
  // A second signal has its default effect, in case the first does not end it.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => ending.abort());
  const hasRun = await runHost({
    where,
    makeHost: (log) => realHost({ where, log }),
    signal: ending.signal,
    version: ownVersion(),
    onReady: () => process.stdout.write("ready; it ends by itself when nobody needs it\n"),
  });
  if (!hasRun) process.stdout.write("one runs already\n");
}
