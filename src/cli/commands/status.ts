import type { Command } from "commander";

import { userHome } from "../../host/user-home.js";
import type { HubProblem } from "../../hub/hub.js";
import { LocalHub } from "../../hub/local-hub.js";
import { UserError } from "../../errors.js";
import { tell } from "../report.js";
import { harmlessJson } from "../../notify/plain-text.js";
import { jsonOfSession, statusLines, type StatusLook } from "../views/status-view.js";

const EXAMPLES = `
Examples:
  cac status            every session, what stopped it and when it continues
  cac status --watch    the same, counting down; q ends it
  cac status --json     an array, for programs

Sessions that the daemon carries on are listed below those that run under cac, each with why it could not be
reached. What wrappers that were killed have left is listed too, with the command that carries on.
A permission prompt that is open has an id: cac answer ID yes|no answers it.
`;

export function addStatusCommand(program: Command): void {
  program
    .command("status")
    .description("show every session that is carried on, what stopped it and when it continues")
    .option("--json", "print JSON")
    .option("--watch", "keep showing it, once a second")
    .addHelpText("after", EXAMPLES)
    .action(status);
}

async function status(options: { readonly json?: true; readonly watch?: true }): Promise<void> {
  if (options.watch) return watch(options);
  const sessions = await new LocalHub({ onProblem: warn }).list();
  const now = new Date();
  if (options.json) {
    process.stdout.write(`${harmlessJson(sessions.map((session) => jsonOfSession(session, now)))}\n`);
  } else process.stdout.write(`${statusLines(sessions, lookAt(now)).join("\n")}\n`);
}

async function watch({ json }: { readonly json?: true }): Promise<void> {
  if (json) {
    throw new UserError("WATCH_OR_JSON", "--watch is for people, --json for programs", {
      fix: "leave one of them out",
      exitCode: 2,
    });
  }
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    throw new UserError("NO_TERMINAL", "--watch needs a terminal", {
      fix: "cac status prints it once, cac status --json for programs",
      exitCode: 2,
    });
  }
  const { watchScreen } = await import("../views/watch-screen.js");
  // Shown afterwards: a line of text would tear the picture.
  const found = new Map<string, HubProblem>();
  const hub = new LocalHub({ onProblem: (problem) => void found.set(problem.message, problem) });
  await watchScreen(async () => statusLines(await hub.list(), lookAt(new Date())));
  for (const each of found.values()) warn(each);
}

function warn({ message, fix }: HubProblem): void {
  tell(`warning: ${message}`, fix);
}

function lookAt(now: Date): StatusLook {
  const { isTTY, columns } = process.stdout;
  const { NO_COLOR, TERM } = process.env;
  return {
    now,
    home: userHome(),
    color: isTTY && !NO_COLOR && TERM !== "dumb",
    columns: isTTY ? columns : undefined,
  };
}
