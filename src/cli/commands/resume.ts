import type { Command } from "commander";

import { harmless, harmlessJson } from "../../notify/plain-text.js";
import { findSessions, order, pickSession } from "../views/sessions.js";

const EXAMPLES = `
Examples:
  cac resume          the only session that waits
  cac resume k3m9p    this one; the beginning of the id is enough

The screen is read first, as at the due time: nothing is typed into the wrong place.
`;

export function addResumeCommand(program: Command): void {
  program
    .command("resume")
    .description("continue a waiting session now, not only when it is due")
    .argument("[id]", "the session, as cac status lists it (default: the only one that waits)")
    .option("--json", "print JSON")
    .addHelpText("after", EXAMPLES)
    .action(resume);
}

async function resume(id: string | undefined, options: { readonly json?: true }): Promise<void> {
  const session = pickSession(await findSessions(), id, {
    verb: "resume",
    isMeant: ({ record, life }) => (life === "live" || life === "queued") && record.state !== "RUNNING",
  });
  const { id: name, state, says = "continues now" } = await order(session, "resume");
  const json = { id: name, state, says };
  process.stdout.write(options.json ? `${harmlessJson(json)}\n` : `${name}: ${harmless(says)}\n`);
}
