import { setTimeout as sleep } from "node:timers/promises";

import { stackOf, UserError } from "../../errors.js";
import { waitOutCrash } from "./crash-guard.js";
import { DaemonLock, lockFile } from "./daemon-lock.js";
import { DaemonLog, type Log } from "./daemon-log.js";
import { guardAgainstFaults } from "./fault-guard.js";

export interface BackgroundOptions {
  /** Has the lock and the log. One process runs for each directory. */
  readonly directory: string;
  /** The variable with which the user moves the directory. */
  readonly variable?: string;
  /** Ends the process in order. */
  readonly signal: AbortSignal;
  readonly begin: (log: Log) => Promise<BackgroundWork>;
  /** It works from here on. */
  readonly onReady: () => void;
  /** A start right after the last one waits, so that a process that dies at once is not started in a loop. */
  readonly waitsOutCrash?: boolean;
  /** Without a socket that others find through the lock, it ends. */
  readonly needsSocket?: boolean;
  /** Errors that nobody caught are logged, and the process continues until there are too many. */
  readonly survivesFaults?: boolean;
  /** With more memory it ends in order; its service starts it again. */
  readonly mostBytes?: number;
  /** Unused for so long, it ends. */
  readonly idleMs?: number;
}

export interface BackgroundWork {
  /** Resolves to undefined if there is no place for a socket. */
  readonly listen: (socket: SocketEvents) => Promise<BackgroundServer | undefined>;
  /** Ends the work. Nobody can connect any more when it is called. */
  readonly close: () => Promise<void>;
  /** Whether there is no work. */
  readonly isIdle?: () => boolean;
}

export interface SocketEvents {
  readonly onMoved: (address: string) => void;
  readonly onLost: () => void;
  /** Ends the process in order: nobody needs it. */
  readonly end: () => void;
}

interface BackgroundServer {
  readonly address: string;
  readonly clients: number;
  close(): void;
  cutOff(): void;
}

/** Runs until it is told to end, has lost its lock, or one of the reasons in the options. Throws if another one runs. */
export async function runBackground(options: BackgroundOptions): Promise<void> {
  const { directory, variable, signal, waitsOutCrash = false } = options;
  const lock = await DaemonLock.take(directory, { ...(variable !== undefined && { variable }) });
  const daemonLog = new DaemonLog(directory);
  const { log } = daemonLog;
  const failing = new AbortController();
  const noteFault = (stack: string): void => {
    log("fault", { stack });
    daemonLog.flushNow();
  };
  const stopWatching = options.survivesFaults
    ? guardAgainstFaults({ noteFault, standAside: () => failing.abort() })
    : logFaults(noteFault);
  try {
    const ending = AbortSignal.any([signal, lock.lost]);
    if (waitsOutCrash && !(await waitOutCrash(directory, { log, signal: ending }))) return;
    await work(options, { lock, log, failing: failing.signal });
  } catch (error) {
    log("fault", { stack: stackOf(error) });
    throw error;
  } finally {
    await lock.release();
    await daemonLog.flush();
    stopWatching();
  }
}

interface Watched {
  readonly lock: DaemonLock;
  readonly log: Log;
  /** Too much has failed. */
  readonly failing: AbortSignal;
}

