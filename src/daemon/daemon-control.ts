import { createHash, randomBytes } from "node:crypto";

import { surroundings, type Surroundings } from "../host/paths.js";
import { ask, type NoAnswer } from "../store/rpc/control-client.js";
import { readOrderReply, type OrderReply } from "../store/rpc/control-protocol.js";
import { ControlServer } from "../store/rpc/control-server.js";
import { whoRuns } from "../store/process/daemon-lock.js";
import type { Log } from "../store/process/daemon-log.js";
import { isConversationId } from "../store/records/conversation-id.js";

/** What the daemon can be told to do with one session of its queue. */
export type Order = "resume" | "cancel";

export interface DaemonControlOptions {
  /** Whose queue it is: two daemons of one user do not listen at the same place. */
  readonly directory: string;
  /** `says` of its answer is a whole sentence on what was done: "continues now". */
  readonly handle: (order: Order, sessionId: string) => Promise<OrderReply>;
  readonly log: Log;
  /** It listens there from now on. */
  readonly onMoved?: (address: string) => void;
  readonly where?: Surroundings;
}

/** Listens to `cac resume` and `cac cancel`, for this user only. Undefined where nobody can listen here. */
export function listenForOrders(options: DaemonControlOptions): Promise<ControlServer | undefined> {
  const { directory, handle, log, onMoved, where = surroundings() } = options;
  const ofDirectory = createHash("sha256").update(directory).digest("hex").slice(0, 8);
  // Whoever guesses the name of a pipe on Windows can have it first. It is told in the lock.
  const unguessed = where.platform === "win32" ? `-${randomBytes(8).toString("hex")}` : "";
  return ControlServer.listen({
    id: `daemon-${ofDirectory}${unguessed}`,
    handle: async (request) => {
      if (request.op === "status") return { ok: true, says: "the daemon runs" };
      const { session } = request;
      if (!isConversationId(session)) return NO_SESSION;
      log("ordered", { order: request.op, session });
      return handle(request.op, session);
    },
    log: (message) => log("control", { message }),
    ...(onMoved && { onMoved }),
    where,
  });
}

/** Tells the daemon of this directory. `NOBODY`: none runs; `SILENT`: it does not answer. Never throws. */
export async function orderDaemon(
  directory: string,
  order: Order,
  session: string,
  patience?: { readonly timeoutMs: number },
): Promise<OrderReply | NoAnswer> {
  const daemon = await whoRuns(directory);
  if (daemon === undefined) return { ok: false, code: "NOBODY" };
  if (daemon.socket === undefined) return SILENT;
  const reply = await ask(daemon.socket, { op: order, session }, readOrderReply, patience);
  return "says" in reply ? reply : SILENT;
}

const SILENT = { ok: false, code: "SILENT" } as const;
const NO_SESSION: OrderReply = {
  ok: false,
  code: "BAD_REQUEST",
  says: "the request does not say which session is meant",
  fix: "see that both are the same cac: cac --version",
};
