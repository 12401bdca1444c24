import { asNumber, asObject, asString, type JsonObject } from "../../claude/json.js";
import { surroundings, type Surroundings } from "../../host/paths.js";
import { checkRecord, type SessionRecord } from "../records/session-record.js";
import { callSocket } from "./rpc-client.js";
import { PROTOCOL_VERSION, type Protocol, type RefusedBecause } from "./rpc-protocol.js";
import { RpcServer, type RpcServerOptions } from "./rpc-server.js";

/** What a session can be asked. The daemon answers for those of its queue. */
export type ControlRequest = PlainRequest | AnswerRequest | SubmitRequest;

export interface PlainRequest extends Meant {
  readonly op: (typeof PLAIN_OPS)[number];
}

export interface AnswerRequest extends Meant {
  readonly op: "answer";
  /** The id of one permission prompt. No other is answered. */
  readonly prompt: string;
  readonly decision: "yes" | "no";
}

export interface SubmitRequest extends Meant {
  readonly op: "submit";
  readonly text: string;
}

interface Meant {
  /** Claude Code's own id of the session: the daemon has several. */
  readonly session?: string | undefined;
  /** Who asks, for the log: "cac answer". */
  readonly by?: string | undefined;
}

const PLAIN_OPS = ["status", "resume", "cancel", "interrupt"] as const;

export type ControlReply = ControlDone | ControlRefusal;

export interface ControlDone {
  readonly ok: true;
  /** A session's own description; the daemon sends none. */
  readonly session?: SessionRecord | undefined;
  /** What was done, to be read behind the session's name: "continues now". */
  readonly says?: string | undefined;
  /** With "status": the permission prompt that is open. */
  readonly prompt?: ShownPrompt | undefined;
  /** With "status": the last lines of the screen, if it can be read. */
  readonly screen?: readonly string[] | undefined;
}

export interface ControlRefusal {
  readonly ok: false;
  readonly code: string;
  readonly says: string;
  readonly fix: string;
}

/** A permission prompt that is on the screen. */
export interface ShownPrompt {
  /** Valid for this prompt only: the same words asked again have another id. */
  readonly id: string;
  /** As in "Bash command"; empty if the title is not on the screen. */
  readonly title: string;
  /** The rows between the title and the question. */
  readonly text: string;
  readonly question: string;
  readonly options: readonly string[];
  /** When it came up, in milliseconds since 1970. */
  readonly since: number;
}

/** What a session does when it is asked. It refuses what is not here. */
export interface SessionRequests {
  readonly status: (request: PlainRequest) => Promise<ControlReply>;
  readonly resume: (request: PlainRequest) => Promise<ControlReply>;
  readonly cancel: (request: PlainRequest) => Promise<ControlReply>;
  readonly interrupt?: (request: PlainRequest) => Promise<ControlReply>;
  readonly answer?: (request: AnswerRequest) => Promise<ControlReply>;
  readonly submit?: (request: SubmitRequest) => Promise<ControlReply>;
}

export type ControlServer = RpcServer<ControlRequest, ControlReply>;

export type ControlServerOptions = Omit<
  RpcServerOptions<ControlRequest, ControlReply>,
  "where" | "protocol" | "handle" | "mostConnections"
> & { readonly where?: Surroundings; readonly requests: SessionRequests };

/** Listens for this session. Undefined if nobody can listen here: the session continues without. */
export function listenForRequests({
  requests,
  where = surroundings(),
  replyWithinMs = REPLY_MS,
  ...options
}: ControlServerOptions): Promise<ControlServer | undefined> {
  const handle = (request: ControlRequest): Promise<ControlReply> => perform(requests, request);
  return RpcServer.listen({
    ...options,
    where,
    replyWithinMs,
    mostConnections: 32,
    protocol: CONTROL,
    handle,
  });
}

/** There is no answer: nobody listens, somebody does and does not answer in time, or speaks a newer protocol. */
export interface NoAnswer {
  readonly ok: false;
  readonly code: "NOBODY" | "SILENT" | "NEWER";
}

/** Asks the session that listens there. Never throws. */
export async function askSession(
  address: string,
  request: ControlRequest,
  { timeoutMs = ANSWER_MS }: { readonly timeoutMs?: number } = {},
): Promise<ControlReply | NoAnswer> {
  const outcome = await callSocket(address, request, CONTROL, { takenWithinMs: timeoutMs });
  if (outcome.type === "nobody") return { ok: false, code: "NOBODY" };
  if (outcome.type === "newer") return { ok: false, code: "NEWER" };
  if (outcome.type !== "last") return { ok: false, code: "SILENT" };
  const { reply, version } = outcome;
  return !reply.ok && reply.code === BAD_REQUEST && version < PROTOCOL_VERSION ? OLDER : reply;
}

