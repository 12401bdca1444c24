import { isatty } from "node:tty";

import { readClaudeCall, type ClaudeCall } from "../claude/hooks/command-line.js";
import { surroundings, type Surroundings } from "../host/paths.js";
import type { ConfigWarning } from "../config/load-config.js";
import type { Settings } from "../config/settings-table.js";
import { UserError } from "../errors.js";
import { isClaude } from "../launch/find-command.js";
import { runWrapped } from "../wrapper/run-wrapped.js";
import { reportWarnings } from "./report.js";
import { readRunConfig, type RunConfig } from "./run-config.js";

export interface RunRequest {
  /** What to run; undefined: Claude Code. */
  readonly command: string | undefined;
  readonly args: readonly string[];
  /** Settings for this run only. */
  readonly settings?: Settings;
  readonly debugFile?: string | undefined;
}

/** Runs the command in the mode that suits it, and ends this process as the command ended. */
export async function start({ command, args, settings, debugFile }: RunRequest): Promise<never> {
  // Throws if the directory has been removed: nothing can be started there.
  process.cwd();
  const where = surroundings();
  const config = await readRunConfig(where, settings);
  const asks = command === undefined || isClaude(command) ? readClaudeCall(args).kind : undefined;
  const mode = chooseMode({
    asks,
    stdinIsTerminal: isatty(0),
    stdoutIsTerminal: isatty(1),
    ...where,
  });
  const { approve, warnings } = await approvalFor(mode === "terminal" ? asks : undefined, config, where);
  // Now, because the session will own the screen.
  reportWarnings([...config.warnings, ...notApproved(settings, asks), ...warnings]);
  const run = { command, claude: config.claude, args, where, debugFile };
  switch (mode) {
    case "terminal":
      return runWrapped({ ...run, settings: { ...config, approve }, warn: reportWarnings });
    case "headless":
      return (await import("./start-headless.js")).startHeadless({ ...run, config });
    case "plain":
      return (await import("../wrapper/run-plain.js")).runPlain(run);
    default:
      return mode satisfies never;
  }
}

/**
 * How a command is run. `terminal`: in a PTY between it and the user's terminal; `headless`: Claude Code without a
 * terminal, answers on standard output; `plain`: without our help, because there is nothing to resume.
 */
type RunMode = "terminal" | "headless" | "plain";

export interface Circumstances {
  /** What the command line asks Claude Code for; undefined where it is another program. */
  readonly asks: ClaudeCall["kind"] | undefined;
  readonly stdinIsTerminal: boolean;
  readonly stdoutIsTerminal: boolean;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Throws if the user sits at a terminal that Node cannot use. */
export function chooseMode(seen: Circumstances): RunMode {
  if (seen.asks === "print") return "headless";
  if (seen.stdinIsTerminal && seen.stdoutIsTerminal) return "terminal";
  // Claude Code's own commands (`mcp list`) draw nothing.
  if (isMintty(seen) && seen.asks !== "other") {
    throw new UserError(
      "NO_TERMINAL",
      "this window (mintty) is not a terminal for Windows programs, so it cannot show a session",
      { fix: "start it as: winpty cac, or in Windows Terminal; without a terminal use: cac -p PROMPT" },
    );
  }
  // With a terminal to draw on and a pipe to read, Claude Code takes the pipe for its first prompt and the keys from
  // the terminal (1.0.64 to 2.1.325): a session that cannot be wrapped, and no answer on standard output.
  return seen.asks === "session" && !seen.stdoutIsTerminal ? "headless" : "plain";
}

/** Git Bash, MSYS2 and Cygwin run programs in mintty, whose terminals are pipes to everyone else. */
function isMintty({ platform, env, stdinIsTerminal }: Circumstances): boolean {
  if (platform !== "win32" || stdinIsTerminal) return false;
  return env["TERM_PROGRAM"] === "mintty" || Boolean(env["MSYSTEM"]);
}

/** How prompts are answered in this run. `asks` is undefined for another command than Claude Code. */
async function approvalFor(
  asks: ClaudeCall["kind"] | undefined,
  { approve }: RunConfig,
  where: Surroundings,
): Promise<{ approve: RunConfig["approve"]; warnings: readonly ConfigWarning[] }> {
  if (approve.mode === "off") return { approve, warnings: [] };
  // Another command may draw something that looks like a prompt of Claude Code but means something else.
  if (asks === undefined) return { approve: { ...approve, mode: "off" }, warnings: [] };
  const { trustedApproval } = await import("../config/trusted-settings.js");
  const trusted = trustedApproval(approve, { projects: [process.cwd()], where });
  return { approve: trusted.approve, warnings: trusted.distrust ? [trusted.distrust] : [] };
}

function notApproved(settings: Settings | undefined, asks: ClaudeCall["kind"] | undefined): ConfigWarning[] {
  const mode = settings?.approve?.mode ?? "off";
  if (mode === "off" || asks !== undefined) return [];
  const message = "prompts are approved only in Claude Code, which is recognised by its name";
  return [{ message, fix: "run claude itself, or a link named claude" }];
}
