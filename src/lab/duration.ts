const UNITS_MS = new Map([
  ["s", 1000],
  ["m", 60_000],
  ["h", 3_600_000],
  ["d", 86_400_000],
]);

/** `90s`, `5m`, `3h`, `3d` or a row of them (`1h30m`) in milliseconds; undefined where the text is none. */
export function parseDuration(text: string): number | undefined {
  if (!/^(?:\d+[smhd])+$/.test(text)) return undefined;
  let sum = 0;
  for (const [, amount, unit = ""] of text.matchAll(/(\d+)([smhd])/g)) {
    sum += Number(amount) * (UNITS_MS.get(unit) ?? 0);
  }
  return sum;
}
