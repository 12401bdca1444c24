import { asObject, parseJson } from "../json.js";
import type { JsonObject } from "../json.js";

/** A transcript row that is too long to keep: its first and its last bytes. */
export interface CutRow {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
}

export interface CutRowReading {
  /** The top-level fields that lie whole in one of the edges. */
  readonly fields: JsonObject;
  /** The raw text of the edges between those fields: where the cut field begins, and where it ends. */
  readonly raw: string;
}

/**
 * Reads a row by its edges, in time and memory of the edges. Returns undefined where they are not those of a JSON object.
 * Claude Code writes its short fields (type, timestamp, uuid, sessionId, isMeta) before and after the long ones
 * (message, toolUseResult): seen in 1.0.64 to 2.1.325.
 */
export function readCutRow(row: CutRow): CutRowReading | undefined {
  // One character for each byte: a cut inside a UTF-8 character shifts nothing.
  const head = bytesAsText(row.head);
  const tail = bytesAsText(row.tail).trimEnd();
  const headEnd = lastFieldEnd(head);
  const tailStart = firstFieldStart(tail);
  if (headEnd === undefined || tailStart === undefined) return undefined;
  const fields = {
    ...asObject(parseJson(`{${tail.slice(tailStart, -1)}}`)),
    ...asObject(parseJson(`${head.slice(0, headEnd)}}`)),
  };
  return { fields, raw: `${head.slice(headEnd)}\n${tail.slice(0, tailStart)}` };
}

function bytesAsText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}

/** Where the last whole top-level field of the head ends: before the last comma at depth 1. */
function lastFieldEnd(head: string): number | undefined {
  if (!head.startsWith("{")) return undefined;
  let depth = 0;
  let end = 1;
  for (let at = 0; at < head.length; at++) {
    const sign = head[at];
    if (sign === '"') {
      at = closingQuote(head, at);
    } else if (sign === "{" || sign === "[") depth++;
    else if (sign === "}" || sign === "]") depth--;
    else if (sign === "," && depth === 1) end = at;
  }
  return end;
}

/** Where the first whole top-level field of the tail starts: after the first comma at depth 1, read from the end. */
function firstFieldStart(tail: string): number | undefined {
  if (!tail.endsWith("}")) return undefined;
  let depth = 0;
  let start = tail.length - 1;
  for (let at = tail.length - 1; at >= 0; at--) {
    const sign = tail[at];
    if (sign === '"') {
      at = openingQuote(tail, at);
    } else if (sign === "}" || sign === "]") depth++;
    else if (sign === "{" || sign === "[") depth--;
    else if (sign === "," && depth === 1) start = at + 1;
  }
  return start;
}

function closingQuote(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}

function openingQuote(text: string, from: number): number {
  let at = from - 1;
  while (at >= 0 && (text[at] !== '"' || isEscaped(text, at))) at--;
  return at;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - 1 - slashes] === "\\") slashes++;
  return slashes % 2 === 1;
}
