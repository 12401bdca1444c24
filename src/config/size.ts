/** `64kb`, `2mb` in bytes, in steps of 1024; undefined where the text is none. */
export function parseSize(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,6})(kb|mb)$/i.exec(text) ?? [];
  if (amount === undefined) return undefined;
  return Number(amount) * (unit?.toLowerCase() === "mb" ? 1024 * 1024 : 1024);
}
