// Runs a command in this terminal as `cac` does: bytes pass through unchanged, and Claude Code is resumed after its limits.
//
//   node examples/supervise.mjs claude
import { loadConfig, ProcessSupervisor } from "claude-auto-continue";

const [command, ...args] = process.argv.slice(2);
if (command === undefined) {
  console.error("usage: node examples/supervise.mjs COMMAND [ARGUMENT…]");
  process.exit(2);
}

const settings = loadConfig();
// Before the command has the terminal: afterwards nothing else may be printed.
for (const { message, fix } of settings.warnings) console.error(`${message}; fix: ${fix}`);

const supervisor = new ProcessSupervisor({ settings });
// Resolves when the command has ended and the terminal is as it was.
const { exitCode, signal } = await supervisor.spawn(command, args);
process.exitCode = signal ? 128 + signal : exitCode;
