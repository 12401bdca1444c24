// The most that a Node program of a few lines can do: bytes exact both ways, nothing lost, nothing looked at.
import { spawnSync } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import { spawn } from "@lydell/node-pty";

const stty = (...args) =>
  spawnSync("stty", args, { stdio: [0, "pipe", "ignore"], encoding: "utf8" }).stdout.trim();
const saved = stty("-g");
stty("raw", "-echo");
const [command, ...args] = process.argv.slice(2);
const { columns: cols, rows } = process.stdout;
const pty = spawn(command, args, { encoding: null, cols, rows });
// Without this the last output of a child that exits at once is lost.
const slave = openSync(pty.ptsName, constants.O_RDWR | constants.O_NOCTTY);
pty.onData((bytes) => {
  if (process.stdout.write(bytes)) return;
  pty.pause();
  process.stdout.once("drain", () => pty.resume());
});
process.stdin.on("data", (bytes) => pty.write(bytes));
process.stdout.on("resize", () => pty.resize(process.stdout.columns, process.stdout.rows));
pty.onExit(({ exitCode }) => {
  stty(saved);
  process.exit(exitCode);
});
setInterval(() => {
  try {
    process.kill(pty.pid, 0);
  } catch {
    closeSync(slave);
  }
}, 100).unref();
