import type { Moment } from "../limits/moment.js";
import { readResetTime } from "../limits/reset-time.js";
import { LONGEST_MESSAGE, NATIVE_WORDINGS, fold, withoutSign } from "../limits/wordings.js";
import type { NativePhase } from "../limits/wordings.js";

/** What Claude Code says of its own automatic continue (2.1.234 and later). */
export interface NativeNotice {
  readonly phase: NativePhase;
  /** When it will continue; undefined where it does not say. */
  readonly until: Date | undefined;
  readonly text: string;
}

/** Reads one message of Claude Code. Returns undefined where it is not about the automatic continue. */
export function readNativeNotice(text: string, at: Moment): NativeNotice | undefined {
  const folded = fold(withoutSign(text.slice(0, LONGEST_MESSAGE)));
  for (const wording of NATIVE_WORDINGS) {
    const match = wording.says.exec(folded);
    if (!match) continue;
    const until = match.groups?.["until"];
    return { phase: wording.phase, until: until ? readResetTime(until, at) : undefined, text: folded };
  }
  return undefined;
}
