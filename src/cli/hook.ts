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
Reads a hook's JSON from standard input. It prints only an answer to a permission prompt that your rules allow. It
always exits with 0, so that no session suffers from an error. Errors are logged in auto-resume/hook.log, in Claude
Code's directory.
`;

export function addHookCommand(program: Command): void {
  program
    .command("hook")
    .description("run by Claude Code at its events after cac install; not for people")
    .argument("[mark]", "the mark that cac uninstall looks for")
    .addHelpText("after", EXAMPLES)
    .action(answerHook);
}

/** Never throws, prints nothing but an answer, and ends the process in a few seconds at most. */
export async function answerHook(): Promise<void> {
  // Only a hanging disk gets here. process.exit would wait for it (Node 20), as long as it takes.
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
  // A program that keeps our standard input open must not keep us running.
  process.exit(0);
}

/** Below the 10 s after which Claude Code ends the hook: those of hook-text.ts. */
const LONGEST_MS = 9000;
const INPUT_MS = 5000;
const INPUT_BYTES = 16 * 1024 * 1024;
const LOG_BYTES = 256 * 1024;

/** Loads the settings and the rules only here: no other event needs them. */
async function answerPermission(request: PermissionRequest, where: Surroundings): Promise<void> {
  const { answerTo } = await import("../daemon/answer-permission.js");
  const answer = await answerTo(request, { where, askedAt: performance.timeOrigin });
  // If it cannot be written, standard output reports the error itself.
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

/** If no service starts it. The code for it is loaded only then. */
async function startDaemon(directory: string, where: Surroundings): Promise<void> {
  const [daemon, own] = await Promise.all([
    import("../daemon/start-daemon.js"),
    import("../launch/own-program.js"),
  ]);
  await daemon.startDaemon(directory, { program: own.ownProgram(where), env: where.env });
}

/** The JSON on standard input as soon as it is complete: the stream may stay open. Undefined if it is not hook input. */
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
      // Read the rest too: the writer must not see a closed pipe.
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
