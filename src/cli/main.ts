#!/usr/bin/env node
import { readFileSync } from "node:fs";

import { Command, CommanderError } from "commander";

import { UserError } from "../errors.js";
import { reportError, tell } from "./report.js";
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

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // The reader has seen enough (`cac … | head`): not our error.
  if (error.code === "EPIPE") process.exit();
  throw error;
});

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
  const program = newProgram();
  const wanted = args.filter((arg) => !arg.startsWith("-")).find((arg) => arg !== "help");
  for (const verb of VERBS) {
    if (verb.name === wanted) await verb.add(program);
    else program.command(verb.name).description(verb.summary);
  }
  if (args.length === 0) program.outputHelp();
  else await program.parseAsync(args, { from: "user" });
}

function newProgram(): Command {
  return new Command("cac")
    .description("Keeps Claude Code working while nobody is watching.")
    .version(version, "-V, --version", "show the version")
    .helpOption("-h, --help", "show this help")
    .helpCommand("help [command]", "show help for a command")
    .addHelpText("after", EXAMPLES)
    .configureOutput({ outputError: (text) => tellUsage(text) })
    .showSuggestionAfterError()
    .exitOverride();
}

/** Commander says "error: unknown command 'confg'" and "(Did you mean config?)": the same in our form. */
function tellUsage(text: string): void {
  const [message = "", hint] = text
    .replace(/^error: /, "")
    .trim()
    .split("\n");
  const meant = /^\((Did you mean .*)\)$/.exec(hint ?? "")?.[1];
  tell(message, meant ? meant.replace("Did", "did") : "cac --help");
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  if (typeof manifest === "object" && manifest !== null && "version" in manifest)
    return String(manifest.version);
  throw new Error("package.json names no version");
}
