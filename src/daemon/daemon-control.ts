import { surroundings, type Surroundings } from "../host/paths.js";
import {
  askSession,
  listenForRequests,
  type ControlReply,
  type ControlServer,
  type NoAnswer,
  type PlainRequest,
} from "../store/rpc/control-protocol.js";
import { socketName } from "../store/rpc/socket-address.js";
import { whoRuns } from "../store/process/daemon-lock.js";
import type { Log } from "../store/process/daemon-log.js";
import { isConversationId } from "../store/records/conversation-id.js";

/** What the daemon can do with one session of its queue. */
export type Order = "resume" | "cancel";

export interface DaemonControlOptions {
  /** Whose queue it is: two daemons of one user do not listen at the same place. */
  readonly directory: string;
  /** `says` of its answer is a whole sentence on what was done: "continues now". */
  readonly handle: (order: Order, sessionId: string) => Promise<ControlReply>;
  readonly log: Log;
  /** It listens there from now on. */
  readonly onMoved?: (address: string) => void;
  readonly where?: Surroundings;
}

/** Listens to `cac resume` and `cac cancel`, for this user only. Undefined if nobody can listen here. */
export function listenForOrders(options: DaemonControlOptions): Promise<ControlServer | undefined> {
  const { directory, handle, log, onMoved, where = surroundings() } = options;
  const order = async ({ op, session }: PlainRequest & { readonly op: Order }): Promise<ControlReply> => {
    if (!isConversationId(session)) return NO_SESSION;
    log("ordered", { order: op, session });
    return handle(op, session);
  };
  return listenForRequests({
    id: socketName("daemon", directory, where),
    requests: {
      status: () => Promise.resolve({ ok: true, says: "the daemon runs" }),
      resume: (request) => order({ ...request, op: "resume" }),
      cancel: (request) => order({ ...request, op: "cancel" }),
      answer: () => Promise.resolve(NOT_HERE),
      submit: () => Promise.resolve(NOT_HERE),
      interrupt: () => Promise.resolve(NOT_HERE),
    },
    log: (message) => log("control", { message }),
    ...(onMoved && { onMoved }),
    where,
  });
}

/** Orders the daemon of this directory. `NOBODY`: none runs; `SILENT`: it does not answer. Never throws. */
export async function orderDaemon(
  directory: string,
  order: Order,
  session: string,
  patience?: { readonly timeoutMs: number },
): Promise<ControlReply | NoAnswer> {
  const daemon = await whoRuns(directory);
  if (daemon === undefined) return { ok: false, code: "NOBODY" };
  if (daemon.socket === undefined) return SILENT;
  const reply = await askSession(daemon.socket, { op: order, session }, patience);
  return !reply.ok && reply.code === "NOBODY" ? SILENT : reply;
}

const SILENT = { ok: false, code: "SILENT" } as const;
const NO_SESSION: ControlReply = {
  ok: false,
  code: "BAD_REQUEST",
  says: "the request does not say which session is meant",
  fix: "compare both versions: cac --version",
};
const NOT_HERE: ControlReply = {
  ok: false,
  code: "CANNOT",
  says: "the daemon only resumes and cancels the sessions in its queue",
  fix: "go to the session's own terminal; sessions started with cac can be answered from elsewhere",
};
