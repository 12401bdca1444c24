import { asObject, asString, parseJson, type JsonObject } from "../../claude/json.js";
import { checkRecord, type SessionRecord } from "../records/session-record.js";

/** What a session can be asked: one request a connection, one line of JSON each way. */
export interface ControlRequest {
  readonly op: ControlOp;
  /** Claude Code's own id of the session that is meant, where one answers for several: the daemon. */
  readonly session?: string | undefined;
}

export type ControlOp = (typeof OPS)[number];

const OPS = ["status", "resume", "cancel"] as const;

export type ControlReply =
  /** `says` is a whole sentence on what was done: "continues now". */
  { readonly ok: true; readonly session: SessionRecord; readonly says?: string | undefined } | ControlRefusal;

/** What one who has no record of their own answers: the daemon. */
export type OrderReply = { readonly ok: true; readonly says: string } | ControlRefusal;

export interface ControlRefusal {
  readonly ok: false;
  readonly code: string;
  readonly says: string;
  readonly fix: string;
}

// A reply carries the session's command line, which may be long; a request is a few words.
export const MOST_REQUEST_BYTES = 64 * 1024;
export const MOST_REPLY_BYTES = 8 * 1024 * 1024;

/** Undefined where the line is no request that is known. */
export function readRequest(line: string): ControlRequest | undefined {
  const request = asObject(parseJson(line));
  const op = OPS.find((each) => each === request?.["op"]);
  return op && { op, session: asString(request?.["session"]) };
}

/** Undefined where the line is no reply: whoever listens there is not one of ours. */
export function readReply(line: string): ControlReply | undefined {
  const reply = asObject(parseJson(line));
  if (reply?.["ok"] !== true) return readRefusal(reply);
  const read = checkRecord(reply["session"]);
  return read.ok ? { ok: true, session: read.record, says: asString(reply["says"]) } : undefined;
}

/** The same for the daemon's. */
export function readOrderReply(line: string): OrderReply | undefined {
  const reply = asObject(parseJson(line));
  const says = asString(reply?.["says"]);
  if (reply?.["ok"] !== true) return readRefusal(reply);
  return says === undefined ? undefined : { ok: true, says };
}

function readRefusal(reply: JsonObject | undefined): ControlRefusal | undefined {
  if (reply?.["ok"] !== false) return undefined;
  const [code, says, fix] = [asString(reply["code"]), asString(reply["says"]), asString(reply["fix"])];
  if (code === undefined || says === undefined || fix === undefined) return undefined;
  return { ok: false, code, says, fix };
}
