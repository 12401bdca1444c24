import { createRequire } from "node:module";

import type * as Zod from "zod";

import { nearestName } from "./nearest-name.js";
import { compileUserPattern } from "./user-pattern.js";

/** What a settings file may hold. Every key is optional there. */
export type Settings = Zod.infer<ReturnType<typeof buildSchema>>;

/** Environment variables and the setting that each one gives. */
export const VARIABLES = { CAC_PATTERN: "pattern" } as const satisfies Record<string, keyof Settings>;

/** One thing that is wrong with the settings: where, and the rest of a sentence that starts with the key. */
export interface Problem {
  readonly path: readonly string[];
  readonly says: string;
}

/**
 * Sorts settings of any origin into what holds and what does not. A key with a problem is left out of
 * `settings`; the others hold.
 */
export function checkSettings(value: object): { settings: Settings; problems: readonly Problem[] } {
  const schema = settingsSchema();
  const first = schema.safeParse(value);
  if (first.success) return { settings: first.data, problems: [] };
  const problems = first.error.issues.flatMap((issue) => describe(issue, value));
  const settings = schema.parse(problems.reduce((rest, { path }) => without(rest, path), value));
  return { settings, problems };
}

/** The keys that exist. */
export function settingKeys(): readonly string[] {
  return Object.keys(settingsSchema().shape);
}

let built: ReturnType<typeof buildSchema> | undefined;

function settingsSchema(): ReturnType<typeof buildSchema> {
  built ??= buildSchema();
  return built;
}

/**
 * The one place that says what a setting may be. A group of settings is a strictObject of its own in here.
 * zod takes about 50 ms to load, in each of its flavours (zod, zod/mini, zod/v4/core: their index pulls in all
 * locales); hence it is required where it is first needed. A second, hand-written check for the quick path
 * would drift from this one; without settings there is nothing to check, and nothing is loaded.
 */
function buildSchema() {
  const zod: typeof Zod = createRequire(import.meta.url)("zod");
  const pattern = zod.string().check((context) => {
    const compiled = compileUserPattern(context.value);
    if (compiled.ok) return;
    context.issues.push({ code: "custom", message: `is refused: ${compiled.reason}`, input: context.value });
  });
  return zod.strictObject({ version: zod.literal(1).optional(), pattern: pattern.optional() });
}

function describe(issue: Zod.core.$ZodIssue, root: object): Problem[] {
  const path = issue.path.map(String);
  const got = valueAt(root, path);
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => {
        const meant = nearestName(key, settingKeys());
        return { path: [...path, key], says: `is not a setting${meant ? `, did you mean "${meant}"?` : ""}` };
      });
    case "invalid_type":
      return [{ path, says: `must be a ${issue.expected}, got ${kindOf(got)}` }];
    case "invalid_value":
      return [
        {
          path,
          says: `must be ${issue.values.map((one) => JSON.stringify(one)).join(" or ")}, got ${show(got)}`,
        },
      ];
    default:
      return [{ path, says: issue.message }];
  }
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function show(value: unknown): string {
  return typeof value === "object" ? kindOf(value) : JSON.stringify(value);
}

function valueAt(root: object, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), root);
}

function without(value: object, path: readonly string[]): object {
  const [key, ...rest] = path;
  // Object.entries and fromEntries: a key named __proto__ stays an ordinary key.
  const entries = Object.entries(value).filter(([name]) => name !== key || rest.length > 0);
  return Object.fromEntries(
    entries.map(([name, inner]: [string, unknown]) => [
      name,
      name === key && isObject(inner) ? without(inner, rest) : inner,
    ]),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
