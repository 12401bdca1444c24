import { setTimeout as sleep } from "node:timers/promises";

import { UserError } from "../../errors.js";
import { stateVariable, type Surroundings } from "../../host/paths.js";
import { runBackground } from "../../store/process/background-process.js";
import type { Log } from "../../store/process/daemon-log.js";
import { RpcServer } from "../../store/rpc/rpc-server.js";
import { socketName } from "../../store/rpc/socket-address.js";
import { hostDirectory } from "./host-process.js";
import { HostCalls } from "./host-server.js";
import { HOST } from "./host-wire.js";
import type { LocalHost } from "./host.js";

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

/** Runs the host until nobody needs it. Resolves to false if another one runs already: one per user is enough. */
export async function runHost(options: RunHostOptions): Promise<boolean> {
  const { where, makeHost, signal, onReady, emptyMs = EMPTY_MS } = options;
  const directory = hostDirectory(where);
  try {
    await runBackground({
      directory,
      variable: stateVariable(where),
      signal,
      onReady,
      needsSocket: true,
      // An error that nobody caught would end every session.
      survivesFaults: true,
      idleMs: emptyMs,
      begin: async (log) => {
        const host = await makeHost(log);
        return {
          listen: ({ end, ...events }) => listen(host, log, { ...options, ...events, emptyMs, onEmpty: end }),
          close: () => host.shutDown(),
          isIdle: () => host.isEmpty,
        };
      },
    });
    return true;
  } catch (error) {
    if (error instanceof UserError && error.code === "DAEMON_RUNS") return false;
    throw error;
  }
}

interface ListenOptions extends Pick<RunHostOptions, "where" | "version" | "againMs"> {
  readonly onMoved: (address: string) => void;
  readonly onLost: () => void;
  readonly onEmpty: () => void;
  readonly emptyMs: number;
}

function listen(
  host: LocalHost,
  log: Log,
  { version, againMs, onEmpty, emptyMs, ...options }: ListenOptions,
) {
  const { where, onMoved, onLost } = options;
  const onEnded = (): void => void emptied(host).then((isEmpty) => isEmpty && onEmpty());
  const calls = new HostCalls({ host, version, againMs, onEnded });
  return RpcServer.listen({
    id: socketName("persona-host", hostDirectory(where), where),
    where,
    protocol: HOST,
    handle: (call, caller) => calls.answer(call, caller),
    log: (message) => log("socket", { message }),
    onMoved,
    onLost,
    lookEveryMs: Math.min(emptyMs / 10, LOOK_MS),
  });
}

/** Whether all that was ended is gone, and nobody has asked since. The next host has the version of whoever asks. */
async function emptied(host: LocalHost): Promise<boolean> {
  for (let left = EMPTIED_MS; !host.isEmpty && left > 0; left -= 20) await sleep(20);
  return host.isEmpty;
}

const EMPTY_MS = 10 * 60_000;
/** Whoever asks meanwhile waits for longer. */
const LOOK_MS = 5000;
const EMPTIED_MS = 2000;
