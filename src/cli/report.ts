import type { ConfigWarning } from "../config/load-config.js";
import { stackOf, UserError } from "../errors.js";
import { harmless } from "../notify/plain-text.js";
import { ownVersion } from "./version.js";

/** Shows an error that ended the command, and sets the exit code. */
export function reportError(thrown: unknown): void {
  const error = lostDirectory(thrown) ?? thrown;
  process.exitCode = error instanceof UserError ? error.exitCode : 1;
  showError(error);
}

/** An error that the user can fix is shown with the fix; anything else is a bug. */
function showError(error: unknown): void {
  if (error instanceof UserError) {
    tell(error.message, error.fix);
    return;
  }
  const stack = stackOf(error).split("\n").map(harmless).join("\n");
  process.stderr.write(
    `${stack}\n\ncac: this is a bug in claude-auto-continue ${ownVersion()}, not a mistake of yours\n`,
  );
  process.stderr.write("fix: please open an issue at the project's repository with the lines above\n");
}

/** A shell may stay in a directory that was removed; then every call that asks for the path fails. */
function lostDirectory(error: unknown): UserError | undefined {
  if (!(error instanceof Error) || !("syscall" in error) || error.syscall !== "uv_cwd") return undefined;
  const code = "code" in error ? String(error.code) : "";
  const why = code === "ENOENT" ? "has been removed" : `cannot be read (${code})`;
  return new UserError("NO_DIRECTORY", `the current directory ${why}`, {
    fix: "cd into another one, and try again: cd ~",
    cause: error,
  });
}

/** Printed before any other output of a command, so that it is not overlooked. */
export function reportWarnings(warnings: readonly ConfigWarning[]): void {
  for (const { message, fix } of warnings) tell(`warning: ${message}`, fix);
}

/**
 * Every problem is reported in this form: what is wrong, then the fix. There are no colours, so NO_COLOR needs no check. Control
 * characters in the names of files and keys are escaped.
 */
export function tell(message: string, fix: string): void {
  // A message may hold a screen of several lines.
  const lines = message.split("\n").map(harmless).join("\n");
  process.stderr.write(`cac: ${lines}\nfix: ${harmless(fix)}\n`);
}

/** Output that cannot be written is reported like any other problem. */
export function watchOutput(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // The reader closed the pipe (`cac … | head`): not an error.
    if (error.code === "EPIPE") process.exit();
    tell(`cannot write to standard output: ${error.message}`, "free some space there, or send it elsewhere");
    process.exit(1);
  });
  process.stderr.on("error", () => {
    // There is no place left to report it; the exit code still does.
  });
}
