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

/** Until nobody needs it, or it is told to end. */
export async function personaHost(): Promise<void> {
  const where = surroundings();
  const ending = new AbortController();
  // The second one ends it as it would have without us, should the first not do.
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
