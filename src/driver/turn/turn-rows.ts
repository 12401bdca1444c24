import type { CutRow } from "../../claude/transcript/cut-row.js";
import { asObject, asString, parseJson, type JsonObject } from "../../claude/json.js";
import type { ToolUse } from "../../claude/transcript/transcript.js";

/** One line of a transcript. A line that is too long to keep comes as its two ends. */
export type Row = string | Uint8Array | (CutRow & { readonly length: number });

/** Returns undefined if the row is not JSON, or was cut. */
function wholeRow(row: Row): JsonObject | undefined {
  if (typeof row === "string") return asObject(parseJson(row));
  return "head" in row ? undefined : asObject(parseJson(bufferOf(row).toString("utf8")));
}

/** All Stop hooks of a turn ran, or one of them did, and none sent the model on. */
export interface StopRow {
  readonly at: Date;
  /** All of them ran: the turn is over. */
  readonly isLast: boolean;
}

/** Returns undefined for any other row. Claude Code writes this row only if there is a Stop hook. */
export function readStopRow(row: Row): StopRow | undefined {
  const fields = mentions(row, '"type":"system"') ? wholeRow(row) : undefined;
  if (fields?.["type"] !== "system" || fields["isSidechain"] === true) return undefined;
  const errors: unknown = fields["hookErrors"];
  const isLast = fields["subtype"] === "stop_hook_summary";
  const hasStopped = isLast
    ? !Array.isArray(errors) || errors.length === 0
    : OLD_STOP.test(asString(fields["content"]) ?? "");
  const at = timeOf(fields);
  return hasStopped && at ? { at, isLast } : undefined;
}

