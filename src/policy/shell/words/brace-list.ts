/** More words than these are not listed. */
const MOST_WORDS = 100;

/** Without quotes, globs, expansions and further braces in it. */
const LIST = /^\{([\w@%+./:=~-]*(?:,[\w@%+./:=~-]*)+)\}$/;
const RANGE = /^\{(-?(?:0|[1-9]\d{0,5}))\.\.(-?(?:0|[1-9]\d{0,5}))(?:\.\.([1-9]\d{0,5}))?\}$/;

/** What `{a,b}` or `{1..5}` stands for in both shells; undefined where that is not certain. */
export function braceItems(text: string): readonly string[] | undefined {
  const list = LIST.exec(text)?.[1]?.split(",");
  if (list !== undefined) return list.length <= MOST_WORDS ? list : undefined;
  const range = RANGE.exec(text);
  if (range === null) return undefined;
  const [from, to, step] = [Number(range[1]), Number(range[2]), Number(range[3] ?? 1)];
  const count = Math.floor(Math.abs(to - from) / step) + 1;
  if (count > MOST_WORDS) return undefined;
  const direction = to < from ? -step : step;
  return Array.from({ length: count }, (_, index) => String(from + index * direction));
}

/** Braces in plain text that a shell may expand all the same. */
export function mayHoldBraces(text: string): boolean {
  const open = text.indexOf("{");
  const inside = open === -1 ? "" : text.slice(open, text.lastIndexOf("}") + 1);
  return inside.includes(",") || inside.includes("..");
}

/** A closing brace without its opening one ends a group in zsh, even inside of a word. */
export function hasLooseBrace(text: string): boolean {
  let open = 0;
  for (const character of text.replaceAll(/\\./gs, "")) {
    if (character === "{") open += 1;
    if (character === "}") open -= 1;
    if (open < 0) return true;
  }
  return false;
}
