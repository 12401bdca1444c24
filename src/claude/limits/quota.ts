import { asString } from "../json.js";
import type { JsonObject } from "../json.js";
import { readLimit } from "./limit.js";
import type { Limit, LimitKind } from "./limit.js";
import type { Moment } from "./moment.js";

/**
 * A row's `quotaLimits` (from 2.1.234) and the banner beside it: the one has the reset to the second, the other may
 * name the model. Returns undefined where the quota was not refused.
 */
export function limitOfQuota(quota: JsonObject, text: string, moment: Moment): Limit | undefined {
  if (quota["status"] !== "rejected") return undefined;
  const shown = readLimit(text, moment);
  const claim = asString(quota["rateLimitType"]);
  const kind = kindOfClaim(claim);
  const resetsAt = dateOfSeconds(quota["resetsAt"]) ?? shown?.resetsAt;
  // Money that ran out comes back with money, whatever its period; an allowance comes back with time.
  const needsAction = kind === "overage" && shown?.waitingHelps === false;
  return {
    kind: needsAction ? shown.kind : kind,
    model: kind === "model" ? (shown?.model ?? modelOfClaim(claim)) : undefined,
    resetsAt,
    waitingHelps: !needsAction && (resetsAt !== undefined || (shown?.waitingHelps ?? true)),
    text: shown?.text ?? text.replace(/\s+/g, " ").trim(),
  };
}

function kindOfClaim(claim: string | undefined): LimitKind {
  if (claim === "five_hour") return "five-hour";
  if (claim === "seven_day") return "weekly";
  if (claim === "overage") return "overage";
  return claim?.startsWith(MODEL_CLAIM) ? "model" : "unknown";
}

const MODEL_CLAIM = "seven_day_";

/** "seven_day_opus" -> "Opus". One claim is a model's without naming it: 2.1.325 shows it as "Fable limit". */
function modelOfClaim(claim: string | undefined): string | undefined {
  if (claim === undefined || claim === "seven_day_overage_included") return undefined;
  const words = claim.slice(MODEL_CLAIM.length).split("_").filter(Boolean);
  return words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join(" ") || undefined;
}

function dateOfSeconds(seconds: unknown): Date | undefined {
  if (typeof seconds !== "number" || seconds <= 0) return undefined;
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
