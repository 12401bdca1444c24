import { basename, sep } from "node:path";

import type { JsonObject } from "../../claude/json.js";
import type { ApprovalRecord } from "../../driver/approval/approval-log.js";
import { describeCall } from "../../policy/rules/rule.js";
import { harmless, harmlessJson } from "../../notify/plain-text.js";
import { localTime } from "./logs-view.js";

export interface ApprovalsLook {
  /** The width to keep to; undefined where nobody looks at lines. */
  readonly columns?: number | undefined;
  readonly timeZone?: string;
}

/** The documented shape of a line of `cac approvals --json`. */
export function jsonOfApproval(record: ApprovalRecord): string {
  const { session, rule, delayMs } = record;
  return harmlessJson({
    ...record,
    session: session ?? null,
    rule: rule ?? null,
    delayMs: delayMs ?? null,
  });
}

export const HEAD: readonly string[] = ["TIME", "PROJECT", "VERDICT", "OUTCOME", "CALL", "RULE OR REASON"];

/** A line of the table. Its columns are of fixed width, so that lines which come later stand below each other. */
export function approvalLine(record: ApprovalRecord, { columns, timeZone }: ApprovalsLook): string {
  const { time, cwd, verdict, outcome, tool, input, rule, why } = record;
  const cells = [
    localTime(new Date(time), timeZone),
    basename(cwd) || cwd,
    verdict,
    outcome,
    describeCall({ tool, input: fromDirectory(input, cwd) }),
    rule ?? why,
  ];
  return tableLine(cells.map(harmless), columns);
}

/** A file's path as a rule would name it: from where the session is. */
function fromDirectory(input: JsonObject, cwd: string): JsonObject {
  const shortened = Object.entries(input).map(([key, value]): [string, unknown] => {
    const isInside = PATHS.has(key) && typeof value === "string" && value.startsWith(`${cwd}${sep}`);
    return [key, isInside ? value.slice(cwd.length + sep.length) : value];
  });
  return Object.fromEntries(shortened);
}

const PATHS: ReadonlySet<string> = new Set(["file_path", "notebook_path", "path"]);

export function tableLine(cells: readonly string[], columns: number | undefined): string {
  const [time = "", ...others] = cells;
  const isNarrow = columns !== undefined && columns < WIDE;
  const widths = isNarrow ? NARROW_WIDTHS : WIDTHS;
  const shown = [isNarrow ? time.replace(YEAR_AND_SECONDS, "$1") : time, ...others];
  const fixed = widths.map((width, index) => shortened(shown[index] ?? "", width).padEnd(width));
  const [call = "", reason = ""] = shown.slice(widths.length);
  if (columns === undefined) return [...fixed, call, reason].join(GAP).trimEnd();
  const room = columns - widths.reduce((sum, width) => sum + width + GAP.length, GAP.length);
  // The call is what the line is about; both are known by how they begin.
  const callWidth = Math.max(LEAST, Math.floor(room * 0.6));
  const last = [
    shortened(call, callWidth).padEnd(callWidth),
    shortened(reason, Math.max(LEAST, room - callWidth)),
  ];
  return [...fixed, ...last].join(GAP).trimEnd();
}

const GAP = "  ";
/** Of the time, the project, the verdict and the outcome. */
const WIDTHS = [19, 16, 7, 8] as const;
/** In a window of 80 columns the call and the reason need the room more than the year does. */
const NARROW_WIDTHS = [11, 8, 7, 8] as const;
const WIDE = 110;
const YEAR_AND_SECONDS = /^\d{4}-(\d\d-\d\d \d\d:\d\d):\d\d$/;
const LEAST = 12;

function shortened(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
}
