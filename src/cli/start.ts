import { isatty } from "node:tty";

import { readClaudeCall, type ClaudeCall } from "../claude/command-line.js";
import { surroundings } from "../config/paths.js";
import type { ConfigWarning } from "../config/load-config.js";
import type { Settings } from "../config/schema.js";
import { UserError } from "../errors.js";
import { isClaude } from "../wrapper/find-command.js";
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
  refuseLostDirectory();
  const where = surroundings();
  const config = await readRunConfig(where, settings);
  const asks = command === undefined || isClaude(command) ? readClaudeCall(args).kind : undefined;
  const way = chooseWay({
    asks,
    stdinIsTerminal: isatty(0),
    stdoutIsTerminal: isatty(1),
    ...where,
  });
  // While there is nothing else on the screen: a session owns it.
  reportWarnings([...config.warnings, ...notApproved(settings, asks)]);
  const run = { command, claude: config.claude, args, where, debugFile };
  switch (way) {
    case "terminal":
      return runWrapped({
        ...run,
        settings: asks === undefined ? withoutApproval(config) : config,
        warn: reportWarnings,
      });
    case "headless":
      return (await import("./start-headless.js")).startHeadless({ ...run, config });
    case "plain":
      return (await import("../wrapper/run-plain.js")).runPlain(run);
    default:
      return way satisfies never;
  }
}

/** Another command may draw what looks like a prompt of Claude Code, and mean something else by it. */
function withoutApproval(config: RunConfig): RunConfig {
  return { ...config, approve: { ...config.approve, mode: "off" } };
}

function notApproved(settings: Settings | undefined, asks: ClaudeCall["kind"] | undefined): ConfigWarning[] {
  const mode = settings?.approve?.mode ?? "off";
  if (mode === "off" || asks !== undefined) return [];
  const message = "prompts are approved in Claude Code only, and it is known by its name";
  return [{ message, fix: "run claude itself, or a link to it that is called claude" }];
}

/** A shell stays in a directory that somebody removed; nothing that it starts can. */
function refuseLostDirectory(): void {
  try {
    process.cwd();
  } catch (cause) {
    throw new UserError("NO_DIRECTORY", "the directory that you are in has been removed", {
      fix: "cd into one that is there",
      cause,
    });
  }
}
