/** A pattern for a row of texts: the words of a command, the names in a path. */
export type Item<Glob> =
  | { readonly kind: "glob"; readonly glob: Glob }
  /** Any one text. */
  | { readonly kind: "one" }
  /** Any texts, or none. */
  | { readonly kind: "many" };

/** The places in the pattern that a text leads to from one of them. */
export type Step<Glob, Text> = (items: readonly Item<Glob>[], at: number, text: Text) => readonly number[];

/**
 * Follows all ways through the pattern at once, text after text: a hostile row costs no more time than its length
 * times the pattern's.
 */
export function accepts<Glob, Text>(
  items: readonly Item<Glob>[],
  texts: readonly Text[],
  step: Step<Glob, Text>,
): boolean {
  let places = withSkips(items, new Set([0]));
  for (const text of texts) {
    const next = new Set<number>();
    for (const at of places) for (const to of step(items, at, text)) next.add(to);
    if (next.size === 0) return false;
    places = withSkips(items, next);
  }
  return places.has(items.length);
}

/** `many` may stand for nothing. */
function withSkips<Glob>(items: readonly Item<Glob>[], places: Set<number>): Set<number> {
  for (const at of places) if (items[at]?.kind === "many") places.add(at + 1);
  return places;
}