async function work(options: BackgroundOptions, { lock, log, failing }: Watched): Promise<void> {
  const { mostBytes, idleMs } = options;
  const { over, end, fail } = ending([
    [lock.lost, "its lock is lost"],
    [failing, "it failed too often"],
    [options.signal, "told to"],
  ]);
  const begun = await options.begin(log);
  let server: BackgroundServer | undefined;
  // Keeps the process alive without a terminal.
  const timers = [setInterval(() => {}, 2 ** 30)];
  try {
    const tell = async (address: string): Promise<void> => {
      // If it cannot be written, nobody finds the socket. A daemon does all else without.
      if (!(await lock.tell(address)) && options.needsSocket) throw notWritten(options);
    };
    server = await begun.listen({
      onMoved: (address) => void tell(address).catch(fail),
      onLost: () => options.needsSocket && fail(noSocket(options)),
      end: () => end(NOT_NEEDED),
    });
    if (server) await tell(server.address);
    else if (options.needsSocket) throw noSocket(options);
    log("started", { pid: process.pid });
    options.onReady();
    if (mostBytes !== undefined) {
      const onTooMuch = (held: number): void => end(`holds ${Math.round(held / 2 ** 20)} MB`);
      timers.push(watchMemory({ mostBytes, onTooMuch }));
    }
    if (idleMs !== undefined) {
      const isIdle = (): boolean => begun.isIdle?.() === true && (server?.clients ?? 0) === 0;
      timers.push(watchIdle(idleMs, isIdle, () => end(NOT_NEEDED)));
    }
    log("ending", { why: await over });
  } finally {
    for (const timer of timers) clearInterval(timer);
    // In this order: who comes now finds nobody and starts another one, who waits is told, and then nobody is left.
    server?.close();
    await begun.close();
    if (server) await cutOff(server);
  }
}

/** What was sent last still has to arrive. */
async function cutOff(server: BackgroundServer): Promise<void> {
  for (let left = LAST_WORDS_MS; server.clients > 0 && left > 0; left -= 20) await sleep(20);
  server.cutOff();
}

interface Ending {
  readonly over: Promise<string>;
  readonly end: (why: string) => void;
  readonly fail: (error: unknown) => void;
}

/** Why the process ends: the first of these signals, or what `end` and `fail` are told before. */
function ending(signals: readonly (readonly [AbortSignal, string])[]): Ending {
  let settle: Omit<Ending, "over"> = { end: () => {}, fail: () => {} };
  const over = new Promise<string>((end, fail) => (settle = { end, fail }));
  // It may fail before anybody waits for it.
  over.catch(() => undefined);
  for (const [signal, why] of signals) {
    if (signal.aborted) settle.end(why);
    signal.addEventListener("abort", () => settle.end(why), { once: true });
  }
  return { over, ...settle };
}

const NOT_NEEDED = "nobody needs it";

function notWritten({ directory }: BackgroundOptions): UserError {
  const says = `${lockFile(directory)} cannot be written: nobody would find this process`;
  return new UserError("NO_LOCK", says, { fix: "make room on its disk, and try again" });
}

function noSocket({ variable = "your home directory" }: BackgroundOptions): UserError {
  return new UserError("NO_SOCKET", "there is no private directory for a socket", {
    fix: `make ${variable} writable`,
  });
}

export interface MemoryLimit {
  readonly mostBytes: number;
  /** Called once. */
  readonly onTooMuch: (rssBytes: number) => void;
  readonly everyMs?: number;
  readonly rss?: () => number;
}

/** Checks once a minute how much memory this process has. Keeps no process alive. */
export function watchMemory({
  mostBytes,
  onTooMuch,
  everyMs = 60_000,
  rss = ownRss,
}: MemoryLimit): NodeJS.Timeout {
  const timer = setInterval(() => {
    const held = rss();
    if (held <= mostBytes) return;
    clearInterval(timer);
    onTooMuch(held);
  }, everyMs).unref();
  return timer;
}

function watchIdle(idleMs: number, isIdle: () => boolean, onOver: () => void): NodeJS.Timeout {
  let since = performance.now();
  return setInterval(
    () => {
      if (!isIdle()) since = performance.now();
      else if (performance.now() - since >= idleMs) onOver();
    },
    Math.min(idleMs / 10, LOOK_MS),
  );
}

/** Node ends the process after it, as without us; nobody reads what it prints. */
function logFaults(noteFault: (stack: string) => void): () => void {
  const onFault = (error: unknown): void => noteFault(stackOf(error));
  process.on("uncaughtExceptionMonitor", onFault);
  return () => process.off("uncaughtExceptionMonitor", onFault);
}

const LAST_WORDS_MS = 1000;
const LOOK_MS = 5000;

// `process.memoryUsage()` walks the heap as well.
function ownRss(): number {
  return process.memoryUsage.rss();
}
