// `npm start`: the main job in front of you, on the embedded lab, from a fresh clone with only Node and npm.
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";
import { prepare } from "./prepare.mjs";

prepare();
const demo = fileURLToPath(new URL("../dist/lab/demo/start.js", import.meta.url));
const child = spawn(process.execPath, [demo, ...process.argv.slice(2)], { stdio: "inherit" });
// The demo ends what it started before it goes, and we go after it.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
