import { parseDuration } from "./duration.js";

/** Why a value is refused, as the rest of a sentence that starts with its key; undefined if it is allowed. */
export type ValueRule = (value: unknown) => string | undefined;

export function text(refuse: (text: string) => string | undefined): ValueRule {
  return (value) => (typeof value === "string" ? refuse(value) : `must be a string, got ${typeName(value)}`);
}

/** `refuse` returns why an item is refused, with the item in the sentence. */
export function list(what: string, example: string, refuse: (item: string) => string | undefined): ValueRule {
  return (value) => {
    if (!Array.isArray(value)) return `must be a list of ${what}, such as ${example}, got ${show(value)}`;
    const items: unknown[] = value;
    const refused = items.flatMap((item) =>
      typeof item === "string" ? (refuse(item) ?? []) : `${show(item)} is not a string`,
    );
    return refused.length > 0 ? `is refused: ${refused.join("; ")}` : undefined;
  };
}

export function oneOf(allowed: readonly unknown[]): ValueRule {
  const names = allowed.map((one) => JSON.stringify(one));
  const list = [names.slice(0, -1).join(", "), ...names.slice(-1)].filter((part) => part !== "").join(" or ");
  return (value) => (allowed.includes(value) ? undefined : `must be ${list}, got ${show(value)}`);
}

export function duration(least: string, most: string): ValueRule {
  const range = [least, most].map((text) => parseDuration(text) ?? 0);
  return (value) => {
    if (typeof value === "number" || (typeof value === "string" && /^\s*\d+(?:\.\d+)?\s*$/.test(value))) {
      return `needs a unit, such as "90s", "5m" or "500ms", got ${show(value)}`;
    }
    const ms = typeof value === "string" ? parseDuration(value) : undefined;
    if (ms === undefined) return `must be a duration, such as "90s", "5m" or "1h30m", got ${show(value)}`;
    const [min = 0, max = 0] = range;
    return ms >= min && ms <= max ? undefined : `must be between ${least} and ${most}, got ${show(value)}`;
  };
}

export function milliseconds(least: number, most: number): ValueRule {
  return (value) => {
    if (typeof value !== "number") return `must be a number of milliseconds, got ${show(value)}`;
    const isIn = Number.isInteger(value) && value >= least && value <= most;
    return isIn ? undefined : `must be between ${least} and ${most}, got ${value}`;
  };
}

export function count(least: number, most: number): ValueRule {
  return (value) => {
    const isIn = Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
    return isIn ? undefined : `must be a whole number between ${least} and ${most}, got ${show(value)}`;
  };
}

export function size(least: string, most: string): ValueRule {
  const range = [least, most].map((text) => parseSize(text) ?? 0);
  return (value) => {
    const bytes = typeof value === "string" ? parseSize(value) : undefined;
    if (bytes === undefined) return `must be a size, such as "512kb" or "2mb", got ${show(value)}`;
    const [min = 0, max = 0] = range;
    return bytes >= min && bytes <= max
      ? undefined
      : `must be between ${least} and ${most}, got ${show(value)}`;
  };
}

/** `64kb`, `2mb` in bytes, in steps of 1024; undefined for any other text. */
export function parseSize(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,6})(kb|mb)$/i.exec(text) ?? [];
  if (amount === undefined) return undefined;
  return Number(amount) * (unit?.toLowerCase() === "mb" ? 1024 * 1024 : 1024);
}

/** "a number", "null", "a list": what a value is, in a message. */
export function typeName(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function show(value: unknown): string {
  return typeof value === "object" ? typeName(value) : JSON.stringify(value);
}
