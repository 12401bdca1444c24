import { SUBCOMMANDS } from "../claude/hooks/command-line.js";
import { UserError } from "../errors.js";
import { nearestName } from "../host/nearest-name.js";
import { reportError, watchOutput } from "./report.js";
import { VERB_NAMES } from "./verb-names.js";

/**
 * Runs what the command line asks for and sets the exit code. Never throws. A session waits for everything that is loaded
 * here: the build makes one file of each step (scripts/bundle.mjs).
 */
export async function answerCall(args: readonly string[]): Promise<void> {
  try {
    const call = readCommandLine(args, VERB_NAMES);
    if (call.type === "own") await (await import("./own-call.js")).answerOwnCall(args);
    else await (await import("./start.js")).start(call);
  } catch (error) {
    watchOutput();
    reportError(error);
  }
}

/** What a command line of `cac` asks for. */
export type CommandLine =
  /** That command; undefined: Claude Code. */
  | { readonly type: "start"; readonly command: string | undefined; readonly args: readonly string[] }
  /** One of our verbs, or our help or version: commander reads the rest. */
  | { readonly type: "own" };

const OURS: ReadonlySet<string> = new Set(["-h", "--help", "-V", "--version", "help"]);

/**
 * As the first word our verbs are reserved. Everything else goes to Claude Code unchanged, and so does everything behind
 * a `--`. Throws if the first word is nearly a verb: a typo should not start a session.
 */
export function readCommandLine(args: readonly string[], verbs: readonly string[]): CommandLine {
  const [first, second] = args;
  if (first === undefined) return { type: "start", command: undefined, args };
  if (first === "--") return { type: "start", command: undefined, args: args.slice(1) };
  // Without our own options there is nothing for commander to read, so it is not loaded.
  if (first === "run" && second === "--") return { type: "start", command: args[2], args: args.slice(3) };
  if (OURS.has(first) || verbs.includes(first)) return { type: "own" };
  const isWord = /^[a-z][a-z-]*$/.test(first) && !SUBCOMMANDS.has(first);
  const meant = isWord ? nearestName(first, [...verbs, "help"]) : undefined;
  if (meant === undefined) return { type: "start", command: undefined, args };
  throw new UserError("NO_SUCH_COMMAND", `unknown command '${first}'`, {
    fix: `did you mean cac ${meant}? To send it to Claude Code: cac -- ${args.join(" ")}`,
    exitCode: 2,
  });
}
