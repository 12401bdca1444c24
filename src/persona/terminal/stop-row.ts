import { asString } from "../../claude/json.js";
import { mentions, type Row, wholeRow } from "./whole-row.js";

/** Stop hooks have run, and none that the row tells of sent the model on. */
export interface StopRow {
  readonly at: Date;
  /** All of them have: the turn is over. */
  readonly isLast: boolean;
}

/** Returns undefined for any other row. Written only where there is a Stop hook. */
export function readStopRow(row: Row): StopRow | undefined {
  const fields = mentions(row, '"type":"system"') ? wholeRow(row) : undefined;
  if (fields?.["type"] !== "system" || fields["isSidechain"] === true) return undefined;
  const errors: unknown = fields["hookErrors"];
  const isLast = fields["subtype"] === "stop_hook_summary";
  const hasStopped = isLast
    ? !Array.isArray(errors) || errors.length === 0
    : OLD_STOP.test(asString(fields["content"]) ?? "");
  const at = new Date(asString(fields["timestamp"]) ?? Number.NaN);
  return hasStopped && !Number.isNaN(at.getTime()) ? { at, isLast } : undefined;
}

/** 1.0.64 writes a row for each hook, and one that sends the model on may follow; 2.0.72 and later one row for all of them. */
// oxlint-disable-next-line no-control-regex
const OLD_STOP = /^\u001b\[1mStop\u001b\[22m \[[^]*\] completed successfully(?:$|:)/;
