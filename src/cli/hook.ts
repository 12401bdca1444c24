import type { Command } from "commander";
import { existsSync } from "node:fs";
import { join } from "node:path";

import { readHookInput, type HookEvent } from "../claude/hooks/hook-input.js";
import { autoResumeDir } from "../host/auto-resume-dir.js";
import { surroundings, type Surroundings } from "../host/paths.js";
import { SessionLog } from "../store/records/session-log.js";
import type { PermissionRequest } from "../daemon/answer-permission.js";
import { runHook } from "../daemon/hook.js";
import { leave } from "../install/hooks/hook-leave.js";
import { stackOf } from "../errors.js";

const EXAMPLES = `
Reads a hook's JSON from standard input, and prints nothing but its answer to a permission prompt that your rules
allow. Whatever goes wrong, it exits with 0: a session must not suffer from it. Troubles are in auto-resume/hook.log,
in Claude Code's directory.
`;

export function addHookCommand(program: Command): void {
  program
    .command("hook")
    .description("what cac install has Claude Code run at its events; not for people")
    .argument("[mark]", "by which cac uninstall knows it")
    .addHelpText("after", EXAMPLES)
    .action(answerHook);
}

/** Never throws, prints nothing but an answer, and ends the process in a few seconds at most. */
export async function answerHook(): Promise<void> {
  // Only a disk that hangs gets here. process.exit would wait for it (Node 20), as long as it takes.
  setTimeout(() => process.kill(process.pid, "SIGKILL"), LONGEST_MS).unref();
  const where = surroundings();
  const log = new SessionLog(join(autoResumeDir(where), "hook.log"), { mostBytes: LOG_BYTES });
  const giveUp = (error: unknown): void => log.log("hookFailed", { error: stackOf(error) });
  process.on("uncaughtException", giveUp);
  try {
    const event = await readInput();
    if (event === undefined) log.log("hookFailed", { error: "no hook input on standard input" });
    else if (event.type === "permissionRequested") await answerPermission(event, where);
    else await passOn(event, where, log);
  } catch (error) {
    giveUp(error);
  }
  await log.flush();
  // Whoever holds our standard input open must not hold us.
  process.exit(0);
}

/** Below the 10 s after which Claude Code ends the hook: those of hook-text.ts. */
const LONGEST_MS = 9000;
const INPUT_MS = 5000;
const INPUT_BYTES = 16 * 1024 * 1024;
const LOG_BYTES = 256 * 1024;

/** What it takes is loaded only here: no other event needs the settings, let alone the rules. */
async function answerPermission(request: PermissionRequest, where: Surroundings): Promise<void> {
  const { answerTo } = await import("../daemon/answer-permission.js");
  const answer = await answerTo(request, { where, askedAt: performance.timeOrigin });
  // Where it cannot be written, an error of standard output's own tells so.
  if (answer) await new Promise((resolve) => process.stdout.write(`${answer}\n`, resolve));
}

async function passOn(event: HookEvent, where: Surroundings, log: SessionLog): Promise<void> {
  const directory = autoResumeDir(where);
  await runHook(event, {
    directory,
    env: where.env,
    parent: process.ppid,
    log: (name, details) => log.log(name, details),
  });
  if (existsSync(leave(directory))) await startDaemon(directory, where);
}

/** Where no service does. What it takes is loaded only then. */
async function startDaemon(directory: string, where: Surroundings): Promise<void> {
  const [daemon, own] = await Promise.all([
    import("../daemon/start-daemon.js"),
    import("../launch/own-program.js"),
  ]);
  await daemon.startDaemon(directory, { program: own.ownProgram(where), env: where.env });
}

/** What came on standard input, as soon as it is whole: it may stay open. Undefined where it is no hook input. */
function readInput(): Promise<HookEvent | undefined> {
  const { stdin } = process;
  if (stdin.isTTY) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = (event: HookEvent | undefined): void => {
      clearTimeout(timer);
      resolve(event);
    };
    const read = (): HookEvent | undefined => readHookInput(Buffer.concat(chunks).toString("utf8"));
    const timer = setTimeout(() => settle(read()), INPUT_MS);
    stdin.on("data", (chunk: Buffer) => {
      // What comes behind the whole is taken too: its writer must not meet a closed pipe.
      if (length > INPUT_BYTES) return;
      chunks.push(chunk);
      length += chunk.length;
      if (length > INPUT_BYTES) settle(undefined);
      else if (/\}\s*$/.test(chunk.toString("latin1", Math.max(0, chunk.length - 16)))) {
        const event = read();
        if (event) settle(event);
      }
    });
    stdin.on("end", () => settle(read()));
    stdin.on("error", () => settle(undefined));
  });
}
