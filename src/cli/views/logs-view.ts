import { asObject, parseJson } from "../../claude/json.js";
import { harmless, harmlessJson } from "../../notify/plain-text.js";

/** A line of a log for people, `2026-11-15 15:25:03 life state=WAITING`; as it is where it is none of ours. */
export function readableLine(line: string, timeZone?: string): string {
  const { time, event, ...details } = asObject(parseJson(line)) ?? {};
  if (typeof time !== "string" || typeof event !== "string" || Number.isNaN(Date.parse(time)))
    return harmless(line);
  const words = Object.entries(details).map(([key, value]) => `${key}=${wordOf(value)}`);
  return harmless([localTime(new Date(time), timeZone), event, ...words].join(" "));
}

/** The line as one JSON value that no terminal is moved by; undefined where it is none. */
export function jsonLine(line: string): string | undefined {
  const value = asObject(parseJson(line));
  if (value === undefined) return undefined;
  return harmlessJson(value);
}

function wordOf(value: unknown): string {
  return typeof value === "string" && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
}

/** `2026-11-15 15:25:03`: Swedish writes times as ISO 8601 does. */
export function localTime(time: Date, timeZone: string | undefined): string {
  return new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium", timeZone }).format(time);
}
