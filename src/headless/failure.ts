import type { JsonObject } from "../claude/json.js";
import { readLimit, readReset } from "../claude/limits/limit.js";
import type { Limit } from "../claude/limits/limit.js";
import type { Moment } from "../claude/limits/moment.js";
import { limitOfQuota } from "../claude/limits/quota.js";
import { readTransient } from "../claude/limits/transient.js";
import type { Transient } from "../claude/limits/transient.js";

/** Why a run ended that can be carried on later. */
export type Failure =
  | {
      readonly type: "limit";
      readonly limit: Limit;
      /** The reset is known to the second. A banner leaves the seconds off: 3:25:40 is shown as 3:25pm. */
      readonly isExact: boolean;
    }
  | { readonly type: "transient"; readonly transient: Transient };

export interface FailureClues {
  /** What the run said last. */
  readonly text: string;
  /** The HTTP status that it reports. */
  readonly status?: number | undefined;
  /** What the API said of the allowance: `rate_limit_info` of a stream's row, `quotaLimits` of a transcript's. */
  readonly quota?: JsonObject | undefined;
}

/**
 * Reads the last words of a run that ended in an error. Undefined where the error is of another sort, which trying
 * again does not mend. `pattern` is the user's own wording of a limit.
 */
export function readFailure(
  { text, status, quota }: FailureClues,
  moment: Moment,
  pattern?: RegExp,
): Failure | undefined {
  const exact = quota && limitOfQuota(quota, text, moment);
  if (exact) return { type: "limit", limit: exact, isExact: typeof quota["resetsAt"] === "number" };
  const limit = readLimit(text, moment) ?? readPattern(text, moment, pattern);
  if (limit) return { type: "limit", limit, isExact: EPOCH.test(text) };
  const transient = readTransient(text) ?? transientOfStatus(status, text);
  return transient && { type: "transient", transient };
}

/** 1.0.64: `Claude AI usage limit reached|1794774674`. */
const EPOCH = /\|\d{10}/;

function readPattern(text: string, moment: Moment, pattern: RegExp | undefined): Limit | undefined {
  if (pattern === undefined || text.search(pattern) < 0) return undefined;
  const shown = text.replace(/\s+/g, " ").trim();
  return {
    kind: "unknown",
    model: undefined,
    resetsAt: readReset(shown, moment).at,
    waitingHelps: true,
    text: shown,
  };
}

/** Wordings change faster than statuses. */
function transientOfStatus(status: number | undefined, text: string): Transient | undefined {
  const kind = status === 429 ? "throttled" : status === 529 ? "overloaded" : undefined;
  if (kind !== undefined) return { kind, retrying: false, text };
  return status !== undefined && status >= 500 ? { kind: "server-error", retrying: false, text } : undefined;
}
