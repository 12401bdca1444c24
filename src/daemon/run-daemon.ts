import { autoResumeDir, claudeConfigDir } from "../host/auto-resume-dir.js";
import type { Config } from "../config/load-config.js";
import { stateDir, type Surroundings } from "../host/paths.js";
import type { ControlServer } from "../store/rpc/control-server.js";
import { isAlive } from "../host/process-identity.js";
import { controlTransport } from "../transport/control.js";
import { isAttended } from "../transport/transport.js";
import { findProgram } from "../host/find-program.js";
import { Notifier } from "../notify/notifier.js";
import { localTimeZone } from "../time/local-zone.js";
import type { ExternalSession } from "../transport/terminal-locator.js";
import { vimMode } from "../driver/vim-mode.js";
import { CancelledStops } from "./queue/cancelled-stops.js";
import { waitOutCrash } from "../store/process/crash-guard.js";
import { Daemon } from "./daemon.js";
import { listenForOrders, type Order } from "./daemon-control.js";
import { DaemonLock } from "../store/process/daemon-lock.js";
import { DaemonLog, type Log } from "../store/process/daemon-log.js";
import type { DaemonSettings } from "./daemon-settings.js";
import { QueueFile } from "./queue/queue-file.js";
import { Watchdog } from "../store/process/watchdog.js";

export interface RunDaemonOptions {
  readonly where: Surroundings;
  readonly config: Config;
  /** Ends it in order. */
  readonly signal: AbortSignal;
  /** It watches from here on. */
  readonly onReady: () => void;
}

/** Runs the daemon until it is told to end, or holds too much memory. Throws where another one runs. */
export async function runDaemon({ where, config, signal, onReady }: RunDaemonOptions): Promise<void> {
  const directory = autoResumeDir(where);
  const lock = await DaemonLock.take(directory);
  const daemonLog = new DaemonLog(directory);
  const { log } = daemonLog;
  try {
    const ending = AbortSignal.any([signal, lock.lost]);
    if (await waitOutCrash(directory, { log, signal: ending }))
      await watch({ where, config, signal: ending, onReady, lock, log });
  } finally {
    await lock.release();
    await daemonLog.flush();
  }
}

type Watch = RunDaemonOptions & { readonly lock: DaemonLock; readonly log: Log };

async function watch({ where, config, signal, onReady, lock, log }: Watch): Promise<void> {
  const directory = autoResumeDir(where);
  const settings = settingsOf(config);
  const notifier = new Notifier({
    findProgram,
    speak: () => {},
    log: (message) => log("notifier", { message }),
    env: where.env,
  });
  const wrappers = { stateDir: stateDir(where) };
  const control = controlTransport(wrappers);
  const daemon = new Daemon({
    directory,
    configDir: claudeConfigDir(where),
    settings,
    queue: await QueueFile.load(directory, log),
    cancelled: await CancelledStops.load(directory, log),
    log,
    timeZone: localTimeZone(),
    transports: async () => (await import("../transport/all-transports.js")).allTransports(wrappers),
    vim: ({ cwd }) => vimMode(where.env, cwd),
    notify: (text) => notifier.notify(text),
    isAlive: async ({ reach }) => !reach.process || (await isAlive(reach.process.pid, reach.process.start)),
    attendedBy: async (session) => {
      const found = await control.open(session);
      return isAttended(found) ? found.by : undefined;
    },
    revive: (session, once) => reviveBy(session, once, { where, config, directory, log }),
  });
  let orders: ControlServer | undefined;
  try {
    const handle = (order: Order, id: string) => daemon.order(order, id);
    const onMoved = (address: string): void => void lock.tell(address);
    orders = await listenForOrders({ directory, log, handle, where, onMoved });
    // Where it cannot be written, cac resume and cac cancel do not find the way; all else works.
    if (orders) await lock.tell(orders.address);
    log("started", { pid: process.pid, pollMs: settings.pollMs });
    onReady();
    const why = await untilOver(signal);
    log("ending", { why: lock.lost.aborted ? "its lock is lost" : why });
  } finally {
    // Also where it could not be begun: without the lock nothing may go on.
    orders?.close();
    await daemon.close();
  }
}

/** Resolves when the daemon has to end. Keeps the process alive without a terminal. */
async function untilOver(signal: AbortSignal): Promise<string> {
  const alive = setInterval(() => {}, 2 ** 30);
  let watchdog: Watchdog | undefined;
  try {
    return await new Promise<string>((resolve) => {
      if (signal.aborted) resolve("told to");
      signal.addEventListener("abort", () => resolve("told to"), { once: true });
      watchdog = new Watchdog({ onTooMuch: (bytes) => resolve(`holds ${Math.round(bytes / 2 ** 20)} MB`) });
    });
  } finally {
    clearInterval(alive);
    watchdog?.close();
  }
}

function settingsOf(config: Config): DaemonSettings {
  const { delayMs, ...daemon } = config.daemon;
  return { ...config, ...daemon, safetyBufferMs: delayMs };
}

interface RevivalTools {
  readonly where: Surroundings;
  readonly config: Config;
  readonly directory: string;
  readonly log: Log;
}

/** What `whenTerminalGone` says. Returns the session where it runs again in a terminal. */
async function reviveBy(
  session: ExternalSession,
  once: string,
  { where, config, directory, log }: RevivalTools,
): Promise<ExternalSession | "under way" | "not done"> {
  const { whenTerminalGone: how } = config.daemon;
  // The life of the session tells the person.
  if (how === "notify") return "not done";
  const { prompt, claude } = config;
  const { revive } = await import("./revive/revive.js");
  const revival = await revive(session, { how, prompt, once, directory, where, claude });
  const why = revival.type === "refused" ? revival.why : undefined;
  log("revived", { session: session.sessionId, how, outcome: revival.type, why });
  if (revival.type === "tmux") return revival.session;
  return revival.type === "refused" ? "not done" : "under way";
}
