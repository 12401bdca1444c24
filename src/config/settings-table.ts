import { nearestName } from "../host/nearest-name.js";

/** A setting as a file holds it; null: not set, and there is no default. */
export type SettingValue = string | number | boolean | null | readonly string[];

/** What a setting may be. check-settings.ts has the rules. */
export type ValueKind =
  | { readonly oneOf: readonly (string | number | boolean)[] }
  | { readonly text: "pattern" | "command" | "prompt" }
  | { readonly list: "rules" | "names of built-in rules" }
  /** The shortest and the longest. */
  | { readonly duration: readonly [string, string] }
  | { readonly milliseconds: readonly [number, number] }
  | { readonly count: readonly [number, number] };

export interface Setting {
  readonly default: SettingValue;
  readonly kind: ValueKind;
  /** The option of `cac run`. */
  readonly option?: string;
  /** The environment variable that sets it too. */
  readonly variable?: string;
  readonly help: string;
}

const YES_OR_NO = { oneOf: [true, false] } as const;
const RULES = { list: "rules" } as const;

/**
 * Every setting, by its full key. Only data, because every session loads it. The loader, `cac run`, `cac config` and
 * docs/SETTINGS.md follow this table.
 */
export const SETTINGS = {
  version: { default: 1, kind: { oneOf: [1] }, help: "the version of the file format" },
  pattern: {
    default: null,
    kind: { text: "pattern" },
    variable: "CAC_PATTERN",
    help: "your own regular expression for a limit (also CAC_PATTERN)",
  },
  claude: {
    default: null,
    kind: { text: "command" },
    help: "the command or path of Claude Code; if not set: claude on PATH",
  },
  "resume.prompt": {
    default: "continue",
    kind: { text: "prompt" },
    option: "--prompt <text>",
    help: "the text that resumes a session; one line",
  },
  "resume.safetyBuffer": {
    default: "5s",
    kind: { duration: ["0s", "1h"] },
    option: "--safety-buffer <duration>",
    help: "how long to wait after the reset",
  },
  "resume.cooldown": {
    default: "30s",
    kind: { duration: ["0s", "1h"] },
    option: "--cooldown <duration>",
    help: "how long after a resume an old limit on the screen is ignored",
  },
  "resume.escGap": {
    default: "100ms",
    kind: { duration: ["20ms", "5s"] },
    option: "--esc-gap <duration>",
    help: "the pause after Esc",
  },
  "resume.enterGap": {
    default: "150ms",
    kind: { duration: ["20ms", "5s"] },
    option: "--enter-gap <duration>",
    help: "the pause before Enter",
  },
  "native.mode": {
    default: "backstop",
    kind: { oneOf: ["backstop", "replace", "ignore"] },
    option: "--native <mode>",
    help: "Claude Code's own continue: backstop steps in if it fails, replace switches it off, or ignore it",
  },
  "native.grace": {
    default: "180s",
    kind: { duration: ["0s", "1d"] },
    option: "--native-grace <duration>",
    help: "how long Claude Code's own continue gets after the reset",
  },
  "input.whileWaiting": {
    default: "forward",
    kind: { oneOf: ["forward", "discard", "buffer"] },
    option: "--input <what>",
    help: "your keys during a wait: forward, discard or buffer",
  },
  title: {
    default: true,
    kind: YES_OR_NO,
    option: "--no-title",
    help: "the countdown in the window title",
  },
  notify: { default: true, kind: YES_OR_NO, option: "--no-notify", help: "notifications" },
  exitReset: {
    default: "modes",
    kind: { oneOf: ["modes", "full"] },
    option: "--exit-reset <how>",
    help: "at the end: undo the modes that were left on, or reset the terminal (full)",
  },
  "approve.mode": {
    default: "off",
    kind: { oneOf: ["off", "rules", "all"] },
    option: "--approve <mode>",
    help: "permission prompts: approve what your rules allow (rules), or all that no rule holds back (all)",
  },
  "approve.delayMs": {
    default: 500,
    kind: { milliseconds: [100, 60_000] },
    help: "how long you have before a prompt is approved",
  },
  "approve.allow": { default: [], kind: RULES, help: "a list of rules; cac policy changes it" },
  "approve.ask": { default: [], kind: RULES, help: "a list of rules; cac policy changes it" },
  "approve.deny": { default: [], kind: RULES, help: "a list of rules; cac policy changes it" },
  "approve.without": {
    default: [],
    kind: { list: "names of built-in rules" },
    help: "names of built-in deny rules to leave out (cac policy lists them)",
  },
  "daemon.poll": {
    default: "60s",
    kind: { duration: ["5s", "1h"] },
    help: "how often the daemon looks by itself; file changes wake it too",
  },
  "daemon.delay": {
    default: "10s",
    kind: { duration: ["0s", "1h"] },
    help: "how long after the reset the daemon continues a session",
  },
  "daemon.spread": {
    default: "2s",
    kind: { duration: ["0s", "10m"] },
    help: "the pause between two sessions that are due together",
  },
  "daemon.activeVerificationTimeoutMs": {
    default: 30_000,
    kind: { milliseconds: [1_000, 600_000] },
    help: "how long the daemon waits for the proof of a resume",
  },
  "daemon.activeVerificationPollMs": {
    default: 2_000,
    kind: { milliseconds: [100, 60_000] },
    help: "how often it looks for the proof",
  },
  "daemon.blind": {
    default: false,
    kind: YES_OR_NO,
    help: "whether it may type where it cannot see the screen",
  },
  "daemon.whenTerminalGone": {
    default: "notify",
    kind: { oneOf: ["notify", "headless", "tmux"] },
    help: "notify tells you, headless continues without a terminal, tmux in a new tmux session",
  },
  "persona.max": {
    default: 4,
    kind: { count: [1, 64] },
    help: "how many persona sessions may run at once",
  },
  "persona.idle": {
    default: "30m",
    kind: { duration: ["5s", "7d"] },
    help: "how long a persona session lives without a question",
  },
} as const satisfies Record<string, Setting>;

