import {
  LONGEST_MESSAGE,
  RETRYING,
  TRANSIENT_STARTS,
  TRANSIENT_WORDINGS,
  fold,
  withoutSign,
} from "./wordings.js";
import type { TransientWording } from "./wordings.js";

/** A failure that passes by itself and names no reset. */
export interface Transient {
  readonly kind: TransientWording["kind"] | "unknown";
  /** Claude Code is still trying by itself. */
  readonly retrying: boolean;
  readonly text: string;
}

/** Reads one message of Claude Code. Returns undefined where it reports no failure of that sort. */
export function readTransient(text: string): Transient | undefined {
  const folded = fold(withoutSign(text.slice(0, LONGEST_MESSAGE)));
  if (!TRANSIENT_STARTS.test(folded)) return undefined;
  const kind = TRANSIENT_WORDINGS.find((wording) => wording.says.test(folded))?.kind;
  const retrying = RETRYING.test(folded);
  // "API Error: 400 …" is an error of the request: trying again brings the same.
  if (!kind && !retrying) return undefined;
  return { kind: kind ?? "unknown", retrying, text: folded };
}
