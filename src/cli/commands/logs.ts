import type { Command } from "commander";

import { surroundings } from "../../host/paths.js";
import { Tail } from "../../store/tail.js";
import { findLog, linesOf, sessionOf, type FoundLog } from "../../hub/find-log.js";
import { follow } from "../views/follow.js";
import { jsonLine, readableLine } from "../views/logs-view.js";

const EXAMPLES = `
Examples:
  cac logs                  what happened to the newest session
  cac logs k3m9p --follow   this one, and what happens next
  cac logs 0f3c9a4e         what the daemon did for this session
  cac logs daemon           all that the daemon did
  cac logs --json           as it is on disk, a JSON value in each line
`;

interface LogsOptions {
  readonly follow?: true;
  readonly json?: true;
}

export function addLogsCommand(program: Command): void {
  program
    .command("logs")
    .description("show what happened to a session")
    .argument("[id]", "the session, also one that has ended, or daemon (default: the newest)")
    .option("-f, --follow", "keep showing what is added")
    .option("--json", "print JSON, a value in each line")
    .addHelpText("after", EXAMPLES)
    .action(logs);
}

async function logs(id: string | undefined, options: LogsOptions): Promise<void> {
  const log = await findLog(surroundings(), id?.toLowerCase());
  const tails = log.files.map((file) => new Tail(file));
  for (const tail of tails) await print(tail, log, options);
  const [file, tail] = [log.files.at(-1), tails.at(-1)];
  if (options.follow && file !== undefined && tail !== undefined) {
    await follow(file, () => print(tail, log, options));
  }
}

async function print(tail: Tail, { session }: FoundLog, { json }: LogsOptions): Promise<void> {
  const shown: string[] = [];
  for await (const line of linesOf(tail)) {
    if (session !== undefined && sessionOf(line) !== session) continue;
    const text = json ? jsonLine(line) : readableLine(line);
    if (text !== undefined) shown.push(text);
  }
  if (shown.length > 0) process.stdout.write(`${shown.join("\n")}\n`);
}
