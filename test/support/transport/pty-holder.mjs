// A program in the place of a terminal's server: under the name that it is given it opens a terminal, and runs sleep.
import { spawn } from "@lydell/node-pty";

const [, , name] = process.argv;
const pty = spawn("/bin/sleep", ["600"], { cols: 80, rows: 24, cwd: "/", env: {} });
// What others see of its command line is as long as that one was at most.
process.title = name;
console.log(pty.pid);
process.stdin.on("end", () => {
  pty.kill("SIGKILL");
  process.exit();
});
process.stdin.resume();
