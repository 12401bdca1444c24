import type { Moment } from "./moment.js";

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

/** Returns undefined where the text shows no limit; `resetsAt` undefined where it names no time. */
export function readLimit(_text: string, _at: Moment): Limit | undefined {
  return undefined;
}
