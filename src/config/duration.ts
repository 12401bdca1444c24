/** `500ms`, `90s`, `5m`, `1h30m`, `2d` in milliseconds; undefined where the text is none. */
export function parseDuration(text: string): number | undefined {
  if (!/^(?:\d{1,9}(?:ms|[smhd]))+$/.test(text)) return undefined;
  let sum = 0;
  for (const [, amount, unit = ""] of text.matchAll(/(\d+)(ms|[smhd])/g)) {
    sum += Number(amount) * (UNITS_MS.get(unit) ?? 0);
  }
  return sum;
}

const UNITS_MS = new Map([
  ["ms", 1],
  ["s", 1000],
  ["m", 60_000],
  ["h", 3_600_000],
  ["d", 86_400_000],
]);
