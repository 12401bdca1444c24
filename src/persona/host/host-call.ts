import { connect, type Socket } from "node:net";

import { isPrivateSocket } from "../../store/rpc/socket-address.js";
import { HostError } from "./host-protocol.js";
import { MOST_REPLY_BYTES, readReply, type HostCall, type HostReply } from "./host-wire.js";
import { LineLink } from "../../store/rpc/line-link.js";
import { watchForSilence, type SilenceWatch } from "../../store/rpc/silence-watch.js";

export type LastReply = Extract<HostReply, { type: "asked" | "status" | "ended" | "gone" }>;

/**
 * What came of a call. `notTaken`: nobody has begun to do anything about it, so it can be made again. `cut`: somebody
 * had, and is gone. `silent`: somebody had, is there, and says nothing any more; they may go on with it at any time.
 */
export type CallOutcome =
  | { readonly type: "last"; readonly reply: LastReply }
  | { readonly type: "notTaken" }
  | { readonly type: "cut" }
  | { readonly type: "silent" }
  | { readonly type: "cancelled" };

export interface CallOptions {
  /** Ends the call; the host takes that for a cancellation. */
  readonly over: AbortSignal;
  readonly onReply?: ((reply: HostReply) => void) | undefined;
  /** The host has taken the call: more can be sent to it. */
  readonly onTaken?: ((link: LineLink) => void) | undefined;
  readonly takenWithinMs?: number | undefined;
}

/** Makes one call to the host that listens there. Rejects with the `HostError` that it answers. */
export async function callHost(address: string, call: HostCall, options: CallOptions): Promise<CallOutcome> {
  // A socket of somebody else's could be told our questions, and answer in the host's name.
  if (!(await isPrivateSocket(address))) return { type: "notTaken" };
  if (options.over.aborted) return { type: "cancelled" };
  const socket = connect({ path: address, allowHalfOpen: true });
  try {
    return await converse(socket, call, options);
  } finally {
    socket.destroy();
  }
}

function converse(socket: Socket, call: HostCall, options: CallOptions): Promise<CallOutcome> {
  const { over, onReply, onTaken, takenWithinMs = TAKEN_MS } = options;
  return new Promise((resolve, reject) => {
    let isTaken = false;
    let silence: SilenceWatch | undefined;
    const cancel = (): void => resolve({ type: "cancelled" });
    over.addEventListener("abort", cancel, { once: true });
    const link = new LineLink(socket, {
      mostBytes: MOST_REPLY_BYTES,
      onMessage: (message) => {
        const reply = readReply(message);
        silence?.heard();
        // Whoever listens there is not one of ours.
        if (reply === undefined) socket.destroy();
        else if (reply.type === "accepted") {
          // Said again only to be heard.
          if (isTaken) return;
          isTaken = true;
          clearTimeout(patience);
          const { againMs } = reply;
          if (againMs !== undefined) silence = watchForSilence(againMs, () => resolve({ type: "silent" }));
          onTaken?.(link);
        } else if (reply.type === "fault") reject(new HostError(reply.fault));
        else if (isLast(reply)) resolve({ type: "last", reply });
        else onReply?.(reply);
      },
      onClosed: () => {
        clearTimeout(patience);
        silence?.end();
        over.removeEventListener("abort", cancel);
        resolve({ type: isTaken ? "cut" : "notTaken" });
      },
    });
    // Also a host that is stopped has a backlog in which we would wait for ever. Where it was this process that stood
    // still, timers come first and what arrived meanwhile is read after them: a call that was taken is not made again.
    const patience = setTimeout(() => setImmediate(() => isTaken || socket.destroy()), takenWithinMs);
    socket.once("connect", () => link.send(call));
  });
}

function isLast(reply: HostReply): reply is LastReply {
  return ["asked", "status", "ended", "gone"].includes(reply.type);
}

const TAKEN_MS = 10_000;
