import type { Command } from "commander";

import { LocalHub } from "../../hub/local-hub.js";
import { doneOr, pickSession } from "../../hub/pick-session.js";
import { harmless, harmlessJson } from "../../notify/plain-text.js";

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
  const hub = new LocalHub();
  const { record } = pickSession(await hub.list(), id, {
    verb: "resume",
    isMeant: ({ record, kind, life }) =>
      kind !== "persona" && (life === "live" || life === "queued") && record.state !== "RUNNING",
  });
  const { state, says = "continues now" } = doneOr(
    await hub.act(record.id, { type: "resume" }, "cac resume"),
  );
  const json = { id: record.id, state, says };
  process.stdout.write(options.json ? `${harmlessJson(json)}\n` : `${record.id}: ${harmless(says)}\n`);
}
