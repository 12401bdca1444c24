import type { Moment } from "./moment.js";
import { readResetTime } from "./reset-time.js";
import {
  ALLOWANCE_WORDS,
  LIMIT_WORDINGS,
  LONGEST_MESSAGE,
  PLAIN_WORDS,
  RESET_LEADS,
  fold,
  withoutSign,
} from "./wordings.js";

export type LimitKind = "five-hour" | "weekly" | "model" | "overage" | "spend" | "unknown";

/** A stop that Claude Code reported: what ran out, until when, and whether waiting brings it back. */
export interface Limit {
  readonly kind: LimitKind;
  /** The model's name as shown ("Opus", "Fable 5"), where the limit is one model's. */
  readonly model: string | undefined;
  readonly resetsAt: Date | undefined;
  readonly waitingHelps: boolean;
  /** The sentence as Claude Code showed it, white space folded. */
  readonly text: string;
}

/**
 * Reads one message of Claude Code: a banner, a transcript text, the output of `claude -p`.
 * Returns undefined where the text shows no limit; `resetsAt` undefined where it names no time.
 */
export function readLimit(text: string, at: Moment): Limit | undefined {
  const shown = withoutSign(text.slice(0, LONGEST_MESSAGE))
    .replace(/[\s\u00a0]+/g, " ")
    .trim();
  const folded = fold(shown);
  for (const wording of LIMIT_WORDINGS) {
    const match = wording.says.exec(folded);
    if (!match) continue;
    const rest = folded.slice(match[0].length);
    const reset = readReset(rest, at);
    if (wording.onlyWithReset && !reset.named) continue;
    const which = wording.kind
      ? { kind: wording.kind, model: undefined }
      : readAllowance(match.groups?.["which"] ?? "");
    const needsAction = wording.needsAction ?? NEEDS_ACTION[which.kind] ?? ASKS_FOR_ACTION.test(rest);
    return { ...which, resetsAt: reset.at, waitingHelps: reset.named || !needsAction, text: shown };
  }
  return undefined;
}

/** The same for a wording of the user's own. Undefined where it does not match. */
export function readUserLimit(text: string, at: Moment, pattern: RegExp | undefined): Limit | undefined {
  if (pattern === undefined || text.search(pattern) < 0) return undefined;
  const shown = text.replace(/\s+/g, " ").trim();
  const resetsAt = readReset(shown, at).at;
  return { kind: "unknown", model: undefined, resetsAt, waitingHelps: true, text: shown };
}

const NEEDS_ACTION: Partial<Record<LimitKind, boolean>> = { overage: true, spend: true };
const ASKS_FOR_ACTION = /\/usage-credits|\/extra-usage|switch models|ask your admin|raise it/i;

/** The reset that a sentence names. `named` without `at`: announced in a form that we cannot read; waiting still helps. */
export function readReset(text: string, at: Moment): { named: boolean; at: Date | undefined } {
  let named = false;
  for (const lead of text.matchAll(RESET_LEADS)) {
    const time = readResetTime(text.slice(lead.index + lead[0].length), at);
    if (time) return { named: true, at: time };
    named ||= lead[0] !== "|";
  }
  return { named, at: undefined };
}

/** "5-hour", "weekly", "Opus", "org's monthly spend": which allowance, and of which model. */
function readAllowance(which: string): { kind: LimitKind; model: string | undefined } {
  const names = which
    .split(" ")
    .filter(
      (word) =>
        word && !PLAIN_WORDS.test(word) && !ALLOWANCE_WORDS.some((allowance) => allowance.says.test(word)),
    );
  // New models come faster than new allowances, and their names are capitalised: "Fable 5", "Opus weekly".
  const model = /^\p{Lu}/u.test(names[0] ?? "") ? names.join(" ") : undefined;
  const spoken = ALLOWANCE_WORDS.find((allowance) => allowance.says.test(which));
  if (model && (!spoken || spoken.kind === "weekly")) return { kind: "model", model };
  return { kind: spoken?.kind ?? "unknown", model: undefined };
}
