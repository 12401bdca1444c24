#!/usr/bin/env node
import { readFileSync } from "node:fs";

import { Command, CommanderError } from "commander";

import { UserError } from "../errors.js";
import { addHelpCommand } from "./help.js";
import { reportError, watchOutput } from "./report.js";
import { tellUsage } from "./usage.js";
import { VERBS } from "./verbs.js";

const USAGE_EXIT_CODE = 2;

const EXAMPLES = `
Examples:
  tmux capture-pane -p -t %3 | cac detect      what the session in that pane shows
  cac config init                              write a settings file
  cac config set pattern "quota .* used up"    a wording of your own that marks a limit
  cac help config                              more on one command
`;

const version = readVersion();

watchOutput();

try {
  await run(process.argv.slice(2));
} catch (error) {
  if (error instanceof CommanderError) {
    // Commander has told it already; help and version arrive here as well, with 0.
    process.exitCode = error.exitCode === 0 ? 0 : USAGE_EXIT_CODE;
  } else {
    reportError(error, version);
    process.exitCode = error instanceof UserError ? error.exitCode : 1;
  }
}

async function run(args: readonly string[]): Promise<void> {
  const program = newProgram(args);
  const wanted = args.filter((arg) => !arg.startsWith("-")).find((arg) => arg !== "help");
  for (const verb of VERBS) {
    if (verb.name === wanted) await verb.add(program);
    else program.command(verb.name).description(verb.summary);
  }
  addHelpCommand(program);
  if (args.length === 0) program.outputHelp();
  else await program.parseAsync(args, { from: "user" });
}

function newProgram(args: readonly string[]): Command {
  const program = new Command("cac");
  return program
    .description("Keeps Claude Code working while nobody is watching.")
    .version(version, "-V, --version", "show the version")
    .helpOption("-h, --help", "show this help")
    .addHelpText("after", EXAMPLES)
    .configureOutput({ outputError: (text) => tellUsage(text, program, args) })
    .showSuggestionAfterError()
    .exitOverride();
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  if (typeof manifest === "object" && manifest !== null && "version" in manifest)
    return String(manifest.version);
  throw new Error("package.json names no version");
}
