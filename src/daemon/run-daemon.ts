import { autoResumeDir, claudeConfigDir } from "../host/auto-resume-dir.js";
import type { Config } from "../config/load-config.js";
import { stateDir, type Surroundings } from "../host/paths.js";
import { isAlive } from "../host/process-identity.js";
import { controlTransport } from "../transport/control.js";
import { isAttended } from "../transport/transport.js";
import { findProgram } from "../host/find-program.js";
import { Notifier } from "../notify/notifier.js";
import { localTimeZone } from "../time/local-zone.js";
import type { ExternalSession } from "../transport/terminal-locator.js";
import { vimMode } from "../driver/vim-mode.js";
import { CancelledStops } from "./queue/cancelled-stops.js";
import { runBackground } from "../store/process/background-process.js";
import { Daemon } from "./daemon.js";
import { listenForOrders } from "./daemon-control.js";
import type { Log } from "../store/process/daemon-log.js";
import type { DaemonSettings } from "./daemon-settings.js";
import { QueueFile } from "./queue/queue-file.js";

export interface RunDaemonOptions {
  readonly where: Surroundings;
  readonly config: Config;
  /** Ends it in order. */
  readonly signal: AbortSignal;
  /** It watches from here on. */
  readonly onReady: () => void;
}

/** Runs the daemon until it is told to end, or holds too much memory. Throws where another one runs. */
export function runDaemon({ where, config, signal, onReady }: RunDaemonOptions): Promise<void> {
  const directory = autoResumeDir(where);
  return runBackground({
    directory,
    signal,
    onReady,
    waitsOutCrash: true,
    mostBytes: MOST_BYTES,
    begin: async (log) => {
      const daemon = await watch({ where, config, log });
      return {
        listen: (events) =>
          listenForOrders({
            ...events,
            directory,
            log,
            where,
            handle: (order, id) => daemon.order(order, id),
          }),
        close: () => daemon.close(),
      };
    },
  });
}

const MOST_BYTES = 200 * 1024 * 1024;

type Watch = Pick<RunDaemonOptions, "where" | "config"> & { readonly log: Log };

async function watch({ where, config, log }: Watch): Promise<Daemon> {
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
  return new Daemon({
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
