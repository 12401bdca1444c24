import { Command, CommanderError } from "commander";

import { addHelpCommand, fittedText, tellUsage } from "./help.js";
import { VERBS } from "./verbs.js";
import { ownVersion } from "./version.js";

const USAGE_EXIT_CODE = 2;

const EXAMPLES = `
Examples:
  cac                                          Claude Code, resumed after every limit
  cac --model opus "fix the tests"             arguments go to claude unchanged
  cac -p "summarise this" < notes.txt          also without a terminal
  cac status                                   what is waiting, and until when
  cac run --native replace -- claude           options of cac; cac help run lists them
  cac -- mcp list                              runs Claude Code's own mcp command

Claude Code's own help and version: cac -- --help, cac -- --version
`;

/** Runs one of our verbs and returns the exit code if it is known by then. The caller reports errors. */
export async function runVerb(args: readonly string[]): Promise<number | undefined> {
  const program = newProgram(args);
  const wanted = args.filter((arg) => !arg.startsWith("-")).find((arg) => arg !== "help");
  for (const [name, verb] of Object.entries(VERBS)) {
    if (name === wanted) await verb.add(program);
    else program.command(name, { hidden: verb.isHidden === true }).description(verb.summary);
  }
  addHelpCommand(program);
  try {
    await program.parseAsync(args, { from: "user" });
    return undefined;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Commander has printed it already; help and version arrive here too, with 0.
    return error.exitCode === 0 ? 0 : USAGE_EXIT_CODE;
  }
}

function newProgram(args: readonly string[]): Command {
  const program = new Command("cac");
  return program
    .usage("[claude arguments...]\n       cac COMMAND")
    .description("Run Claude Code and resume it after every usage limit. Use it where you use claude.")
    .version(ownVersion(), "-V, --version", "show the version")
    .helpOption("-h, --help", "show this help")
    .addHelpText("after", EXAMPLES)
    .configureOutput({
      writeOut: (text) => process.stdout.write(fittedText(text, process.stdout.columns)),
      outputError: (text) => tellUsage(text, program, args),
    })
    .showSuggestionAfterError()
    .exitOverride();
}
