import { connect, type Socket } from "node:net";

import { systemCode } from "../../errors.js";
import { LineLink } from "./line-link.js";
import { PROTOCOL_VERSION, versionOf, withVersion, type AnyRequest, type Protocol } from "./rpc-protocol.js";
import { isPrivateSocket } from "./socket-address.js";

/** What came of a call. After `nobody` and `notTaken` the call can be made again: nobody has begun to work on it. */
export type CallOutcome<Reply> =
  /** `version` is the protocol that the other side speaks. */
  | { readonly type: "last"; readonly reply: Reply; readonly version: number }
  /** Nobody listens there. */
  | { readonly type: "nobody" }
  | { readonly type: "notTaken" }
  /** Whoever had taken it is gone. */
  | { readonly type: "cut" }
  /** Whoever had taken it is there and says nothing any more; they may continue with it at any time. */
  | { readonly type: "silent" }
  /** A newer version answered with something that this one does not know. */
  | { readonly type: "newer" }
  | { readonly type: "cancelled" };

export interface CallOptions<Reply> {
  /** Ends the call; the other side takes that for a cancellation. */
  readonly over?: AbortSignal | undefined;
  readonly onReply?: ((reply: Reply) => void) | undefined;
  /** The call is taken: more can be sent. */
  readonly onTaken?: ((link: LineLink) => void) | undefined;
  /** How long it may take until the call is taken, or answered. */
  readonly takenWithinMs?: number | undefined;
}

/** Makes one call to whoever listens there. Never throws. */
export async function callSocket<Request extends AnyRequest, Reply extends object>(
  address: string,
  request: Request,
  protocol: Protocol<Request, Reply>,
  options: CallOptions<Reply> = {},
): Promise<CallOutcome<Reply>> {
  // Another user's socket could take our request, and answer in our process's name.
  if (!(await isPrivateSocket(address))) return { type: "nobody" };
  if (options.over?.aborted === true) return { type: "cancelled" };
  const socket = connect({ path: address, allowHalfOpen: true });
  try {
    return await converse(socket, request, protocol, options);
  } finally {
    socket.destroy();
  }
}

/** Whether a process listens on this socket; yes if that cannot be found out. */
export function isListening(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    const settle = (isThere: boolean): void => {
      socket.destroy();
      resolve(isThere);
    };
    // Also after the connection: an error without a listener would end the process.
    socket.on("error", (error) => settle(!["ECONNREFUSED", "ENOENT"].includes(systemCode(error) ?? "")));
    socket.once("connect", () => settle(true));
    // The backlog is full: somebody is there and does not accept.
    socket.setTimeout(1000, () => settle(true));
  });
}

function converse<Request extends AnyRequest, Reply extends object>(
  socket: Socket,
  request: Request,
  protocol: Protocol<Request, Reply>,
  { over, onReply, onTaken, takenWithinMs = TAKEN_MS }: CallOptions<Reply>,
): Promise<CallOutcome<Reply>> {
  return new Promise((resolve) => {
    let isConnected = false;
    let isTaken = false;
    let silence: SilenceWatch | undefined;
    const cancel = (): void => resolve({ type: "cancelled" });
    over?.addEventListener("abort", cancel, { once: true });
    const take = (reply: Reply): void => {
      // It is said again only to be heard.
      if (isTaken) return;
      isTaken = true;
      clearTimeout(patience);
      const againMs = protocol.againMsOf?.(reply);
      if (againMs !== undefined) silence = watchForSilence(againMs, () => resolve({ type: "silent" }));
      onTaken?.(link);
    };
    const link = new LineLink(socket, {
      mostBytes: protocol.mostReplyBytes,
      onMessage: (message) => {
        silence?.heard();
        const reply = protocol.readReply(message);
        const version = versionOf(message);
        if (reply === undefined) {
          if (version > PROTOCOL_VERSION) resolve({ type: "newer" });
          socket.destroy();
          return;
        }
        const kind = protocol.kindOf(reply);
        if (kind === "taken") take(reply);
        else if (kind === "last") resolve({ type: "last", reply, version });
        else onReply?.(reply);
      },
      onClosed: () => {
        clearTimeout(patience);
        silence?.end();
        over?.removeEventListener("abort", cancel);
        resolve({ type: isTaken ? "cut" : isConnected ? "notTaken" : "nobody" });
      },
    });
    // A stopped process has a backlog in which we would wait for ever. If this process was the one that stood still, its
    // timers come first and what arrived meanwhile is read after them: a call that was taken is not made again.
    const patience = setTimeout(() => setImmediate(() => isTaken || socket.destroy()), takenWithinMs);
    socket.once("connect", () => {
      isConnected = true;
      link.send(withVersion(request));
    });
  });
}

const TAKEN_MS = 10_000;

export interface SilenceWatch {
  /** A line came from the other side, which says something every `againMs`. */
  readonly heard: () => void;
  readonly end: () => void;
}

/**
 * Calls `onSilent` after six times `againMs` without a line. It counts ticks and not the clock: a machine that slept, or
 * a process that stood still, makes one tick, and then the other side speaks again.
 */
export function watchForSilence(againMs: number, onSilent: () => void): SilenceWatch {
  let ticks = 0;
  const isSilent = (): boolean => ticks >= MOST_TICKS;
  const timer = setInterval(() => {
    ticks++;
    // Timers come first: what arrived while we stood still is read after them.
    if (isSilent()) setImmediate(() => isSilent() && onSilent());
  }, againMs);
  return { heard: () => (ticks = 0), end: () => clearInterval(timer) };
}

const MOST_TICKS = 6;
