import type { JsonObject } from "../claude/json.js";
import { isSecretName, MASK, maskSecrets } from "../policy/mask-secrets.js";

/** A tool's input as a log may keep it: secrets masked, long texts cut, nothing endless. */
export function maskInput(input: JsonObject): JsonObject {
  return maskMembers(input, 0);
}

// A command is kept whole; of a file that is written, its beginning tells enough.
const LONGEST_TEXT = 8 * 1024;
// Far enough behind it that half a secret at its end is not shown, near enough that a huge file costs little.
const LONGEST_LOOK = 64 * 1024;
const MOST_ITEMS = 50;
const DEEPEST = 6;

function maskMembers(object: object, depth: number): JsonObject {
  const entries: [string, unknown][] = Object.entries(object);
  const shown = entries
    .slice(0, MOST_ITEMS)
    .map(([key, value]): [string, unknown] => [shownText(key), maskMember(key, value, depth)]);
  return Object.fromEntries(entries.length > MOST_ITEMS ? [...shown, ["…", more(entries.length)]] : shown);
}

function maskMember(key: string, value: unknown, depth: number): unknown {
  return typeof value === "string" && value !== "" && isSecretName(key) ? MASK : maskValue(value, depth + 1);
}

function maskValue(value: unknown, depth: number): unknown {
  if (typeof value === "string") return shownText(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth > DEEPEST) return "…";
  if (!Array.isArray(value)) return maskMembers(value, depth);
  const items: unknown[] = value;
  const shown = items.slice(0, MOST_ITEMS).map((item) => maskValue(item, depth + 1));
  return items.length > MOST_ITEMS ? [...shown, more(items.length)] : shown;
}

/** Masked before it is cut: half a secret would not be known for one. */
function shownText(text: string): string {
  const masked = maskSecrets(text.slice(0, LONGEST_LOOK));
  const isCut = masked.length > LONGEST_TEXT || text.length > LONGEST_LOOK;
  return isCut ? `${masked.slice(0, LONGEST_TEXT)}… (of ${text.length} characters)` : masked;
}

function more(count: number): string {
  return `… (${count - MOST_ITEMS} more)`;
}
