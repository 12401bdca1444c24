import type { RunCommand } from "../../host/run-command.js";

/**
 * Whether this user's desktop is locked, as far as logind knows: then pressed keys go to the lock, as a password.
 * False where nobody tells.
 */
export async function isScreenLocked(run: RunCommand): Promise<boolean> {
  const desktop = await run("loginctl", ["show-user", String(process.getuid?.()), "--property=Display"]);
  const [, id] = /^Display=(\w+)$/m.exec(desktop.stdout) ?? [];
  if (!desktop.ok || id === undefined) return false;
  const session = await run("loginctl", ["show-session", id, "--property=LockedHint"]);
  return session.ok && session.stdout.trim() === "LockedHint=yes";
}
