import type { CutRow } from "../../claude/transcript/cut-row.js";
import { asObject, asString, parseJson, type JsonObject } from "../../claude/json.js";

/** One line of a transcript. A line that is too long to keep comes as its two ends. */
export type Row = string | Uint8Array | (CutRow & { readonly length: number });

/** Returns undefined if the row is not JSON, or was cut. */
export function wholeRow(row: Row): JsonObject | undefined {
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
