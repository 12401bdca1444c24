import { runCommand, type RunCommand } from "../host/run-command.js";

/** A command, and what stands before it. */
interface ScopedCommand {
  readonly file: string;
  readonly args: readonly string[];
}

export interface ScopeOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly run?: RunCommand;
}

/**
 * What a service starts ends with the service and shares its memory limit. Where systemd runs us, the command gets a
 * scope of its own: systemd-run then becomes the command, under the same process number.
 */
export async function inOwnScope(command: ScopedCommand, { env, platform, run = runCommand }: ScopeOptions) {
  if (platform !== "linux" || env["INVOCATION_ID"] === undefined) return command;
  const { XDG_RUNTIME_DIR, DBUS_SESSION_BUS_ADDRESS } = env;
  // Without the user's manager in reach there is no scope to be had, and the command is better off in ours.
  const tried = await run(SCOPE.file, [...SCOPE.args, "true"], {
    env: { XDG_RUNTIME_DIR, DBUS_SESSION_BUS_ADDRESS },
  });
  if (!tried.ok) return command;
  return { file: SCOPE.file, args: [...SCOPE.args, command.file, ...command.args] };
}

const SCOPE: ScopedCommand = {
  file: "systemd-run",
  args: ["--user", "--scope", "--quiet", "--collect", "--"],
};