export type SettingKey = keyof typeof SETTINGS;

type ValueOf<Kind> = Kind extends { readonly oneOf: readonly (infer Value)[] }
  ? Value
  : Kind extends { readonly list: unknown }
    ? readonly string[]
    : Kind extends { readonly milliseconds: unknown } | { readonly count: unknown }
      ? number
      : string;

type GivenValue<Key extends SettingKey> = ValueOf<(typeof SETTINGS)[Key]["kind"]>;
type Group = SettingKey extends infer Key ? (Key extends `${infer Name}.${string}` ? Name : never) : never;

/** What a settings file may hold. Every key is optional there. */
export type Settings = {
  [Key in SettingKey as Key extends `${string}.${string}` ? never : Key]?: GivenValue<Key> | undefined;
} & {
  [Name in Group]?:
    | {
        [Key in SettingKey as Key extends `${Name}.${infer Inner}` ? Inner : never]?:
          GivenValue<Key> | undefined;
      }
    | undefined;
};

/** The settings that one source gives, by their full keys. */
export type FlatSettings = { readonly [Key in SettingKey]?: GivenValue<Key> | undefined };

/** Returns the value of a setting, or its default. */
export type GetSetting = <Key extends SettingKey>(
  key: Key,
) => NonNullable<FlatSettings[Key]> | (typeof SETTINGS)[Key]["default"];

export const SETTING_KEYS: readonly SettingKey[] = Object.keys(SETTINGS).filter(isSettingKey);

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(SETTINGS, key);
}

/** Every row of the table, as one type. */
export function settingRows(): readonly (readonly [SettingKey, Setting])[] {
  return SETTING_KEYS.map((key) => [key, SETTINGS[key]]);
}

/** Environment variables, and the setting that each one gives. */
export const VARIABLES: readonly (readonly [string, SettingKey])[] = settingRows().flatMap(
  ([key, { variable }]) => (variable === undefined ? [] : [[variable, key] as const]),
);

/** The setting that a mistyped key most likely means, with or without its group; undefined if none is close. */
export function nearestSetting(typed: string): SettingKey | undefined {
  const whole = nearestName(typed, SETTING_KEYS);
  const last = nearestName(lastOf(typed), SETTING_KEYS.map(lastOf));
  return SETTING_KEYS.find((key) => key === whole) ?? SETTING_KEYS.find((key) => lastOf(key) === last);
}

function lastOf(key: string): string {
  return key.slice(key.lastIndexOf(".") + 1);
}

/** An object with a value for each setting. */
export function byKey<Value>(of: (key: SettingKey) => Value): Record<SettingKey, Value> {
  // Object.fromEntries does not know that these are all the keys.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(SETTING_KEYS.map((key) => [key, of(key)])) as Record<SettingKey, Value>;
}

/** The settings as a file holds them: `resume.prompt` in the group `resume`. */
export function inGroups(settings: Iterable<readonly [SettingKey, unknown]>): Settings {
  const top: Record<string, unknown> = {};
  const groups: Record<string, Record<string, unknown>> = {};
  for (const [key, value] of settings) {
    const [group = key, name] = key.split(".");
    if (name === undefined) top[key] = value;
    else (groups[group] ??= {})[name] = value;
  }
  return { ...top, ...groups };
}
