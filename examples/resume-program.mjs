// A small supervisor for any program that reads its input line by line: after a usage limit it waits for the reset and
// types one line. It is built from the parts of the package; for Claude Code itself, see supervise.mjs.
//
//   node examples/resume-program.mjs PROGRAM [ARGUMENT…]
import { spawn } from "node:child_process";
import { loadConfig, PatternDetector, Scheduler, SessionState, StdinWriter } from "claude-auto-continue";

const [command, ...args] = process.argv.slice(2);
if (command === undefined) {
  console.error("usage: node examples/resume-program.mjs PROGRAM [ARGUMENT…]");
  process.exit(2);
}

const { prompt, safetyBufferMs, warnings } = loadConfig();
for (const { message, fix } of warnings) console.error(`${message}; fix: ${fix}`);

const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
const writer = new StdinWriter(child.stdin);
const detector = new PatternDetector();
const scheduler = new Scheduler(safetyBufferMs);
show(SessionState.RUNNING);

detector.on("limit", ({ resetTime, rawMatch }) => {
  show(SessionState.LIMIT_DETECTED, rawMatch);
  // The message names no time, or waiting does not help: this needs a person.
  if (resetTime === null) return show(SessionState.NEEDS_YOU);
  show(SessionState.WAITING, resetTime.toISOString());
  scheduler.scheduleAt(resetTime, () => {
    show(SessionState.RESUMING);
    detector.reset();
    writer.write(`${prompt}\n`);
    show(SessionState.RUNNING);
  });
});

child.stdout.on("data", (chunk) => {
  process.stdout.write(chunk);
  detector.feed(chunk);
});
// A program that ends while we write to it is not an error of ours.
child.stdin.on("error", () => writer.markDead());
child.on("error", ({ message }) => end(1, message));
child.on("close", (code) => end(code ?? 1));

function end(code, message) {
  writer.markDead();
  // A pending wait would keep this process alive.
  scheduler.cancel();
  if (message !== undefined) console.error(message);
  // "close" follows an "error", with a code of its own.
  process.exitCode ??= code;
}

function show(state, detail = "") {
  console.error(`[${state}] ${detail}`.trimEnd());
}
