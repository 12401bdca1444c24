import { createRequire } from "node:module";

import type * as Zod from "zod";

import type { ApproveMode } from "../policy/policy.js";
import { isSettingKey, nearestSetting, RULES, SETTING_KEYS, type SettingKey } from "./setting-rules.js";
import { kindOf } from "./value-rules.js";

/** What a settings file may hold. Every key is optional there. */
export type Settings = Zod.infer<ReturnType<typeof buildSchema>>;

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
  if (isSound(value)) return { settings: value, problems: [] };
  const schema = settingsSchema();
  const first = schema.safeParse(value);
  if (first.success) return { settings: first.data, problems: [] };
  const problems = first.error.issues.flatMap((issue) => describe(issue, value));
  const settings = schema.parse(problems.reduce((rest, { path }) => without(rest, path), value));
  return { settings, problems };
}

/** The settings by their full keys, such as `resume.prompt`. */
export function flatten({ resume, native, input, approve, daemon, persona, ...flat }: Settings) {
  return {
    ...flat,
    "resume.prompt": resume?.prompt,
    "resume.safetyBuffer": resume?.safetyBuffer,
    "resume.cooldown": resume?.cooldown,
    "resume.escGap": resume?.escGap,
    "resume.enterGap": resume?.enterGap,
    "native.mode": native?.mode,
    "native.grace": native?.grace,
    "input.whileWaiting": input?.whileWaiting,
    "approve.mode": approve?.mode,
    "approve.delayMs": approve?.delayMs,
    "approve.allow": approve?.allow,
    "approve.ask": approve?.ask,
    "approve.deny": approve?.deny,
    "approve.without": approve?.without,
    "daemon.poll": daemon?.poll,
    "daemon.delay": daemon?.delay,
    "daemon.spread": daemon?.spread,
    "daemon.activeVerificationTimeoutMs": daemon?.activeVerificationTimeoutMs,
    "daemon.activeVerificationPollMs": daemon?.activeVerificationPollMs,
    "daemon.blind": daemon?.blind,
    "daemon.whenTerminalGone": daemon?.whenTerminalGone,
    "persona.max": persona?.max,
    "persona.idle": persona?.idle,
  } satisfies Partial<Record<SettingKey, unknown>>;
}

/**
 * Whether nothing is wrong, by the same rules. The schema library takes about 50 ms to load, in each of its
 * flavours (zod, zod/mini, zod/v4/core: their index pulls in all locales), and a session waits for it: it is
 * asked only where there is something to complain about.
 */
function isSound(value: object): value is Settings {
  return Object.entries(value).every(([key, member]: [string, unknown]) => {
    // A full key stands in its group: `approve.deny` beside it would have no effect.
    if (!key.includes(".") && (member === undefined || isSettingKey(key))) return holds(key, member);
    const isGroup = SETTING_KEYS.some((known) => known.startsWith(`${key}.`));
    if (!isGroup || !isObject(member) || Array.isArray(member)) return false;
    return Object.entries(member).every(([inner, leaf]) => holds(`${key}.${inner}`, leaf));
  });
}

function holds(key: string, value: unknown): boolean {
  return isSettingKey(key) && (value === undefined || RULES[key](value) === undefined);
}

let built: ReturnType<typeof buildSchema> | undefined;

function settingsSchema(): ReturnType<typeof buildSchema> {
  built ??= buildSchema();
  return built;
}

/** The shape of the settings; what each one may be is in setting-rules.ts. */
function buildSchema() {
  const zod: typeof Zod = createRequire(import.meta.url)("zod");
  const leaf = <Type>(key: SettingKey) =>
    zod
      .custom<Type>()
      .check((context) => {
        const says = RULES[key](context.value);
        if (says !== undefined) context.issues.push({ code: "custom", message: says, input: context.value });
      })
      .optional();
  return zod.strictObject({
    version: leaf<1>("version"),
    pattern: leaf<string>("pattern"),
    claude: leaf<string>("claude"),
    resume: zod
      .strictObject({
        prompt: leaf<string>("resume.prompt"),
        safetyBuffer: leaf<string>("resume.safetyBuffer"),
        cooldown: leaf<string>("resume.cooldown"),
        escGap: leaf<string>("resume.escGap"),
        enterGap: leaf<string>("resume.enterGap"),
      })
      .optional(),
    native: zod
      .strictObject({
        mode: leaf<"backstop" | "replace" | "ignore">("native.mode"),
        grace: leaf<string>("native.grace"),
      })
      .optional(),
    input: zod
      .strictObject({ whileWaiting: leaf<"forward" | "discard" | "buffer">("input.whileWaiting") })
      .optional(),
    title: leaf<boolean>("title"),
    notify: leaf<boolean>("notify"),
    exitReset: leaf<"modes" | "full">("exitReset"),
    approve: zod
      .strictObject({
        mode: leaf<ApproveMode>("approve.mode"),
        delayMs: leaf<number>("approve.delayMs"),
        allow: leaf<readonly string[]>("approve.allow"),
        ask: leaf<readonly string[]>("approve.ask"),
        deny: leaf<readonly string[]>("approve.deny"),
        without: leaf<readonly string[]>("approve.without"),
      })
      .optional(),
    daemon: zod
      .strictObject({
        poll: leaf<string>("daemon.poll"),
        delay: leaf<string>("daemon.delay"),
        spread: leaf<string>("daemon.spread"),
        activeVerificationTimeoutMs: leaf<number>("daemon.activeVerificationTimeoutMs"),
        activeVerificationPollMs: leaf<number>("daemon.activeVerificationPollMs"),
        blind: leaf<boolean>("daemon.blind"),
        whenTerminalGone: leaf<"notify" | "headless" | "tmux">("daemon.whenTerminalGone"),
      })
      .optional(),
    persona: zod
      .strictObject({ max: leaf<number>("persona.max"), idle: leaf<string>("persona.idle") })
      .optional(),
  });
}

function describe(issue: Zod.core.$ZodIssue, root: object): Problem[] {
  const path = issue.path.map(String);
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => {
        if (key.includes(".") && isSettingKey(key)) {
          return { path: [...path, key], says: `must stand in its group: ${inGroup(key)}` };
        }
        const meant = nearestSetting([...path, key].join("."));
        return { path: [...path, key], says: `is not a setting${meant ? `, did you mean "${meant}"?` : ""}` };
      });
    case "invalid_type":
      return [{ path, says: `must be an ${issue.expected}, got ${kindOf(valueAt(root, path))}` }];
    default:
      return [{ path, says: issue.message }];
  }
}

/** `approve.deny` as `"approve": { "deny": … }`. */
function inGroup(key: SettingKey): string {
  const [group, name] = key.split(".");
  return `"${group}": { "${name}": … }`;
}

function valueAt(root: object, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    root,
  );
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
