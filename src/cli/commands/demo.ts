import type { Command } from "commander";

import { loadConfig } from "../../config/load-config.js";
import { surroundings } from "../../host/paths.js";
import { UserError } from "../../errors.js";
import { askVersion, realProgram, type DemoProgram } from "../../lab/demo/program.js";
import { showDemo } from "../../lab/demo/show.js";
import { exitOnSignals } from "../../lab/machine/left-behind.js";
import { locateCommand } from "../../launch/find-command.js";
import { reportWarnings } from "../report.js";

const EXAMPLES = `
Examples:
  cac demo               the whole job in under a minute
  cac demo --stand-in    the same with a scripted stand-in for Claude Code
  cac demo | cat         the steps and pictures of the screen, for a log

It needs no account and touches none of your files: your claude runs in its own home, with made-up credentials,
against an API on 127.0.0.1 that answers with a limit. If Claude Code is not installed, a script takes its place.
Exit code 0: the session was resumed, and that was verified; 1: it was not.
`;

const NEXT = ["Now with your own work:", "", "  cac     where you type claude; its arguments are the same"];

interface DemoFlags {
  readonly standIn?: true;
  readonly json?: true;
}

export function addDemoCommand(program: Command): void {
  program
    .command("demo")
    .description("watch a session hit a limit, wait and resume")
    .option("--stand-in", "use a scripted stand-in, even if Claude Code is installed")
    .option("--json", "print the result as JSON")
    .addHelpText("after", EXAMPLES)
    .action(demo);
}

async function demo({ standIn, json }: DemoFlags): Promise<void> {
  exitOnSignals();
  const program: DemoProgram = standIn
    ? { type: "played", because: "you asked for it" }
    : await programOfThisMachine();
  const holds = await showDemo({ program, json: json ?? false, next: NEXT });
  process.exitCode = holds ? 0 : 1;
}

/** The user's own `claude`, or a script if none answers. */
async function programOfThisMachine(): Promise<DemoProgram> {
  const where = surroundings();
  const { claude, warnings } = loadConfig(where);
  reportWarnings(warnings);
  try {
    const file = locateCommand({ command: undefined, claude, where, cwd: process.cwd() });
    const version = await askVersion(file);
    if (version !== undefined) return realProgram(file, version);
    return { type: "played", because: `${file} does not answer --version as Claude Code does` };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { type: "played", because: error.message };
  }
}
