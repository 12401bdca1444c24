import { asNumber, asObject } from "../../claude/json.js";

/**
 * What two processes say to each other over a socket: JSON values, one in each line. The first line of a connection is
 * the request; the last reply ends it. Processes of different versions meet during every update.
 */
export interface Protocol<Request extends AnyRequest, Reply extends object> {
  /** Undefined if this version does not know the request. */
  readonly readRequest: (value: unknown) => Request | undefined;
  /** Undefined if it is not a reply: whoever listens there is not one of ours. */
  readonly readReply: (value: unknown) => Reply | undefined;
  /** `taken`: the request is being worked on, and must not be sent to anybody else. */
  readonly kindOf: (reply: Reply) => "taken" | "note" | "last";
  /** How often a reply says that the other side speaks again; undefined if it does not say. */
  readonly againMsOf?: (reply: Reply) => number | undefined;
  readonly refuse: (why: RefusedBecause) => Reply;
  readonly mostRequestBytes: number;
  readonly mostReplyBytes: number;
}

export type RefusedBecause =
  | { readonly type: "unknownRequest" }
  /** This process is older than the one that asks. */
  | { readonly type: "newerRequest" }
  | { readonly type: "tooLong" }
  | { readonly type: "failed" };

/** A request says what it wants. */
export interface AnyRequest {
  readonly op: string;
}

/**
 * Every request and reply carries it as `protocol`. Version 1 did not have the field. Readers take only the fields that
 * they know, so a version may add fields, and requests that older processes refuse.
 */
export const PROTOCOL_VERSION = 2;

export function versionOf(message: unknown): number {
  return asNumber(asObject(message)?.["protocol"]) ?? 1;
}

export function withVersion(message: object): object {
  return { ...message, protocol: PROTOCOL_VERSION };
}
