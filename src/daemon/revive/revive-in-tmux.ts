import { basename } from "node:path";

import { processStart } from "../../host/process-identity.js";
import { shellWord } from "../../host/shell-word.js";
import { runCommand } from "../../host/run-command.js";
import type { ExternalSession, TerminalEnv } from "../../transport/terminal-locator.js";
import { freshEnvironment, SESSION_VARIABLES } from "../../launch/fresh-environment.js";
import { inOwnScope } from "../../launch/own-scope.js";
import type { Revival, Revived } from "./revival.js";

/** `claude --resume ID` in a new detached tmux session; one that an earlier try opened is taken as it is. */
export async function reviveInTmux(revived: Revived): Promise<Revival> {
  const { session, tmuxSocket, command, where, run = runCommand } = revived;
  const name = sessionName(session);
  const server = tmuxSocket === undefined ? [] : ["-S", tmuxSocket];
  const { file, args } = await inOwnScope(
    { file: "tmux", args: [...server, ...newSession(name, session, command)] },
    { env: where.env, platform: where.platform, run },
  );
  // A server that this starts hands its own variables on to all that it will ever run.
  const env = freshEnvironment(where.env);
  const opened = await run(file, args, { env });
  const isThere = !opened.ok && opened.says.startsWith("duplicate session");
  const pane = isThere
    ? await run("tmux", [...server, "list-panes", "-t", `=${name}:`, "-F", PANE], { env })
    : opened;
  if (!pane.ok) return { type: "refused", why: `tmux: ${pane.says}` };
  const there = await inPane(session, pane.stdout);
  if (there === undefined)
    return { type: "refused", why: "Claude Code ended as soon as tmux had started it" };
  const attach = ["tmux", ...server.map((word) => shellWord(word)), "attach", "-t", name].join(" ");
  return { type: "tmux", session: there, attach };
}

/** Several words behind the options: tmux runs them as they are, without a shell. */
function newSession(name: string, { sessionId, cwd }: ExternalSession, command: string): string[] {
  const size = ["-x", "120", "-y", "40"];
  // An older server may have been started inside a session, and hands on what that one had.
  const clean = SESSION_VARIABLES.flatMap((variable) => ["-u", variable]);
  const options = ["-d", "-P", "-F", PANE, "-s", name, ...size, "-c", literally(cwd)];
  return ["new-session", ...options, "env", ...clean, AS_IT_IS, command, "--resume", sessionId];
}

/** Else 2.1.325 asks first whether a conversation of 100,000 tokens is to be resumed from a summary, and nobody answers. */
const AS_IT_IS = "CLAUDE_CODE_RESUME_TOKEN_THRESHOLD=1000000000";

/** tmux reads a directory as a format, in which `#(…)` runs a command. */
function literally(text: string): string {
  return text.replaceAll("#", "##");
}

/** So that it is found in a list: which project, and which conversation. tmux allows no dot and no colon. */
function sessionName({ cwd, sessionId }: ExternalSession): string {
  const project = basename(cwd)
    .replace(/[^\w-]+/g, "_")
    .slice(0, 30);
  return `claude-${project}-${sessionId.slice(0, 8)}`;
}

/** The path comes last: it may hold blanks. */
const PANE = "#{pane_pid} #{pane_tty} #{pane_id} #{session_id} #{pid} #{socket_path}";

async function inPane(session: ExternalSession, told: string): Promise<ExternalSession | undefined> {
  const [, pid, tty, pane, number, server, socket] = TOLD.exec(told) ?? [];
  const start = await processStart(Number(pid));
  if (pid === undefined || start === undefined) return undefined;
  const env: TerminalEnv = { TMUX: `${socket},${server},${number}`, TMUX_PANE: pane ?? "" };
  return { ...session, reach: { process: { pid: Number(pid), start }, tty, env } };
}

const TOLD = /^(\d+) (\S+) (%\d+) \$(\d+) (\d+) (.+)$/m;
