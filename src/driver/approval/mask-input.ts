import type { JsonObject } from "../../claude/json.js";
import { MASK, maskSecrets } from "../../policy/mask-secrets.js";
import { maskArgumentList } from "../../policy/secrets/program-arguments.js";
import { isPlainValue, isSecretName } from "../../policy/secrets/secret-name.js";

/** A tool's input as a log may keep it: secrets masked, long texts cut, nothing endless. */
export function maskInput(input: JsonObject): JsonObject {
  return maskMembers(input, { depth: 0, isSecret: false });
}

// A command is kept whole; of a file that is written, its beginning tells enough.
const LONGEST_TEXT = 8 * 1024;
// Far enough behind it that half a secret at its end is not shown, near enough that a huge file costs little.
const LONGEST_LOOK = 64 * 1024;
const MOST_ITEMS = 50;
const DEEPEST = 6;

interface Position {
  readonly depth: number;
  /** The name of a member above it is a secret's. */
  readonly isSecret: boolean;
}

function maskMembers(object: object, { depth, isSecret }: Position): JsonObject {
  const entries: [string, unknown][] = Object.entries(object);
  const paired = entries.some(([key, value]) => PAIR_NAME.test(key) && isSecretMember(value));
  const program = entries.find(([key]) => PROGRAM.test(key))?.[1];
  const shown = entries.slice(0, MOST_ITEMS).map(([key, value]): [string, unknown] => {
    const isHidden = isSecret || isSecretMember(key, value) || (paired && PAIR_VALUE.test(key));
    const given = ARGUMENTS.test(key) ? maskArgumentsOf(program, value) : value;
    return [shownText(key), maskValue(given, { depth: depth + 1, isSecret: isHidden })];
  });
  return Object.fromEntries(entries.length > MOST_ITEMS ? [...shown, ["…", more(entries.length)]] : shown);
}

/** `{ name: "API_KEY", value: "x" }`, as containers and clients of HTTP have it. */
const PAIR_NAME = /^(?:name|key|header|variable)$/i;
const PAIR_VALUE = /^(?:value|val)$/i;

/** `{ command: "docker", args: ["login", "-p", "x"] }`. */
const PROGRAM = /^(?:command|cmd|program|executable)$/i;
const ARGUMENTS = /^(?:args|arguments|argv)$/i;

function maskArgumentsOf(program: unknown, value: unknown): unknown {
  if (typeof program !== "string" || !isTextList(value)) return value;
  return maskArgumentList([program, ...value.slice(0, MOST_ITEMS + 1)]).slice(1);
}

function isSecretMember(name: unknown, value?: unknown): boolean {
  if (typeof name !== "string" || !(isSecretName(name) || AUTHORIZATION.test(name))) return false;
  return typeof value !== "number" || !isPlainValue(name, String(value));
}

const AUTHORIZATION = /^(?:proxy-)?authorization$/i;

function maskValue(value: unknown, { depth, isSecret }: Position): unknown {
  if (typeof value === "string") return isSecret && value !== "" ? MASK : shownText(value);
  if (typeof value === "number") return isSecret ? MASK : value;
  if (typeof value !== "object" || value === null) return value;
  if (depth > DEEPEST) return "…";
  if (!Array.isArray(value)) return maskMembers(value, { depth, isSecret });
  const items: readonly unknown[] = value;
  const [name, ...others] = items;
  const isPair = others.length === 1 && isSecretMember(name);
  const shown = (isTextList(items) ? maskArgumentList(items.slice(0, MOST_ITEMS)) : items)
    .slice(0, MOST_ITEMS)
    .map((item, index) =>
      maskValue(item, { depth: depth + 1, isSecret: isSecret || (isPair && index === 1) }),
    );
  return items.length > MOST_ITEMS ? [...shown, more(items.length)] : shown;
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
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
