import { basename } from "node:path";
import type { Command } from "commander";

import { stateDir, surroundings } from "../config/paths.js";
import { ageMs, namesIn } from "../control/private-files.js";
import { logDirectory, logFile } from "../control/session-log.js";
import { UserError } from "../errors.js";
import { DirectoryWatch } from "../watch/directory-watch.js";
import { Tail } from "../watch/tail.js";
import { jsonLine, readableLine } from "./logs-view.js";

const EXAMPLES = `
Examples:
  cac logs                  what happened to the newest session
  cac logs k3m9p --follow   this one, and what happens next
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
    .argument("[id]", "the session, also one that has ended (default: the newest)")
    .option("-f, --follow", "keep showing what is added")
    .option("--json", "print JSON, a value in each line")
    .addHelpText("after", EXAMPLES)
    .action(logs);
}

async function logs(id: string | undefined, options: LogsOptions): Promise<void> {
  const file = await findLog(stateDir(surroundings()), id?.toLowerCase());
  const older = new Tail(`${file}.1`);
  await print(older, options);
  const tail = new Tail(file);
  await print(tail, options);
  if (options.follow) await follow(file, tail, options);
}

async function print(tail: Tail, { json }: LogsOptions): Promise<void> {
  for (let more = true; more;) {
    const read = await tail.read();
    const shown = read.lines.flatMap((line) => {
      const text = line.oversized ? "" : line.bytes.toString("utf8");
      return (json ? jsonLine(text) : readableLine(text)) ?? [];
    });
    if (shown.length > 0) process.stdout.write(`${shown.join("\n")}\n`);
    more = read.more;
  }
}

/** Until the user ends it. */
async function follow(file: string, tail: Tail, options: LogsOptions): Promise<never> {
  let printing = Promise.resolve();
  // The watch keeps no process alive; this does.
  setInterval(() => undefined, 60_000);
  return new Promise<never>((_, fail) => {
    const printOn = (): void => {
      printing = printing.then(() => print(tail, options)).catch(fail);
    };
    void new DirectoryWatch(file, printOn);
    // What was added before the watch began.
    printOn();
  });
}

async function findLog(state: string, id: string | undefined): Promise<string> {
  const directory = logDirectory(state);
  const fileOf = (each: string): string => logFile(state, each);
  const ids = (await namesIn(directory))
    .filter((name) => name.endsWith(".log"))
    .map((name) => basename(name, ".log"));
  if (ids.length === 0) {
    throw new UserError("NO_LOG", `there is no log in ${directory}`, { fix: "a session writes one: cac" });
  }
  if (id === undefined) return newest(ids.map(fileOf));
  const found = ids.includes(id) ? [id] : ids.filter((each) => each.startsWith(id));
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return fileOf(only);
  if (only === undefined) {
    throw new UserError("NO_LOG", `there is no log of ${JSON.stringify(id)}`, {
      fix: "cac status shows the sessions; cac logs without an id shows the newest",
    });
  }
  throw new UserError("WHICH_LOG", `${JSON.stringify(id)} may be any of ${found.length} sessions`, {
    fix: `say which: ${found.join(", ")}`,
    exitCode: 2,
  });
}

async function newest(files: readonly string[]): Promise<string> {
  const dated = await Promise.all(files.map(async (file) => ({ file, age: await ageMs(file) })));
  return dated.reduce((best, each) => (each.age < best.age ? each : best)).file;
}
