import { asObject, asString, parseJson } from "../claude/json.js";
import { checkRecord, type SessionRecord } from "./session-record.js";

/** What a session can be asked: one request a connection, one line of JSON each way. */
export interface ControlRequest {
  readonly op: ControlOp;
}

export type ControlOp = (typeof OPS)[number];

const OPS = ["status", "resume", "cancel"] as const;

export type ControlReply =
  /** `says` is a whole sentence on what was done: "continues now". */
  | { readonly ok: true; readonly session: SessionRecord; readonly says?: string | undefined }
  | { readonly ok: false; readonly code: string; readonly says: string; readonly fix: string };

// A reply carries the session's command line, which may be long; a request is a few words.
export const MOST_REQUEST_BYTES = 64 * 1024;
export const MOST_REPLY_BYTES = 8 * 1024 * 1024;

/** Undefined where the line is no request that is known. */
export function readRequest(line: string): ControlRequest | undefined {
  const op = asString(asObject(parseJson(line))?.["op"]);
  const known = OPS.find((each) => each === op);
  return known === undefined ? undefined : { op: known };
}

/** Undefined where the line is no reply: whoever listens there is not one of ours. */
export function readReply(line: string): ControlReply | undefined {
  const reply = asObject(parseJson(line));
  if (reply === undefined) return undefined;
  const says = asString(reply["says"]);
  if (reply["ok"] === true) {
    const read = checkRecord(reply["session"]);
    return read.ok ? { ok: true, session: read.record, says } : undefined;
  }
  const [code, fix] = [asString(reply["code"]), asString(reply["fix"])];
  if (reply["ok"] !== false || code === undefined || says === undefined || fix === undefined)
    return undefined;
  return { ok: false, code, says, fix };
}
