import { connect, type Socket } from "node:net";

import { systemCode } from "../../errors.js";
import { MOST_REPLY_BYTES, readReply, type ControlReply, type ControlRequest } from "./control-protocol.js";
import { oneLine } from "./one-line.js";
import { isPrivateSocket } from "./socket-address.js";

/** Why no answer came: nobody listens, or somebody does and says nothing (in time). */
export interface NoAnswer {
  readonly ok: false;
  readonly code: "NOBODY" | "SILENT";
}

export type Asked = ControlReply | NoAnswer;

/** Asks the session that listens there. Never throws. */
export function askSession(address: string, request: ControlRequest, patience?: Patience): Promise<Asked> {
  return ask(address, request, readReply, patience);
}

/** Asks whoever listens there, and reads the answer with `read`, which knows what is none. Never throws. */
export async function ask<Reply>(
  address: string,
  request: ControlRequest,
  read: (line: string) => Reply | undefined,
  { timeoutMs = 3000 }: Patience = {},
): Promise<Reply | NoAnswer> {
  // A socket of somebody else's could be told what ours is to do, and answer in its name.
  if (!(await isPrivateSocket(address))) return { ok: false, code: "NOBODY" };
  const socket = await open(address, timeoutMs);
  if (socket instanceof Error) return { ok: false, code: "NOBODY" };
  const patience = setTimeout(() => socket.destroy(), timeoutMs);
  try {
    socket.write(`${JSON.stringify(request)}\n`);
    const got = await oneLine(socket, MOST_REPLY_BYTES);
    return (got.type === "line" ? read(got.line) : undefined) ?? { ok: false, code: "SILENT" };
  } finally {
    clearTimeout(patience);
    socket.destroy();
  }
}

interface Patience {
  readonly timeoutMs?: number;
}

/** Whether there is a process behind this socket; yes also where that cannot be told. */
export async function isListening(address: string): Promise<boolean> {
  const socket = await open(address, 1000);
  if (!(socket instanceof Error)) {
    socket.destroy();
    return true;
  }
  return !["ECONNREFUSED", "ENOENT"].includes(systemCode(socket) ?? "");
}

function open(address: string, timeoutMs: number): Promise<Socket | Error> {
  return new Promise((resolve) => {
    const socket = connect(address);
    // Also after the connection: an error without a listener would end the process.
    socket.on("error", resolve);
    socket.once("connect", () => resolve(socket));
    // A full backlog: somebody is there and does not accept.
    socket.setTimeout(timeoutMs, () => {
      socket.destroy();
      resolve(new Error("no connection in time"));
    });
  });
}
