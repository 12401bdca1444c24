import { spawn } from "node:child_process";
import { once } from "node:events";

import type { QueueEntry } from "../../../src/daemon/queue/queue-entry.js";
import { built } from "../store/records/records.js";
import { StandInProcess } from "./stand-in-process.js";

/** Stands where the daemon would: holds the lock, keeps the queue, listens, and does as it is told. */
export class FakeDaemon extends StandInProcess {
  static async start(home: string, entries: readonly QueueEntry[]): Promise<FakeDaemon> {
    const args = ["--input-type=module", "-e", SCRIPT, built("."), `${home}/.claude/auto-resume`];
    const child = spawn(process.execPath, [...args], {
      env: { HOME: home },
      stdio: ["pipe", "pipe", "inherit"],
    });
    child.stdin.end(JSON.stringify(entries));
    await once(child.stdout, "data");
    return new FakeDaemon(child);
  }
}

const SCRIPT = `
import { readFileSync } from "node:fs";
const [folder, directory] = process.argv.slice(1);
const { DaemonLock } = await import(folder + "/store/process/daemon-lock.js");
const { QueueFile } = await import(folder + "/daemon/queue/queue-file.js");
const { listenForOrders } = await import(folder + "/daemon/daemon-control.js");
const lock = await DaemonLock.take(directory);
const queue = await QueueFile.load(directory, console.error);
await Promise.all(JSON.parse(readFileSync(0, "utf8")).map((entry) => queue.put(entry)));
const handle = async (order, session) => {
  const entry = queue.get(session);
  if (entry === undefined)
    return { ok: false, code: "NOTHING_TO_DO", says: "this session is not waiting", fix: "cac status" };
  await (order === "cancel" ? queue.remove(session) : queue.put({ ...entry, state: "RESUMING", dueAt: undefined }));
  return { ok: true, says: order === "cancel" ? "waits no longer" : "continues now" };
};
const server = await listenForOrders({ directory, handle, log: () => {} });
await lock.tell(server.address);
console.log("ready");
setInterval(() => {}, 1e6);
`;
