import { isConversationId } from "../../store/records/conversation-id.js";
import { stat } from "node:fs/promises";

import { isAlive } from "../../host/process-identity.js";
import { UserError } from "../../errors.js";
import type { ExternalSession } from "../../transport/terminal-locator.js";
import { locateCommand } from "../../launch/locate-command.js";
import type { Revival, Revived, ReviveOptions } from "./revival.js";
import { reviveHeadless } from "./revive-headless.js";
import { reviveInTmux } from "./revive-in-tmux.js";

/**
 * Starts a conversation again whose terminal is gone, after a reboot or a closed window. Never throws for what the
 * machine does.
 */
export async function revive(session: ExternalSession, options: ReviveOptions): Promise<Revival> {
  const why = await whyNot(session);
  if (why !== undefined) return { type: "refused", why };
  const { where, claude, how } = options;
  try {
    const command = locateCommand({ command: undefined, claude, where, cwd: session.cwd });
    const revived: Revived = { ...options, session, command };
    return await (how === "headless" ? reviveHeadless(revived) : reviveInTmux(revived));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { type: "refused", why: `${error.message}: ${error.fix}` };
  }
}

/** What is known of the session comes from files, and becomes a command. */
async function whyNot({ sessionId, cwd, reach }: ExternalSession): Promise<string | undefined> {
  if (!isConversationId(sessionId)) return "its id is not one of Claude Code's";
  const { process } = reach;
  // Two processes on one conversation would write over each other.
  if (process !== undefined && (await isAlive(process.pid, process.start))) {
    return `it still runs (process ${process.pid})`;
  }
  const found = await stat(cwd).catch(() => undefined);
  return found?.isDirectory() ? undefined : `its directory is gone (${cwd})`;
}
