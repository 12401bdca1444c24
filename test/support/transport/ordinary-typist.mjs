// Starts a program on the terminal that it has itself, and types to it and to a session on another one, as built.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

import { ttyTransport } from "../../../dist/transport/tty/tty.js";
import { readProcess } from "../../../dist/host/process-table.js";

const [, , result, otherSession, file, ...args] = process.argv;
spawn(file, args, { stdio: "inherit" });
const told = `${args[1]}.json`;
while (!existsSync(told)) await sleep(50);

const other = JSON.parse(otherSession);
const { pid, start, tty } = await readProcess(JSON.parse(readFileSync(told, "utf8")).pid);
const found = await ttyTransport().open({ ...other, reach: { process: { pid, start }, tty, env: {} } });
if (found.send) await found.send("continue").then(() => found.send("\r"));
const outcome = {
  uid: process.getuid(),
  own: found.send ? "typed" : found,
  other: await ttyTransport().open(other),
};
writeFileSync(`${result}.new`, JSON.stringify(outcome));
renameSync(`${result}.new`, result);
