/** Whether a rule covers something. `maybe`: only running it would tell. */
export type Match = "yes" | "maybe" | "no";

/** What one rule finds in a call. `why` is a whole sentence. */
export interface Finding {
  readonly match: "yes" | "maybe";
  readonly why: string;
}

export function finding(match: Match, why: string): Finding | undefined {
  return match === "no" ? undefined : { match, why };
}

/** The strongest of several: one `yes` is enough. */
export function strongest(findings: Iterable<Finding | undefined>): Finding | undefined {
  let best: Finding | undefined;
  for (const found of findings) {
    if (found?.match === "yes") return found;
    best ??= found;
  }
  return best;
}
