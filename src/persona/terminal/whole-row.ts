import type { CutRow } from "../../claude/transcript/cut-row.js";
import { asObject, type JsonObject, parseJson } from "../../claude/json.js";

/** One line of a transcript; one that is too long to keep comes as its edges. */
export type Row = string | Uint8Array | (CutRow & { readonly length: number });

/** Returns undefined where the row is not JSON, or not whole: what it says is unknown then. */
export function wholeRow(row: Row): JsonObject | undefined {
  if (typeof row === "string") return asObject(parseJson(row));
  return "head" in row
    ? undefined
    : asObject(parseJson(Buffer.from(row.buffer, row.byteOffset, row.byteLength).toString("utf8")));
}

/** Whether those characters stand anywhere in it: a look before parsing, since rows of 2.1.325 can be large. */
export function mentions(row: Row, ascii: string): boolean {
  if (typeof row === "string") return row.includes(ascii);
  return !("head" in row) && Buffer.from(row.buffer, row.byteOffset, row.byteLength).includes(ascii);
}
