import { createHash, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import type { Surroundings } from "../config/paths.js";
import { findSocketAddress } from "../control/socket-address.js";
import { DaemonLock } from "../daemon/daemon-lock.js";
import { DaemonLog, type Log } from "../daemon/daemon-log.js";
import { UserError } from "../errors.js";
import { hostDirectory } from "./host-place.js";
import { HostServer } from "./host-server.js";
import type { LocalHost } from "./host.js";
import { nap } from "./nap.js";

export interface RunHostOptions {
  readonly where: Surroundings;
  readonly makeHost: (log: Log) => Promise<LocalHost>;
  /** Ends it in order. */
  readonly signal: AbortSignal;
  readonly onReady: () => void;
  /** Without a session and without a client for so long, it ends by itself. */
  readonly emptyMs?: number;
}

/** Runs the host until nobody needs it. Resolves to false where another one runs already: one per user is enough. */
export async function runHost(options: RunHostOptions): Promise<boolean> {
  const directory = hostDirectory(options.where);
  let lock: DaemonLock;
  try {
    lock = await DaemonLock.take(directory);
  } catch (error) {
    if (error instanceof UserError && error.code === "DAEMON_RUNS") return false;
    throw error;
  }
  const log = new DaemonLog(directory);
  try {
    await serve(options, lock, log.log);
    return true;
  } finally {
    await lock.release();
    await log.flush();
  }
}

async function serve(
  { where, makeHost, signal, onReady, emptyMs }: RunHostOptions,
  lock: DaemonLock,
  log: Log,
) {
  const place = await findSocketAddress(socketName(where), where);
  if (place === undefined) {
    throw new UserError("NO_SOCKET", "there is no private directory for the host's socket", {
      fix: "see that XDG_STATE_HOME, or your home, can be written",
    });
  }
  const host = await makeHost(log);
  const server = await HostServer.listen(place, host, log);
  try {
    await lock.tell(server.address);
    log("started", { pid: process.pid });
    onReady();
    await untilOver(host, server, { ends: AbortSignal.any([signal, lock.lost]), emptyMs });
    log("ending", {
      why: lock.lost.aborted ? "its lock is lost" : signal.aborted ? "told to" : "nobody needs it",
    });
  } finally {
    // In this order: who comes now finds nobody and starts another, who waits is told, and then nobody is left.
    server.close();
    await host.shutDown();
    for (let left = LAST_WORDS_MS; server.clients > 0 && left > 0; left -= 20) await sleep(20);
    server.cutOff();
  }
}

/** The server keeps the process alive meanwhile. */
async function untilOver(
  host: LocalHost,
  server: HostServer,
  { ends, emptyMs = EMPTY_MS }: { readonly ends: AbortSignal; readonly emptyMs?: number | undefined },
): Promise<void> {
  let since = performance.now();
  while (!ends.aborted && performance.now() - since < (server.isDismissed ? DISMISSED_MS : emptyMs)) {
    await nap(Math.min(emptyMs / 10, LOOK_MS), ends);
    if (!host.isEmpty || server.clients > 0) since = performance.now();
  }
}

const EMPTY_MS = 10 * 60_000;
/** For whoever told it to end, and is still connected. */
const DISMISSED_MS = 50;
const LOOK_MS = 500;
const LAST_WORDS_MS = 1000;

/** Two hosts with states of their own do not listen at the same place. */
function socketName(where: Surroundings): string {
  const ofDirectory = createHash("sha256").update(hostDirectory(where)).digest("hex").slice(0, 8);
  // Whoever guesses the name of a pipe on Windows can have it first. It is told in the lock.
  const unguessed = where.platform === "win32" ? `-${randomBytes(8).toString("hex")}` : "";
  return `persona-host-${ofDirectory}${unguessed}`;
}
