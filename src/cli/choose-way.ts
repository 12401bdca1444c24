import type { ClaudeCall } from "../claude/hooks/command-line.js";
import { UserError } from "../errors.js";

/**
 * How a command is run. `terminal`: in a PTY between it and the user's terminal; `headless`: Claude Code without a
 * terminal, answers on standard output; `plain`: as if we were not there, because there is nothing to carry on.
 */
export type Way = "terminal" | "headless" | "plain";

export interface Stage {
  /** What the command line asks Claude Code for; undefined where it is another program. */
  readonly asks: ClaudeCall["kind"] | undefined;
  readonly stdinIsTerminal: boolean;
  readonly stdoutIsTerminal: boolean;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Throws where a person sits before a terminal that Node cannot use. */
export function chooseWay(stage: Stage): Way {
  if (stage.asks === "print") return "headless";
  if (stage.stdinIsTerminal && stage.stdoutIsTerminal) return "terminal";
  // Claude Code's own commands (`mcp list`) draw nothing.
  if (isMintty(stage) && stage.asks !== "other") {
    throw new UserError(
      "NO_TERMINAL",
      "this window (mintty) is no terminal for Windows programs, so no session can be shown in it",
      { fix: "start it as: winpty cac, or in Windows Terminal; without a terminal use: cac -p PROMPT" },
    );
  }
  // With a terminal to draw on and a pipe to read, Claude Code takes the pipe for its first prompt and the keys from
  // the terminal (1.0.64 to 2.1.325): a session that cannot be wrapped, and no answer on standard output.
  return stage.asks === "session" && !stage.stdoutIsTerminal ? "headless" : "plain";
}

/** Git Bash, MSYS2 and Cygwin run programs in mintty, whose terminals are pipes to everyone else. */
function isMintty({ platform, env, stdinIsTerminal }: Stage): boolean {
  if (platform !== "win32" || stdinIsTerminal) return false;
  return env["TERM_PROGRAM"] === "mintty" || Boolean(env["MSYSTEM"]);
}
