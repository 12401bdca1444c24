import { asString } from "../claude/json.js";
import { mentions, wholeRow } from "./whole-row.js";
import type { Row } from "./whole-row.js";

/**
 * When the session's Stop hooks have run and none of them sent the model on: a turn is over. Returns undefined for any
 * other row. Written only where there is a Stop hook.
 */
export function readStopRow(row: Row): Date | undefined {
  const fields = mentions(row, '"type":"system"') ? wholeRow(row) : undefined;
  if (fields?.["type"] !== "system" || fields["isSidechain"] === true) return undefined;
  const errors: unknown = fields["hookErrors"];
  const hasStopped =
    fields["subtype"] === "stop_hook_summary"
      ? !Array.isArray(errors) || errors.length === 0
      : OLD_STOP.test(asString(fields["content"]) ?? "");
  const at = new Date(asString(fields["timestamp"]) ?? Number.NaN);
  return hasStopped && !Number.isNaN(at.getTime()) ? at : undefined;
}

/** 1.0.64 writes a line for each hook; 2.0.72 and later one row for all of them. */
// oxlint-disable-next-line no-control-regex
const OLD_STOP = /^\u001b\[1mStop\u001b\[22m \[[^]*\] completed successfully(?:$|:)/;
