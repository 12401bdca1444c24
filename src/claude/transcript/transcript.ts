import { readCutRow } from "./cut-row.js";
import type { CutRow } from "./cut-row.js";
import { asNumber, asObject, asString, parseJson } from "../json.js";
import type { JsonObject } from "../json.js";
import { readLimit } from "../limits/limit.js";
import type { Limit } from "../limits/limit.js";
import type { Moment } from "../limits/moment.js";
import { readNativeNotice } from "../screen/native-wait.js";
import type { NativeNotice } from "../screen/native-wait.js";
import { limitOfQuota } from "../limits/quota.js";
import { readTransient } from "../limits/transient.js";
import type { Transient } from "../limits/transient.js";

/** What one row of a transcript reports. */
export type TranscriptEvent = RowOrigin &
  (
    | { readonly type: "limitSeen"; readonly limit: Limit }
    | { readonly type: "transientSeen"; readonly transient: Transient }
    /** An API error that is neither: waiting and trying again do not mend it. */
    | { readonly type: "failureSeen"; readonly error: string | undefined; readonly text: string }
    | { readonly type: "nativeNoticeSeen"; readonly notice: NativeNotice }
    /** A prompt went to the model. `text` is its beginning; `automatic`: Claude Code's own continue sent it. */
    | { readonly type: "promptSent"; readonly text: string; readonly automatic: boolean }
    /** `ids`: the calls that are over; absent where the row was too long to be parsed. */
    | { readonly type: "toolAnswered"; readonly ids?: readonly string[] }
    /** `endsTurn`: nothing follows by itself. Rows of a turn that goes on say otherwise, or nothing. */
    | {
        readonly type: "assistantSpoke";
        readonly endsTurn: boolean;
        /** Absent where it calls none, or the row was too long to be parsed. */
        readonly calls?: readonly ToolUse[];
      }
    | { readonly type: "turnInterrupted" }
    | { readonly type: "turnEnded" }
  );

interface RowOrigin {
  /** When it happened. Order events by this: 2.1.197 writes a prompt's row after the answer's now and then. */
  readonly at: Date;
  readonly sessionId: string | undefined;
  readonly uuid: string | undefined;
  /** The row is a subagent's. */
  readonly sidechain: boolean;
}

/** A tool that the model called. */
export interface ToolUse {
  readonly id: string;
  readonly tool: string;
  readonly input: JsonObject;
  /** Where it would run. */
  readonly cwd?: string;
}

/** `now` stands in for the time of a row that carries none. */
export interface RowContext {
  readonly timeZone: string;
  readonly now?: Date;
}

/** Returns undefined where the row reports nothing of ours, or is no row. Never throws. */
export function readRow(row: string | Uint8Array | CutRow, context: RowContext): TranscriptEvent | undefined {
  if (typeof row !== "string" && "head" in row) return readEdges(row, context);
  if (row.length > LARGEST_PARSED) return readEdges(edgesOf(row), context);
  const json = typeof row === "string" ? row : asBuffer(row).toString("utf8");
  if (!OUR_TYPES.test(json)) return undefined;
  const fields = asObject(parseJson(json));
  return fields && readFields(fields, contentOf(fields["message"]), context);
}

/**
 * Rows of at most 256 KB are parsed; a longer one is read by 64 KB at each end, so 50 MB cost no more than that.
 * Nothing is lost by it: the rows whose text matters (limits, errors, notices) have a few KB in every release,
 * and for a long paste or tool result its beginning says which it is.
 */
const LARGEST_PARSED = 256 * 1024;
const EDGE = 64 * 1024;
const PROMPT_CHARACTERS = 1000;

const OUR_TYPES = /"type"\s*:\s*"(?:user|assistant|system)"/;

/** What a user row holds: the beginning of its text, and whether it brings a tool's result. */
interface Content {
  readonly text: string;
  readonly toolResult: boolean;
  readonly ids?: readonly string[];
  readonly calls?: readonly ToolUse[];
}

function readFields(fields: JsonObject, content: Content, context: RowContext): TranscriptEvent | undefined {
  const written = new Date(asString(fields["timestamp"]) ?? Number.NaN);
  const at = Number.isNaN(written.getTime()) ? context.now : written;
  if (at === undefined) return undefined;
  const origin: RowOrigin = {
    at,
    sessionId: asString(fields["sessionId"]),
    uuid: asString(fields["uuid"]),
    sidechain: fields["isSidechain"] === true,
  };
  const moment: Moment = { now: at, timeZone: context.timeZone };
  const report = readReport(fields, content, moment);
  return report && { ...origin, ...report };
}

type Report<Event = TranscriptEvent> = Event extends unknown ? Omit<Event, keyof RowOrigin> : never;

function readReport(fields: JsonObject, content: Content, moment: Moment): Report | undefined {
  switch (fields["type"]) {
    case "assistant":
      return readAssistant(fields, content, moment);
    case "user":
      return readUser(fields, content);
    case "system":
      return readSystem(fields, moment);
    default:
      return undefined;
  }
}

function readAssistant(fields: JsonObject, content: Content, moment: Moment): Report | undefined {
  const message = asObject(fields["message"]);
  const synthetic = message?.["model"] === "<synthetic>";
  if (fields["isApiErrorMessage"] !== true) {
    if (synthetic) return undefined;
    const endsTurn = message?.["stop_reason"] === "end_turn";
    const cwd = asString(fields["cwd"]);
    const calls = content.calls?.map((call) => (cwd === undefined ? call : { ...call, cwd }));
    return { type: "assistantSpoke", endsTurn, ...(calls && { calls }) };
  }
  // Only Claude Code itself writes rows of this model: a banner in any other row is quoted.
  return synthetic ? readApiError(fields, content.text, moment) : undefined;
}

