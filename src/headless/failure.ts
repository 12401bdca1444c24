import type { JsonObject } from "../claude/json.js";
import { readLimit, readUserLimit, type Limit } from "../claude/limits/limit.js";
import type { Moment } from "../claude/limits/moment.js";
import { limitOfQuota } from "../claude/limits/quota.js";
import { readTransient, type Transient } from "../claude/limits/transient.js";

/** Why a run ended that can be carried on later. */
export type Failure =
  | { readonly type: "limit"; readonly limit: Limit }
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
  if (exact) return { type: "limit", limit: exact };
  const limit = readLimit(text, moment) ?? readUserLimit(text, moment, pattern);
  if (limit) return { type: "limit", limit };
  const transient = readTransient(text) ?? transientOfStatus(status, text);
  return transient && { type: "transient", transient };
}

/** Wordings change faster than statuses. */
function transientOfStatus(status: number | undefined, text: string): Transient | undefined {
  const kind = status === 429 ? "throttled" : status === 529 ? "overloaded" : undefined;
  if (kind !== undefined) return { kind, retrying: false, text };
  return status !== undefined && status >= 500 ? { kind: "server-error", retrying: false, text } : undefined;
}