/** The protocol of `cac status`, `resume`, `cancel` and `answer`: one request, one reply. */
const CONTROL: Protocol<ControlRequest, ControlReply> = {
  readRequest,
  readReply,
  kindOf: () => "last",
  refuse: refusalOf,
  mostRequestBytes: 64 * 1024,
  // A reply has the session's command line, which may be long; a request is a few words.
  mostReplyBytes: 8 * 1024 * 1024,
};

/** How long people wait for one session. */
const ANSWER_MS = 3000;
/** Keys are verified on the screen one by one. */
const REPLY_MS = 60_000;
const BAD_REQUEST = "BAD_REQUEST";

async function perform(requests: SessionRequests, request: ControlRequest): Promise<ControlReply> {
  switch (request.op) {
    case "answer":
      return requests.answer?.(request) ?? cannot("answered");
    case "submit":
      return requests.submit?.(request) ?? cannot("given text");
    case "interrupt":
      return requests.interrupt?.(request) ?? cannot("interrupted");
    default:
      return requests[request.op](request);
  }
}

function cannot(what: string): ControlRefusal {
  return {
    ok: false,
    code: "CANNOT",
    says: `this session cannot be ${what} from another process`,
    fix: "do it in its terminal",
  };
}

function readRequest(value: unknown): ControlRequest | undefined {
  const request = asObject(value);
  const meant: Meant = {
    ...(request?.["session"] !== undefined && { session: asString(request["session"]) }),
    ...(request?.["by"] !== undefined && { by: asString(request["by"]) }),
  };
  const [prompt, decision, text] = ["prompt", "decision", "text"].map((key) => asString(request?.[key]));
  if (request?.["op"] === "answer") {
    if (prompt === undefined || (decision !== "yes" && decision !== "no")) return undefined;
    return { op: "answer", prompt, decision, ...meant };
  }
  if (request?.["op"] === "submit") return text === undefined ? undefined : { op: "submit", text, ...meant };
  const op = PLAIN_OPS.find((each) => each === request?.["op"]);
  return op && { op, ...meant };
}

function readReply(value: unknown): ControlReply | undefined {
  const reply = asObject(value);
  if (reply?.["ok"] !== true) return readRefusal(reply);
  const says = asString(reply["says"]);
  // Version 1 has a session, a sentence, or both.
  if (reply["session"] === undefined) return says === undefined ? undefined : { ok: true, says };
  const read = checkRecord(reply["session"]);
  if (!read.ok) return undefined;
  const [prompt, screen] = [readPrompt(asObject(reply["prompt"])), readTexts(reply["screen"])];
  return { ok: true, session: read.record, says, ...(prompt && { prompt }), ...(screen && { screen }) };
}

function readRefusal(reply: JsonObject | undefined): ControlRefusal | undefined {
  if (reply?.["ok"] !== false) return undefined;
  const [code, says, fix] = [asString(reply["code"]), asString(reply["says"]), asString(reply["fix"])];
  if (code === undefined || says === undefined || fix === undefined) return undefined;
  return { ok: false, code, says, fix };
}

function readPrompt(prompt: JsonObject | undefined): ShownPrompt | undefined {
  const [id, title, text, question] = ["id", "title", "text", "question"].map((key) =>
    asString(prompt?.[key]),
  );
  const [options, since] = [readTexts(prompt?.["options"]), asNumber(prompt?.["since"])];
  if (id === undefined || title === undefined || text === undefined || question === undefined)
    return undefined;
  return options && since !== undefined ? { id, title, text, question, options, since } : undefined;
}

function readTexts(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((each) => typeof each === "string") ? value : undefined;
}

function refusalOf(why: RefusedBecause): ControlRefusal {
  switch (why.type) {
    case "unknownRequest":
      return refused(BAD_REQUEST, "the request is not one that this session knows");
    case "newerRequest":
      return OLDER;
    case "tooLong":
      return refused("TOO_LONG", "the request is too long");
    case "failed":
      return refused("FAILED", "the session failed to answer", "cac logs shows what happened");
    default:
      return why satisfies never;
  }
}

function refused(code: string, says: string, fix = "compare both versions: cac --version"): ControlRefusal {
  return { ok: false, code, says, fix };
}

const OLDER: ControlRefusal = {
  ok: false,
  code: "OLDER",
  says: "it runs under an older cac, which cannot do that",
  fix: "do it in its terminal; or end the session, and continue it under this version with cac --continue",
};
