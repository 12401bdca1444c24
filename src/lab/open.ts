#!/usr/bin/env node
import { Command, Option } from "commander";
import { spawn, type ChildProcess } from "node:child_process";
import { UserError } from "../errors.js";
import { isolatedHome } from "./machine/isolated-home.js";
import { field } from "./json-value.js";
import { exitOnSignals, undoOnExit } from "./machine/left-behind.js";
import { durationOption } from "./options.js";
import { endTree } from "./machine/process-tree.js";
import { limit, type Reply } from "./api/reply.js";
import { launchOf } from "./session/start-session.js";
import { StandInApi, type ApiRequest } from "./api/stand-in-api.js";

interface OpenOptions {
  readonly release: string;
  readonly reply: ReplyName;
  readonly limit?: string;
  readonly resetsIn: number;
  readonly overage?: string;
  readonly text: string;
  readonly apiKey: boolean;
  readonly vim: boolean;
  readonly untrusted: boolean;
}

const REPLY_NAMES = [
  "text",
  "slow",
  "permission",
  "limit",
  "throttle",
  "overloaded",
  "error",
  "dropped",
] as const;
type ReplyName = (typeof REPLY_NAMES)[number];

const program = new Command("npm run lab --")
  .description("Open a real Claude Code against the stand-in API, in this terminal.")
  .argument("[claude arguments...]", "handed on to claude, after --")
  .option("-r, --release <version>", "release of Claude Code, installed on demand", "2.1.325")
  .addOption(
    new Option("--reply <kind>", "what the API answers to every prompt").choices(REPLY_NAMES).default("text"),
  )
  .option(
    "--limit <claim>",
    "answer with this usage limit: five_hour, seven_day, seven_day_opus, overage, or any other",
  )
  .addOption(
    new Option("--resets-in <duration>", "when the limit resets, from each answer on")
      .argParser(durationOption)
      .default(durationOption("3h"), "3h"),
  )
  .option(
    "--overage <reason>",
    "why paid usage does not step in: out_of_credits, org_level_disabled, or any other",
  )
  .option("--text <text>", "the words of the answer", "This is the lab speaking.")
  .option("--api-key", "an API-key session instead of a subscriber's", false)
  .option("--vim", "vim keys in the input box", false)
  .option("--untrusted", "start at the trust dialog", false)
  .addHelpText(
    "after",
    `
Durations: 90s, 5m, 3h, 3d, 1h30m.

Examples:
  npm run lab -- --release 2.1.325 --limit seven_day --resets-in 3d
  npm run lab -- --release 2.0.72 --reply permission
  npm run lab -- --reply overloaded -- --permission-mode plan`,
  )
  .configureOutput({ outputError: (message, write) => write(message) })
  // Usage errors leave with 2, as everywhere in this package.
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2));

program.parse();
refuseContradictions();
try {
  process.exitCode = await open(program.opts<OpenOptions>(), program.args);
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  console.error(`error: ${error.message}\nfix: ${error.fix}`);
  process.exitCode = error.code === "BAD_RELEASE" ? 2 : 1;
}

/** Runs until Claude Code ends; resolves with its exit code, everything cleaned up. */
async function open(options: OpenOptions, args: readonly string[]): Promise<number> {
  const leaveSignals = exitOnSignals();
  const api = await StandInApi.start((request) => replyFor(options, request));
  const account = options.apiKey ? "api-key" : "subscriber";
  const home = await isolatedHome({ ...options, account, trusted: !options.untrusted });
  let code: number;
  try {
    // Auto mode, the default of recent releases, asks nobody.
    const mode = options.reply === "permission" ? ["--permission-mode", "default"] : [];
    const launch = await launchOf(home, api, {
      release: options.release,
      timeZone: machineZone(),
      args: [...mode, ...args],
    });
    const environment = { ...launch.environment, TERM: process.env["TERM"] ?? launch.environment["TERM"] };
    const child = spawn(launch.file, launch.args, { stdio: "inherit", cwd: home.project, env: environment });
    code = await ended(child, leaveSignals);
  } finally {
    exitOnSignals();
    await api.close();
    await home.remove();
  }
  // Claude Code's last words name a way to resume.
  console.error("The lab's home is gone with it: that session cannot be resumed.");
  return code;
}

/** Resolves with the exit code; until then the signals are Claude Code's. */
async function ended(child: ChildProcess, leaveSignals: () => void): Promise<number> {
  const isOver = undoOnExit(() => child.pid !== undefined && endTree(child.pid));
  // Ctrl+C belongs to Claude Code, which gets it from the terminal by itself.
  process.on("SIGINT", ignore);
  // A closed terminal or a kill ends Claude Code first, and then us, with everything cleaned up; a second one does not wait.
  for (const signal of ["SIGHUP", "SIGTERM"] as const) {
    process.once(signal, () => {
      child.kill(signal);
      exitOnSignals();
    });
  }
  // Only now: without a listener in between, Node would drop a signal that has come but was not delivered yet.
  leaveSignals();
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (code) => resolve(code ?? 1));
    });
  } finally {
    isOver();
    process.off("SIGINT", ignore);
  }
}

/** What would be left aside in silence is refused. */
function refuseContradictions(): void {
  const { reply, limit } = program.opts<OpenOptions>();
  const isGiven = (name: string): boolean => program.getOptionValueSource(name) === "cli";
  const behind = process.argv.includes("--") ? process.argv.length - process.argv.indexOf("--") - 1 : 0;
  const [stray] = program.args.slice(0, program.args.length - behind);
  if (stray !== undefined) program.error(`error: unexpected "${stray}": arguments for claude go behind a --`);
  if (limit !== undefined && isGiven("reply") && reply !== "limit") {
    program.error(`error: --limit and --reply ${reply} contradict each other: give one of them`);
  }
  if (limit !== undefined || reply === "limit") return;
  for (const [name, flag] of [
    ["overage", "--overage"],
    ["resetsIn", "--resets-in"],
  ] as const) {
    if (isGiven(name)) program.error(`error: ${flag} is about a limit: add --limit CLAIM`);
  }
}

function replyFor(options: OpenOptions, request: ApiRequest): Reply {
  const { text } = options;
  switch (options.limit === undefined ? options.reply : "limit") {
    case "text":
      return { type: "text", text };
    case "slow":
      return { type: "text", text, chunkDelayMs: 500 };
    case "permission":
      if (endsWithToolResult(request)) return { type: "text", text };
      return {
        type: "toolUse",
        name: "Bash",
        input: { command: "rm -rf build", description: "Remove the build" },
      };
    case "limit":
      return limit(options.limit ?? "five_hour", new Date(Date.now() + options.resetsIn), options.overage);
    case "throttle":
      return { type: "throttle" };
    case "overloaded":
      return { type: "overloaded" };
    case "error":
      return { type: "serverError" };
    case "dropped":
      return { type: "dropped", when: "midStream", text };
  }
}

/** Whether the tool that was asked for has run or been refused. */
function endsWithToolResult(request: ApiRequest): boolean {
  const messages = field(request.body, "messages");
  return Array.isArray(messages) && JSON.stringify(messages.at(-1)).includes('"tool_result"');
}

function ignore(): void {
  // Somebody else takes care of it.
}

function machineZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
