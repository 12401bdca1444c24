import { asNumber, asObject, asString, type JsonObject } from "../../claude/json.js";
import type { Progress } from "../session/hosted-session.js";
import type { AskRequest, Asked, HostError, HostFault, PersonaStatus } from "./host-protocol.js";
import { readLogin, type Login } from "../definition/login.js";
import type { Protocol, RefusedBecause } from "../../store/rpc/rpc-protocol.js";
import { error, ourFault } from "./host-fault.js";

/** What a client asks for, in the first line of its connection; closing it cancels. */
export type HostCall =
  | { readonly op: "ask"; readonly request: AskRequest; readonly login?: Login | undefined }
  | { readonly op: "status" }
  | { readonly op: "end"; readonly persona?: string | undefined; readonly projectRoot?: string | undefined }
  | ({
      readonly op: "chat";
      readonly persona: string;
      readonly projectRoot: string;
      readonly login?: Login | undefined;
    } & Size);

interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** What a client sends in a chat: what the person typed, and how large their terminal is. */
export type ChatInput =
  { readonly type: "bytes"; readonly bytes: Buffer } | ({ readonly type: "resize" } & Size);

/**
 * What the host answers: `accepted` at once, progress as it comes, and one of the others as the last line. With `againMs`
 * it says `accepted` again that often, so that its silence means something; older hosts do not.
 */
export type HostReply =
  | { readonly type: "accepted"; readonly againMs?: number | undefined }
  | { readonly type: "progress"; readonly progress: Progress }
  | { readonly type: "asked"; readonly asked: Asked }
  | {
      readonly type: "status";
      readonly sessions: readonly PersonaStatus[];
      readonly version?: string | undefined;
    }
  | { readonly type: "ended"; readonly count: number }
  /** In a chat: what the session writes to its terminal. */
  | { readonly type: "bytes"; readonly bytes: Buffer }
  | { readonly type: "gone" }
  | { readonly type: "fault"; readonly fault: HostFault };

/** The reply that ends a call. */
export type LastReply = Extract<HostReply, { type: "asked" | "status" | "ended" | "gone" | "fault" }>;

export const HOST: Protocol<HostCall, HostReply> = {
  readRequest: readCall,
  readReply,
  kindOf: (reply) => (reply.type === "accepted" ? "taken" : isLast(reply) ? "last" : "note"),
  againMsOf: (reply) => (reply.type === "accepted" ? reply.againMs : undefined),
  refuse: ({ type }) => ({ type: "fault", fault: REFUSALS[type]().fault }),
  // A question of 1 MB, each of whose characters may be escaped.
  mostRequestBytes: 8 * 1024 * 1024,
  mostReplyBytes: 256 * 1024 * 1024,
};

const REFUSALS: Readonly<Record<RefusedBecause["type"], () => HostError>> = {
  unknownRequest: () =>
    error("BAD_REQUEST", {
      message: "the request is not one that this host knows",
      fix: `compare both versions: cac --version; ${END_HOST}`,
    }),
  newerRequest: () =>
    error("BAD_REQUEST", {
      message: "the persona host is of an older cac, and does not know this request",
      fix: `end it, and the next question starts the new version; ${END_HOST}`,
    }),
  tooLong: () =>
    error("BAD_REQUEST", {
      message: "the request is too long",
      fix: "put the long part into a file of the project, and name the file in the question",
    }),
  failed: ourFault,
};

const END_HOST = "the host ends by itself when its sessions are ended: cac persona end --all";

function isLast(reply: HostReply): reply is LastReply {
  return ["asked", "status", "ended", "gone", "fault"].includes(reply.type);
}

/** Undefined if this host does not know the call. */
export function readCall(value: unknown): HostCall | undefined {
  const call = asObject(value);
  switch (call?.["op"]) {
    case "ask": {
      const request = readAskRequest(asObject(call["request"]));
      return request && { op: "ask", request, login: readLogin(call["login"]) };
    }
    case "status":
      return { op: "status" };
    case "end":
      return {
        op: "end",
        persona: asString(call["persona"]),
        projectRoot: asString(call["projectRoot"]),
      };
    case "chat": {
      const [persona, projectRoot] = [asString(call["persona"]), asString(call["projectRoot"])];
      const size = readSize(call);
      if (persona === undefined || projectRoot === undefined || size === undefined) return undefined;
      return { op: "chat", persona, projectRoot, login: readLogin(call["login"]), ...size };
    }
    default:
      return undefined;
  }
}

export function readChatInput(value: unknown): ChatInput | undefined {
  const input = asObject(value);
  if (input?.["type"] === "bytes") {
    const bytes = readBytes(input);
    return bytes && { type: "bytes", bytes };
  }
  const size = input?.["type"] === "resize" ? readSize(input) : undefined;
  return size && { type: "resize", ...size };
}

/** Bytes of a terminal in a line. */
export function wireBytes(bytes: Buffer): object {
  return { type: "bytes", base64: bytes.toString("base64") };
}

