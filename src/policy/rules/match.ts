/** Whether a rule covers something. `maybe`: only running it would tell. */
export type Match = "yes" | "maybe" | "no";

/** What one rule finds in a call. `why` is a whole sentence. */
export interface Finding {
  readonly match: "yes" | "maybe";
  readonly why: string;
}

/** The strongest of several: one `yes` is enough, and any `maybe` keeps it from being `no`. */
export function strongestMatch(matches: Iterable<Match>): Match {
  let best: Match = "no";
  for (const match of matches) {
    if (match === "yes") return match;
    if (match === "maybe") best = match;
  }
  return best;
}

/** The strongest finding of several. */
export function strongest(findings: Iterable<Finding | undefined>): Finding | undefined {
  let best: Finding | undefined;
  for (const found of findings) {
    if (found?.match === "yes") return found;
    best ??= found;
  }
  return best;
}