function readApiError(fields: JsonObject, text: string, moment: Moment): Report {
  const quota = asObject(fields["quotaLimits"]);
  const limit = (quota && limitOfQuota(quota, text, moment)) ?? readLimit(text, moment);
  if (limit) return { type: "limitSeen", limit };
  const transient = readTransient(text);
  if (transient) return { type: "transientSeen", transient };
  const error = asString(fields["error"]);
  // A 429 that names no allowance is a throttle (API-key sessions, 2.0.72 to 2.1.325).
  if (error === "rate_limit") {
    return { type: "transientSeen", transient: { kind: "throttled", retrying: false, text } };
  }
  return { type: "failureSeen", error, text };
}

function readUser(fields: JsonObject, { text, toolResult, ids }: Content): Report | undefined {
  if (toolResult) return { type: "toolAnswered", ...(ids && { ids }) };
  if (fields["isMeta"] === true) {
    return isNativePrompt(fields, text) ? { type: "promptSent", text, automatic: true } : undefined;
  }
  if (fields["isCompactSummary"] === true) return undefined;
  if (text.startsWith("[Request interrupted")) return { type: "turnInterrupted" };
  return text === "" || NOT_FOR_THE_MODEL.test(text)
    ? undefined
    : { type: "promptSent", text, automatic: false };
}

/** Native continue's prompt goes to the model although it is a meta row; 2.1.325 also marks its origin. */
function isNativePrompt(fields: JsonObject, text: string): boolean {
  return asObject(fields["origin"])?.["kind"] === "auto-continuation" || NATIVE_PROMPT.test(text);
}

const NATIVE_PROMPT = /^Your claude\.ai usage (?:limit has reset|is available again)\b/;

/**
 * Rows of type user that nobody sent to the model: local commands (2.1.75 to 2.1.233 run /rate-limit-options by
 * themselves), shell input, notes of the harness. A command that is a prompt begins with <command-message>.
 */
const NOT_FOR_THE_MODEL =
  /^\s*<(?:command-name|local-command-|bash-(?:input|stdout|stderr)|background-task-|task-notification|user-memory-input|system-reminder)/;

function readSystem(fields: JsonObject, moment: Moment): Report | undefined {
  switch (fields["subtype"]) {
    case "turn_duration":
      return { type: "turnEnded" };
    case "api_error": {
      const transient = readTransient(retryAsShown(fields));
      return transient && { type: "transientSeen", transient };
    }
    case "informational": {
      const notice = readNativeNotice(asString(fields["content"]) ?? "", moment);
      return notice && { type: "nativeNoticeSeen", notice };
    }
    default:
      return undefined;
  }
}

/** The row of a retry holds the error as an object; this is the line that the screen shows for it. */
function retryAsShown(fields: JsonObject): string {
  const error = asObject(fields["error"]);
  const what = asNumber(error?.["status"]) ?? asString(error?.["message"]) ?? "Connection error";
  const seconds = Math.round((asNumber(fields["retryInMs"]) ?? 0) / 1000);
  const attempt = `attempt ${asNumber(fields["retryAttempt"]) ?? 1}/${asNumber(fields["maxRetries"]) ?? 10}`;
  return `API Error (${what}) · Retrying in ${seconds} seconds… (${attempt})`;
}

function contentOf(message: unknown): Content {
  const content = asObject(message)?.["content"];
  if (typeof content === "string") return { text: content.slice(0, PROMPT_CHARACTERS), toolResult: false };
  const parts = Array.isArray(content) ? content.map(asObject) : [];
  const text = parts.map((part) => asString(part?.["text"])).find((text) => text !== undefined);
  const image = parts.some((part) => part?.["type"] === "image" || part?.["type"] === "document");
  const results = parts.filter((part) => part?.["type"] === "tool_result");
  const ids = results.flatMap((part) => asString(part?.["tool_use_id"]) ?? []);
  const calls = parts.flatMap(toolUseOf);
  return {
    text: text?.slice(0, PROMPT_CHARACTERS) ?? (image ? "[Image]" : ""),
    toolResult: results.length > 0,
    ...(ids.length > 0 && { ids }),
    ...(calls.length > 0 && { calls }),
  };
}

function toolUseOf(part: JsonObject | undefined): ToolUse | [] {
  const [id, tool] = [asString(part?.["id"]), asString(part?.["name"])];
  const input = asObject(part?.["input"]);
  return part?.["type"] === "tool_use" && id && tool && input ? { id, tool, input } : [];
}

function readEdges(row: CutRow, context: RowContext): TranscriptEvent | undefined {
  const reading = readCutRow(row);
  if (!reading) return undefined;
  // Inside a JSON string every quote is escaped, so these can only be the row's own structure.
  const toolResult = /[{,]"type":"tool_result"/.test(reading.raw) || "toolUseResult" in reading.fields;
  const start = /[{,]"(?:text|content)":"((?:[^"\\]|\\.){1,1000})/.exec(reading.raw)?.[1];
  return readFields(reading.fields, { text: start ? unescaped(start) : "[Image]", toolResult }, context);
}

function unescaped(latin1: string): string {
  const value: unknown = parseJson(`"${Buffer.from(latin1, "latin1").toString("utf8")}"`);
  return (asString(value) ?? latin1).slice(0, PROMPT_CHARACTERS);
}

function edgesOf(row: string | Uint8Array): CutRow {
  if (typeof row !== "string") return { head: row.subarray(0, EDGE), tail: row.subarray(-EDGE) };
  return { head: Buffer.from(row.slice(0, EDGE)), tail: Buffer.from(row.slice(-EDGE)) };
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
