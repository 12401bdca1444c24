import { createHash, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import { stateVariable, type Surroundings } from "../../host/paths.js";
import { findSocketAddress, type SocketAddress } from "../../store/rpc/socket-address.js";
import { DaemonLock, lockFile } from "../../store/process/daemon-lock.js";
import { DaemonLog, type Log } from "../../store/process/daemon-log.js";
import { stackOf, UserError } from "../../errors.js";
import { guardAgainstFaults } from "../../store/process/fault-guard.js";
import { hostDirectory } from "./host-place.js";
import { HostServer } from "./host-server.js";
import type { LocalHost } from "./host.js";
import { abortableSleep } from "../../time/sleep.js";

export interface RunHostOptions {
  readonly where: Surroundings;
  readonly makeHost: (log: Log) => Promise<LocalHost>;
  /** Ends it in order. */
  readonly signal: AbortSignal;
  readonly onReady: () => void;
  readonly version?: string;
  /** Without a session and without a client for so long, it ends by itself. */
  readonly emptyMs?: number;
  readonly againMs?: number;
}

/** Runs the host until nobody needs it. Resolves to false where another one runs already: one per user is enough. */
export async function runHost(options: RunHostOptions): Promise<boolean> {
  const directory = hostDirectory(options.where);
  let lock: DaemonLock;
  try {
    lock = await DaemonLock.take(directory, { variable: stateVariable(options.where) });
  } catch (error) {
    if (error instanceof UserError && error.code === "DAEMON_RUNS") return false;
    throw error;
  }
  const log = new DaemonLog(directory);
  const failing = new AbortController();
  // An error that nobody caught would end every session, and there is no terminal to print it on.
  const takeGuardAway = guardAgainstFaults({
    noteFault: (stack) => {
      log.log("fault", { stack });
      log.flushNow();
    },
    standAside: () => failing.abort(),
  });
  try {
    await serve(options, lock, { log: log.log, failing: failing.signal });
    return true;
  } catch (error) {
    log.log("fault", { stack: stackOf(error) });
    throw error;
  } finally {
    await lock.release();
    await log.flush();
    takeGuardAway();
  }
}

interface Watched {
  readonly log: Log;
  /** Too much has failed: the next host begins anew, with the same conversations. */
  readonly failing: AbortSignal;
}

async function serve(
  { where, makeHost, signal, onReady, emptyMs, againMs, version }: RunHostOptions,
  lock: DaemonLock,
  { log, failing }: Watched,
) {
  const place = await socketPlace(where);
  const host = await makeHost(log);
  const ended = new AbortController();
  const onEnded = (): void => void emptied(host).then((isEmpty) => isEmpty && ended.abort());
  const server = await HostServer.listen({ place, host, log, version, againMs, onEnded });
  try {
    await tell(lock, server, where);
    log("started", { pid: process.pid });
    onReady();
    const ends = AbortSignal.any([signal, lock.lost, failing, ended.signal]);
    const onLook = async (): Promise<void> => {
      if (await server.isReachable()) return;
      // As with the directory of a login that is over. Where it cannot listen anew either, it ends.
      await server.moveTo(await socketPlace(where));
      await tell(lock, server, where);
      log("movedSocket", { address: server.address });
    };
    await untilOver(host, server, { ends, emptyMs, onLook });
    log("ending", { why: whyItEnds({ signal, lost: lock.lost, failing }) });
  } finally {
    // In this order: who comes now finds nobody and starts another, who waits is told, and then nobody is left.
    server.close();
    await host.shutDown();
    for (let left = LAST_WORDS_MS; server.clients > 0 && left > 0; left -= 20) await sleep(20);
    server.cutOff();
  }
}

/** A host that nobody finds would hold its lock, and keep others from being started. */
async function tell(lock: DaemonLock, { address }: HostServer, where: Surroundings): Promise<void> {
  if (await lock.tell(address)) return;
  const says = `${lockFile(hostDirectory(where))} cannot be written: nobody would find this host`;
  throw new UserError("NO_LOCK", says, { fix: "see that its disk has room, and ask again" });
}

async function socketPlace(where: Surroundings): Promise<SocketAddress> {
  const place = await findSocketAddress(socketName(where), where);
  if (place) return place;
  throw new UserError("NO_SOCKET", "there is no private directory for the host's socket", {
    fix: `see that ${stateVariable(where)}, or your home, can be written`,
  });
}

function whyItEnds(told: Readonly<Record<"signal" | "lost" | "failing", AbortSignal>>): string {
  if (told.lost.aborted) return "its lock is lost";
  if (told.failing.aborted) return "it failed too often";
  return told.signal.aborted ? "told to" : "nobody needs it";
}

/** Whether all that was ended is gone, and nobody has asked anew. The next one is then of the version of whoever asks. */
async function emptied(host: LocalHost): Promise<boolean> {
  for (let left = EMPTIED_MS; !host.isEmpty && left > 0; left -= 20) await sleep(20);
  return host.isEmpty;
}

interface UntilOver {
  readonly ends: AbortSignal;
  readonly emptyMs?: number | undefined;
  /** Every few seconds. */
  readonly onLook: () => Promise<void>;
}

/** The server keeps the process alive meanwhile. */
async function untilOver(
  host: LocalHost,
  server: HostServer,
  { ends, emptyMs = EMPTY_MS, onLook }: UntilOver,
): Promise<void> {
  let since = performance.now();
  while (!ends.aborted && performance.now() - since < emptyMs) {
    await abortableSleep(Math.min(emptyMs / 10, LOOK_MS), ends);
    if (!ends.aborted) await onLook();
    if (!host.isEmpty || server.clients > 0) since = performance.now();
  }
}

const EMPTY_MS = 10 * 60_000;
/** Whoever asks meanwhile has patience for longer. */
const LOOK_MS = 5000;
const LAST_WORDS_MS = 1000;
const EMPTIED_MS = 2000;

/** Two hosts with states of their own do not listen at the same place. */
function socketName(where: Surroundings): string {
  const ofDirectory = createHash("sha256").update(hostDirectory(where)).digest("hex").slice(0, 8);
  // Whoever guesses the name of a pipe on Windows can have it first. It is told in the lock.
  const unguessed = where.platform === "win32" ? `-${randomBytes(8).toString("hex")}` : "";
  return `persona-host-${ofDirectory}${unguessed}`;
}
