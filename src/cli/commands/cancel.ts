import type { Command } from "commander";

import { stateDir, surroundings } from "../../host/paths.js";
import { SessionStore } from "../../store/records/session-store.js";
import { UserError } from "../../errors.js";
import { harmless, harmlessJson } from "../../notify/plain-text.js";
import { findSessions, order, pickSession, type SessionView } from "../views/sessions.js";

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
  const session = pickSession(await findSessions(), id, {
    verb: "cancel",
    isMeant: ({ record, life }) => life !== "elsewhere" && record.state !== "RUNNING",
  });
  const done = session.life === "left" ? await forget(session) : await drop(session);
  process.stdout.write(options.json ? `${harmlessJson(done)}\n` : `${done.id}: ${harmless(done.says)}\n`);
}

interface Cancelled {
  readonly id: string;
  readonly says: string;
}

async function drop(session: SessionView): Promise<Cancelled> {
  const { id, says = "waits no longer" } = await order(session, "cancel");
  return { id, says };
}

async function forget({ record: { id } }: SessionView): Promise<Cancelled> {
  const removed = await new SessionStore(stateDir(surroundings())).remove(id);
  if (!removed.ok) {
    throw new UserError("NOT_REMOVED", `${removed.path} ${removed.says}`, { fix: removed.fix });
  }
  return { id, says: "what was left of it is forgotten" };
}