/** Undefined if it is not a reply: whoever answers there is not one of ours. The host's own words are taken as they are. */
export function readReply(value: unknown): HostReply | undefined {
  const reply = asObject(value);
  switch (reply?.["type"]) {
    case "accepted":
      return { type: "accepted", againMs: asNumber(reply["againMs"]) };
    case "gone":
      return { type: "gone" };
    case "progress":
      return readProgress(asObject(reply["progress"]));
    case "asked": {
      const asked = asObject(reply["asked"]);
      const [persona, answer] = [asString(asked?.["persona"]), asString(asked?.["answer"])];
      if (persona === undefined || answer === undefined) return undefined;
      return { type: "asked", asked: { persona, answer, sessionId: asString(asked?.["sessionId"]) } };
    }
    case "status": {
      const sessions: unknown = reply["sessions"];
      if (!Array.isArray(sessions)) return undefined;
      const read = sessions.flatMap((each: unknown) => readStatus(asObject(each)) ?? []);
      return { type: "status", sessions: read, version: asString(reply["version"]) };
    }
    case "ended":
      return { type: "ended", count: asNumber(reply["count"]) ?? 0 };
    case "bytes": {
      const bytes = readBytes(reply);
      return bytes && { type: "bytes", bytes };
    }
    case "fault":
      return readFault(asObject(reply["fault"]));
    default:
      return undefined;
  }
}

function readAskRequest(value: JsonObject | undefined): AskRequest | undefined {
  const [persona, question, projectRoot] = ["persona", "question", "projectRoot"].map((key) =>
    asString(value?.[key]),
  );
  if (persona === undefined || question === undefined || projectRoot === undefined) return undefined;
  const timeoutMs = asNumber(value?.["timeoutMs"]);
  if (timeoutMs !== undefined && !(timeoutMs > 0)) return undefined;
  const chain: unknown = value?.["chain"] ?? [];
  if (!Array.isArray(chain) || !chain.every((each) => typeof each === "string")) return undefined;
  return {
    persona,
    question,
    projectRoot,
    context: asString(value?.["context"]),
    waitForReset: value?.["waitForReset"] === true,
    timeoutMs,
    chain,
  };
}

function readSize(value: JsonObject): Size | undefined {
  const [columns, rows] = [asNumber(value["columns"]), asNumber(value["rows"])];
  if (columns === undefined || rows === undefined) return undefined;
  return isLength(columns) && isLength(rows) ? { columns, rows } : undefined;
}

function isLength(cells: number): boolean {
  return Number.isInteger(cells) && cells >= 1 && cells <= 2000;
}

function readBytes(value: JsonObject): Buffer | undefined {
  const base64 = asString(value["base64"]);
  return base64 === undefined ? undefined : Buffer.from(base64, "base64");
}

const PROGRESS = ["starting", "queued", "asked", "working", "waiting", "recovering"] as const;

function readProgress(value: JsonObject | undefined): HostReply | undefined {
  const state = PROGRESS.find((each) => each === value?.["state"]);
  const message = asString(value?.["message"]);
  return state && message !== undefined ? { type: "progress", progress: { state, message } } : undefined;
}

const STATES = ["starting", "ready", "answering", "limited", "recovering"] as const;

function readStatus(value: JsonObject | undefined): PersonaStatus | undefined {
  const state = STATES.find((each) => each === value?.["state"]);
  const [persona, projectRoot, since] = ["persona", "projectRoot", "since"].map((key) =>
    asString(value?.[key]),
  );
  if (state === undefined || persona === undefined || projectRoot === undefined || since === undefined) {
    return undefined;
  }
  return {
    persona,
    projectRoot,
    state,
    pid: asNumber(value?.["pid"]),
    sessionId: asString(value?.["sessionId"]),
    queued: asNumber(value?.["queued"]) ?? 0,
    questions: asNumber(value?.["questions"]) ?? 0,
    memoryMb: asNumber(value?.["memoryMb"]),
    since,
    idleSince: asString(value?.["idleSince"]),
  };
}

const CODES = [
  "NO_SUCH_PERSONA",
  "BAD_REQUEST",
  "TOO_MANY",
  "LIMITED",
  "PERMISSION",
  "NOT_READY",
  "TIMED_OUT",
  "CANCELLED",
  "CYCLE",
  "FAILED",
] as const satisfies readonly HostFault["code"][];

function readFault(value: JsonObject | undefined): HostReply | undefined {
  const code = CODES.find((each) => each === value?.["code"]);
  const [message, fix] = [asString(value?.["message"]), asString(value?.["fix"])];
  if (code === undefined || message === undefined || fix === undefined) return undefined;
  const kept = asObject(value?.["remembered"]);
  const [answer, timestamp] = [asString(kept?.["answer"]), asString(kept?.["timestamp"])];
  const remembered = answer !== undefined && timestamp !== undefined ? { answer, timestamp } : undefined;
  const limitedUntil = asString(value?.["limitedUntil"]);
  return {
    type: "fault",
    fault: {
      code,
      message,
      fix,
      ...(limitedUntil === undefined ? {} : { limitedUntil }),
      ...(remembered === undefined ? {} : { remembered }),
    },
  };
}
