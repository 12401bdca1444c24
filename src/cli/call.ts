import { SUBCOMMANDS } from "../claude/command-line.js";
import { nearestName } from "../config/nearest-name.js";
import { UserError } from "../errors.js";

/** What a command line of `cac` asks for. */
export type Call =
  /** Claude Code with these arguments. */
  | { readonly type: "claude"; readonly args: readonly string[] }
  /** `run` without options of ours: that command, or Claude Code where there is none. */
  | { readonly type: "run"; readonly words: readonly string[] }
  /** One of our own verbs, or our help or version: commander reads the rest. */
  | { readonly type: "own" };

const OURS = ["-h", "--help", "-V", "--version", "help"];

/**
 * Our verbs are reserved words in the first place; everything else is Claude Code's, untouched, and so is all behind
 * a `--`. Throws where the first word is nearly a verb: by a typo nobody should start a session.
 */
export function readCall(args: readonly string[], verbs: readonly string[]): Call {
  const [first, second] = args;
  if (first === undefined) return { type: "claude", args: [] };
  if (first === "--") return { type: "claude", args: args.slice(1) };
  if (first === "run" && second === "--") return { type: "run", words: args.slice(2) };
  if (OURS.includes(first) || verbs.includes(first)) return { type: "own" };
  const isWord = /^[a-z][a-z-]*$/.test(first) && !SUBCOMMANDS.has(first);
  const meant = isWord ? nearestName(first, [...verbs, "help"]) : undefined;
  if (meant === undefined) return { type: "claude", args };
  throw new UserError("NO_SUCH_COMMAND", `unknown command '${first}'`, {
    fix: `did you mean cac ${meant}? To send it to Claude Code: cac -- ${args.join(" ")}`,
    exitCode: 2,
  });
}
