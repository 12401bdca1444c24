import type { Command } from "commander";

import { userHome } from "../../host/user-home.js";
import type { PersonaStatus } from "../../persona/host/host-protocol.js";
import { HOST_SETTINGS } from "../../persona/host/host-settings.js";
import { harmless, harmlessJson } from "../../notify/plain-text.js";
import { withHost } from "./persona-client.js";

export function addPersonaStatus(persona: Command): void {
  persona
    .command("status")
    .description("show the sessions that run, and what each does")
    .option("--json", "print JSON")
    .action(status);
}

async function status(options: { readonly json?: true }): Promise<void> {
  const sessions = await withHost((host) => host.status());
  const text = options.json
    ? harmlessJson(sessions)
    : statusLines(sessions, new Date(), userHome()).join("\n");
  process.stdout.write(`${text}\n`);
}

/** A table: who, what it does, how much it was asked, how much memory it holds, where. */
export function statusLines(sessions: readonly PersonaStatus[], now: Date, home: string): readonly string[] {
  if (sessions.length === 0) return ["no persona session runs; cac persona ask NAME QUESTION starts one"];
  const rows = sessions.map((each) => [
    each.persona,
    stateOf(each, now),
    `${each.questions} answered${each.queued > 0 ? `, ${each.queued} queued` : ""}`,
    each.memoryMb === undefined
      ? ""
      : `${each.memoryMb} MB${each.memoryMb > HOST_SETTINGS.alertMb ? " (much)" : ""}`,
    each.projectRoot.startsWith(`${home}/`) ? `~${each.projectRoot.slice(home.length)}` : each.projectRoot,
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => harmless(cell).padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

function stateOf({ state, idleSince }: PersonaStatus, now: Date): string {
  if (idleSince === undefined) return state;
  const minutes = Math.floor((now.getTime() - Date.parse(idleSince)) / 60_000);
  return `${state}, idle for ${minutes} min`;
}
