import { isatty } from "node:tty";

import { readClaudeCall } from "../claude/command-line.js";
import { surroundings } from "../config/paths.js";
import type { Settings } from "../config/schema.js";
import { UserError } from "../errors.js";
import { isClaude } from "../wrapper/find-command.js";
import { chooseWay } from "./choose-way.js";
import { reportWarnings } from "./report.js";
import { readRunConfig } from "./run-config.js";

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
  reportWarnings(config.warnings);
  const run = { command, claude: config.claude, args, where, debugFile };
  switch (way) {
    case "terminal":
      return (await import("../wrapper/run-wrapped.js")).runWrapped({ ...run, settings: config });
    case "headless":
      return (await import("./start-headless.js")).startHeadless({ ...run, config });
    case "plain":
      return (await import("../wrapper/run-plain.js")).runPlain(run);
    default:
      return way satisfies never;
  }
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
