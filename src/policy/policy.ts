import type { ProgramTable } from "./programs/all-programs.js";
import type { Rule } from "./rules/rule.js";

/** `rules`: approve what an allow rule covers. `all`: approve what is known to be harmless and no rule is against. */
export type ApproveMode = "off" | "rules" | "all";

/** The user's rules, read. Deny comes before ask, ask before allow. */
export interface Policy {
  readonly mode: ApproveMode;
  readonly allow: readonly Rule[];
  readonly ask: readonly Rule[];
  readonly deny: readonly Rule[];
  /** The built-in deny rules that the user has taken out, by name. */
  readonly without: readonly string[];
  /** What is known of programs; our own descriptions where it is left out. */
  readonly programs?: ProgramTable;
}

export interface Verdict {
  readonly verdict: "allow" | "ask" | "deny";
  /** The rule that decided, as the user wrote it, or a built-in one's name; undefined where none did. */
  readonly rule: string | undefined;
  /** One sentence for a person. */
  readonly why: string;
}
