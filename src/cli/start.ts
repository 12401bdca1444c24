import { isatty } from "node:tty";

import { readClaudeCall, type ClaudeCall } from "../claude/hooks/command-line.js";
import { surroundings, type Surroundings } from "../host/paths.js";
import type { ConfigWarning } from "../config/load-config.js";
import type { Settings } from "../config/settings-table.js";
import { isClaude } from "../launch/find-command.js";
import { runWrapped } from "../wrapper/run-wrapped.js";
import { chooseWay } from "./choose-way.js";
import { reportWarnings } from "./report.js";
import { readRunConfig, type RunConfig } from "./run-config.js";

export interface StartOptions {
  /** What to run; undefined: Claude Code. */
  readonly command: string | undefined;
  readonly args: readonly string[];
  /** Settings for this run only. */
  readonly settings?: Settings;
  readonly debugFile?: string | undefined;
}

/** Runs the command in the way that suits it, and ends this process as the command ended. */
export async function start({ command, args, settings, debugFile }: StartOptions): Promise<never> {
  // Throws where the directory has been removed: nothing can be started there.
  process.cwd();
  const where = surroundings();
  const config = await readRunConfig(where, settings);
  const asks = command === undefined || isClaude(command) ? readClaudeCall(args).kind : undefined;
  const way = chooseWay({
    asks,
    stdinIsTerminal: isatty(0),
    stdoutIsTerminal: isatty(1),
    ...where,
  });
  const { approve, warnings } = await approvalFor(way === "terminal" ? asks : undefined, config, where);
  // While there is nothing else on the screen: a session owns it.
  reportWarnings([...config.warnings, ...notApproved(settings, asks), ...warnings]);
  const run = { command, claude: config.claude, args, where, debugFile };
  switch (way) {
    case "terminal":
      return runWrapped({ ...run, settings: { ...config, approve }, warn: reportWarnings });
    case "headless":
      return (await import("./start-headless.js")).startHeadless({ ...run, config });
    case "plain":
      return (await import("../wrapper/run-plain.js")).runPlain(run);
    default:
      return way satisfies never;
  }
}

/** How prompts are answered in this run. `asks` is undefined for another command than Claude Code. */
async function approvalFor(
  asks: ClaudeCall["kind"] | undefined,
  { approve }: RunConfig,
  where: Surroundings,
): Promise<{ approve: RunConfig["approve"]; warnings: readonly ConfigWarning[] }> {
  if (approve.mode === "off") return { approve, warnings: [] };
  // Another command may draw what looks like a prompt of Claude Code, and mean something else by it.
  if (asks === undefined) return { approve: { ...approve, mode: "off" }, warnings: [] };
  const { trustedApproval } = await import("../config/trusted-settings.js");
  const trusted = trustedApproval(approve, { projects: [process.cwd()], where });
  return { approve: trusted.approve, warnings: trusted.distrust ? [trusted.distrust] : [] };
}

function notApproved(settings: Settings | undefined, asks: ClaudeCall["kind"] | undefined): ConfigWarning[] {
  const mode = settings?.approve?.mode ?? "off";
  if (mode === "off" || asks !== undefined) return [];
  const message = "prompts are approved in Claude Code only, and it is known by its name";
  return [{ message, fix: "run claude itself, or a link to it that is called claude" }];
}
