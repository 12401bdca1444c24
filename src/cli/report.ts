import type { ConfigWarning } from "../config/load-config.js";
import { stackOf, UserError } from "../errors.js";
import { ownVersion } from "./version.js";

/** Shows an error that ended the command, and sets the exit code. */
export function reportError(error: unknown): void {
  process.exitCode = error instanceof UserError ? error.exitCode : 1;
  showError(error);
}

/** What the user can mend comes with its fix; anything else is a bug. */
function showError(error: unknown): void {
  if (error instanceof UserError) {
    tell(error.message, error.fix);
    return;
  }
  process.stderr.write(
    `${stackOf(error)}\n\ncac: this is a bug in claude-auto-continue ${ownVersion()}, not in what you did\n`,
  );
  process.stderr.write("fix: please open an issue at the project's repository with the lines above\n");
}

/** Comes before any other output of a command, so that it is not lost behind it. */
export function reportWarnings(warnings: readonly ConfigWarning[]): void {
  for (const { message, fix } of warnings) tell(`warning: ${message}`, fix);
}

/** The one form in which problems are told: what, then what to do. No colours, so NO_COLOR holds by itself. */
export function tell(message: string, fix: string): void {
  process.stderr.write(`cac: ${message}\nfix: ${fix}\n`);
}

/** Output that cannot be written is told as any other problem. */
export function watchOutput(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // The reader has seen enough (`cac … | head`): not our error.
    if (error.code === "EPIPE") process.exit();
    tell(`cannot write to standard output: ${error.message}`, "free some space there, or send it elsewhere");
    process.exit(1);
  });
  process.stderr.on("error", () => {
    // There is no place left to tell it; the exit code still does.
  });
}
