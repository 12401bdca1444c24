import { Command, CommanderError } from "commander";

import { addHelpCommand, fittedText, tellUsage } from "./help.js";
import { VERBS } from "./verbs.js";
import { ownVersion } from "./version.js";

const USAGE_EXIT_CODE = 2;

const EXAMPLES = `
Examples:
  cac                                          claude, carried on after every limit
  cac --model opus "fix the tests"             arguments go to claude as they are
  cac -p "summarise this" < notes.txt          without a terminal too
  cac status                                   what waits, and until when
  cac run --native replace -- claude           options of our own; cac help run lists them
  cac -- mcp list                              a word of claude's that is ours too goes behind a --

Claude Code's own help and version: cac -- --help, cac -- --version
`;

/** Runs one of our verbs; returns the exit code where it is known by then. What it throws is the caller's to report. */
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
    // Commander has told it already; help and version arrive here as well, with 0.
    return error.exitCode === 0 ? 0 : USAGE_EXIT_CODE;
  }
}

function newProgram(args: readonly string[]): Command {
  const program = new Command("cac");
  return program
    .usage("[claude arguments...]\n       cac COMMAND")
    .description("Claude Code, carried on after every usage limit. Use it where you use claude.")
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
