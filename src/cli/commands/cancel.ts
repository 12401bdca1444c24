import type { Command } from "commander";

import { LocalHub } from "../../hub/local-hub.js";
import { doneOr, pickSession } from "../../hub/pick-session.js";
import { harmless, harmlessJson } from "../../notify/plain-text.js";

const EXAMPLES = `
Examples:
  cac cancel          the only wait that there is
  cac cancel k3m9p    this one; the beginning of the id is enough

The session itself goes on as it is. A wait that a killed wrapper left behind is forgotten.
`;

export function addCancelCommand(program: Command): void {
  program
    .command("cancel")
    .description("drop a wait: the session stays as it is and is not continued")
    .argument("[id]", "the session, as cac status lists it (default: the only one that waits)")
    .option("--json", "print JSON")
    .addHelpText("after", EXAMPLES)
    .action(cancel);
}

async function cancel(id: string | undefined, options: { readonly json?: true }): Promise<void> {
  const hub = new LocalHub();
  const { record } = pickSession(await hub.list(), id, {
    verb: "cancel",
    isMeant: ({ record, kind, life }) =>
      kind !== "persona" && life !== "elsewhere" && record.state !== "RUNNING",
  });
  const { says = "waits no longer" } = doneOr(await hub.act(record.id, { type: "cancel" }, "cac cancel"));
  const json = { id: record.id, says };
  process.stdout.write(options.json ? `${harmlessJson(json)}\n` : `${record.id}: ${harmless(says)}\n`);
}
