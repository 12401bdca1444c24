import type { Limit } from "../../claude/limits/limit.js";
import type { NativeNotice } from "../../claude/screen/native-wait.js";
import type { ScreenReading, ScreenState } from "../../claude/screen/screen-reading.js";
import type { Transient } from "../../claude/limits/transient.js";
import type { SourceKind } from "./detect-source.js";

/** What a source shows at its end. */
export interface Sight {
  readonly source: SourceKind;
  readonly state: ScreenState;
  readonly limit: Limit | undefined;
  readonly native: NativeNotice | undefined;
  readonly transient: Transient | undefined;
  readonly draft: string | undefined;
  readonly menu: ScreenReading["menu"];
}

/** A limit that only the user's own pattern knows. */
export function ownLimit(text: string, resetsAt: Date | undefined): Limit {
  return { kind: "unknown", model: undefined, resetsAt, waitingHelps: true, text };
}