/** 1.0.64 writes a row for each hook, and one that sends the model on may follow; 2.0.72 and later one row for all of them. */
// oxlint-disable-next-line no-control-regex
const OLD_STOP = /^\u001b\[1mStop\u001b\[22m \[[^]*\] completed successfully(?:$|:)/;

/**
 * Is this user row the row of that text? `altered`: it begins like the text, or contains it, and is something else.
 * Differences that a terminal makes are ignored: white space at the ends, line ends, tabs, control characters.
 */
export function comparePrompt(row: Row, submitted: string): "whole" | "altered" | "other" {
  const wanted = plain(submitted);
  if (typeof row === "object" && "head" in row) return compareEnds(row, wanted);
  const texts = textsOf(row).map(plain);
  if (texts.includes(wanted)) return "whole";
  return texts.some((text) => isAlike(text, wanted)) ? "altered" : "other";
}

/** When the text was submitted, if this is its complete row. Returns undefined for any other row. */
export function findPrompt(row: Row, submitted: string): Date | undefined {
  const fields = mentions(row, '"type":"user"') ? wholeRow(row) : undefined;
  if (fields?.["type"] !== "user" || fields["isMeta"] === true || fields["isSidechain"] === true)
    return undefined;
  return comparePrompt(row, submitted) === "whole" ? timeOf(fields) : undefined;
}

/** A search before parsing: rows of 2.1.325 can be large. */
function mentions(row: Row, ascii: string): boolean {
  if (typeof row === "string") return row.includes(ascii);
  return !("head" in row) && bufferOf(row).includes(ascii);
}

function timeOf(fields: JsonObject): Date | undefined {
  const at = new Date(asString(fields["timestamp"]) ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

function textsOf(row: Row): readonly string[] {
  const content: unknown = asObject(wholeRow(row)?.["message"])?.["content"];
  if (typeof content === "string") return [content];
  return Array.isArray(content) ? content.flatMap((part) => asString(asObject(part)?.["text"]) ?? []) : [];
}

function isAlike(text: string, wanted: string): boolean {
  if (text === "") return false;
  return text.startsWith(wanted.slice(0, ALIKE)) || wanted.startsWith(text) || text.includes(wanted);
}

const ALIKE = 200;

/** How 1.0.64 to 2.1.325 store a paste: composed, tabs as four blanks; 2.1.325 drops characters without a width. */
function plain(text: string): string {
  return text.normalize("NFC").replace(/\r\n?/g, "\n").replaceAll("\t", "    ").replaceAll(UNSEEN, "").trim();
}

// oxlint-disable-next-line no-control-regex
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\ufeff]/g;

/**
 * For a row that is too long to keep: compares the beginning and the end of its text, and the number of bytes between them.
 * Latin-1 has one character for each byte, so a cut inside a UTF-8 character shifts nothing.
 */
function compareEnds(row: CutRow & { length: number }, wanted: string): "whole" | "altered" | "other" {
  const [head, tail] = [bufferOf(row.head).toString("latin1"), bufferOf(row.tail).toString("latin1")];
  const text = Buffer.from(JSON.stringify(wanted).slice(1, -1)).toString("latin1");
  const opening = /"content":(?:\[\{"type":"text","text":)?"/.exec(head);
  if (!opening) return "other";
  const start = opening.index + opening[0].length;
  if (!head.startsWith(text.slice(0, ALIKE), start)) return "other";
  const ending = `${text.slice(-ALIKE)}"`;
  const end = tail.lastIndexOf(ending) + ending.length - 1;
  const isWhole =
    text.startsWith(head.slice(start)) &&
    tail.includes(ending) &&
    row.length - start - (tail.length - end) === text.length;
  return isWhole ? "whole" : "altered";
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** What the model said in this turn. */
export interface Said {
  /** The current message, or the last one; undefined before the first, and after a tool's result. */
  readonly message: Message | undefined;
  /** The last text before that message. */
  readonly before: string;
  /** Tools without a result yet. */
  readonly calls: readonly ToolUse[];
}

/** One assistant row. Claude Code writes one for each block of a message, each with the message's id. */
export interface Spoken {
  readonly messageId: string | undefined;
  readonly uuid: string | undefined;
  readonly texts: readonly string[];
  readonly stopReason: string | undefined;
}

interface Message {
  readonly rows: readonly Spoken[];
  /** What the model had said when it ran out of tokens and was made to continue. */
  readonly begun: string;
}

export const NOTHING_SAID: Said = { message: undefined, before: "", calls: [] };

/** Returns undefined if the row was cut. */
export function readSpoken(row: Row): Spoken | undefined {
  const fields = wholeRow(row);
  const message = asObject(fields?.["message"]);
  if (!fields || !message) return undefined;
  const content: unknown = message["content"];
  const blocks = Array.isArray(content) ? content.map(asObject) : [];
  return {
    messageId: asString(message["id"]),
    uuid: asString(fields["uuid"]),
    texts: blocks.flatMap((block) => (block?.["type"] === "text" ? (asString(block["text"]) ?? []) : [])),
    stopReason: asString(message["stop_reason"]),
  };
}

export function addSpoken(said: Said, spoken: Spoken, calls: readonly ToolUse[]): Said {
  const { message } = said;
  const open = { calls: [...said.calls, ...calls] };
  if (message && message.rows[0]?.messageId === spoken.messageId) {
    const others = message.rows.filter((row) => row.uuid === undefined || row.uuid !== spoken.uuid);
    return { ...said, ...open, message: { ...message, rows: [...others, spoken] } };
  }
  // 2.1.197 and later let the model continue when it ran out of tokens, even in the middle of a word.
  const isCut = stopReasonOf(said) === "max_tokens";
  const begun = message && isCut ? textOf(message) : "";
  return { ...open, before: wordsOf(said), message: { rows: [spoken], begun } };
}

/** `ids` undefined: the row does not name them. */
export function toolsAnswered(said: Said, ids: readonly string[] | undefined): Said {
  const calls = ids ? said.calls.filter((call) => !ids.includes(call.id)) : said.calls.slice(1);
  return { message: undefined, before: wordsOf(said), calls };
}

/** The last message's text, its blocks one below the other; the last text before it if it has none. */
export function wordsOf(said: Said): string {
  return (said.message && textOf(said.message)) || said.before;
}

/** Undefined if no row of the message has one: never in 2.1.32, and in 1.0.64 and 2.0.72 not if the stream was slow. */
export function stopReasonOf(said: Said): string | undefined {
  return said.message?.rows.findLast((row) => row.stopReason !== undefined)?.stopReason;
}

/** The text of the newest row that has one. A Stop hook receives the same. */
export function lastTextOf(said: Said): string | undefined {
  return said.message?.rows.findLast((row) => row.texts.length > 0)?.texts.join("\n");
}

function textOf(message: Message): string {
  return message.begun + message.rows.flatMap((row) => row.texts).join("\n\n");
}
