import type { EverydaySet } from "./rule-sets.js";

/** Commands that a reasonable person wants approved under a set of rules. */
export interface EverydayGroup {
  readonly about: string;
  readonly under: EverydaySet;
  /** The public file the commands come from, as "owner/repo path"; "own" where we wrote them ourselves. */
  readonly from: string;
  readonly commands: readonly string[];
}
