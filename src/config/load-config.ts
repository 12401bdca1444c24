import { resolve } from "node:path";

import { readConfigFile } from "./config-file.js";
import { parseDuration } from "./duration.js";
import { VARIABLES } from "./is-configured.js";
import { configFile } from "./paths.js";
import { checkSettings, flatten, type Problem, type Settings } from "./schema.js";
import type { SettingKey } from "./setting-rules.js";
import { shellWord } from "./shell-word.js";
import { userHome } from "./user-home.js";
import { FLAGS } from "./user-pattern.js";

/** Something about the settings that the user should know before anything else is on the screen. */
export interface ConfigWarning {
  readonly message: string;
  readonly fix: string;
}

export type SettingSource = "option" | "environment" | "file" | "default";

/** A setting as a file would say it; null where there is none and no default. */
export type SettingValue = string | number | boolean | null;

/** The settings in effect. */
export interface Config {
  /**
   * A wording that marks a limit; undefined where the user gave none. `cac` looks for it besides the known ones;
   * `new PatternDetector({ pattern })` looks for it instead of them.
   */
  readonly pattern: RegExp | undefined;
  /** The command that is Claude Code; undefined: `claude` on PATH. */
  readonly claude: string | undefined;
  /** What is typed to carry a session on. */
  readonly prompt: string;
  readonly safetyBufferMs: number;
  readonly cooldownMs: number;
  /** What to do about Claude Code's own automatic continue: stand behind it, switch it off, or pay it no heed. */
  readonly nativeMode: "backstop" | "replace" | "ignore";
  readonly nativeGraceMs: number;
  readonly escGapMs: number;
  readonly enterGapMs: number;
  readonly inputWhileWaiting: "forward" | "discard" | "buffer";
  readonly title: boolean;
  readonly notify: boolean;
  readonly exitReset: "modes" | "full";
  readonly daemon: DaemonConfig;
  /** The settings file that was looked for, absolute. */
  readonly file: string;
  /** Every setting as it is written, by its full key (`resume.prompt`). */
  readonly settings: Readonly<Record<SettingKey, SettingValue>>;
  /** Where each setting comes from. */
  readonly sources: Readonly<Record<SettingKey, SettingSource>>;
  /** At most one for each of options, environment and file. */
  readonly warnings: readonly ConfigWarning[];
}

/** What holds for sessions that somebody else started. */
export interface DaemonConfig {
  readonly pollMs: number;
  /** After the reset; sessions due together follow each other by `spreadMs`. */
  readonly delayMs: number;
  readonly spreadMs: number;
  readonly verifyMs: number;
  readonly verifyPollMs: number;
  /** Ways that cannot see the screen may be used. */
  readonly allowBlind: boolean;
  readonly whenTerminalGone: "notify" | "headless" | "tmux";
}

export interface LoadConfigOptions {
  /** Settings that win over everything else. */
  readonly settings?: Settings;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly home?: string;
  readonly platform?: NodeJS.Platform;
}

/** As a settings file would say them. */
const DEFAULTS = {
  version: 1,
  pattern: null,
  claude: null,
  "resume.prompt": "continue",
  "resume.safetyBuffer": "5s",
  "resume.cooldown": "30s",
  "resume.escGap": "100ms",
  "resume.enterGap": "150ms",
  "native.mode": "backstop",
  "native.grace": "180s",
  "input.whileWaiting": "forward",
  title: true,
  notify: true,
  exitReset: "modes",
  "daemon.poll": "60s",
  "daemon.delay": "10s",
  "daemon.spread": "2s",
  "daemon.activeVerificationTimeoutMs": 30_000,
  "daemon.activeVerificationPollMs": 2_000,
  "daemon.blind": false,
  "daemon.whenTerminalGone": "notify",
} as const satisfies Record<SettingKey, SettingValue>;

/**
 * Options, then environment, then file, then defaults. Never throws and prints nothing: what cannot be used is
 * left out and told in `warnings`.
 */
export function loadConfig(options: LoadConfigOptions = {}): Config {
  const env = options.env ?? process.env;
  const file = findConfigFile(options);
  const layers = [optionLayer(options.settings ?? {}), environmentLayer(env), fileLayer(file)];
  const giver = (key: SettingKey) => layers.find((layer) => layer.settings[key] !== undefined);
  const pick = <Key extends SettingKey>(key: Key) => giver(key)?.settings[key] ?? DEFAULTS[key];
  return {
    pattern: compiled(pick("pattern")),
    claude: pick("claude") ?? undefined,
    prompt: pick("resume.prompt"),
    safetyBufferMs: inMs(pick("resume.safetyBuffer")),
    cooldownMs: inMs(pick("resume.cooldown")),
    nativeMode: pick("native.mode"),
    nativeGraceMs: inMs(pick("native.grace")),
    escGapMs: inMs(pick("resume.escGap")),
    enterGapMs: inMs(pick("resume.enterGap")),
    inputWhileWaiting: pick("input.whileWaiting"),
    title: pick("title"),
    notify: pick("notify"),
    exitReset: pick("exitReset"),
    daemon: {
      pollMs: inMs(pick("daemon.poll")),
      delayMs: inMs(pick("daemon.delay")),
      spreadMs: inMs(pick("daemon.spread")),
      verifyMs: pick("daemon.activeVerificationTimeoutMs"),
      verifyPollMs: pick("daemon.activeVerificationPollMs"),
      allowBlind: pick("daemon.blind"),
      whenTerminalGone: pick("daemon.whenTerminalGone"),
    },
    file,
    settings: byKey(pick),
    sources: byKey((key) => giver(key)?.source ?? "default"),
    warnings: layers.flatMap((layer) => layer.warning ?? []),
  };
}

/** The settings file's absolute path; the file need not exist. */
export function findConfigFile(options: LoadConfigOptions = {}): string {
  const env = options.env ?? process.env;
  const platform = options.platform ?? process.platform;
  const file = configFile({ env, home: options.home ?? userHome(), platform });
  try {
    return resolve(file);
  } catch {
    // A relative path, and the working directory is gone: the file is missing, which is no reason to stop.
    return file;
  }
}

interface Layer {
  readonly source: SettingSource;
  readonly settings: ReturnType<typeof flatten>;
  readonly warning: ConfigWarning | undefined;
}

function byKey<Value>(of: (key: SettingKey) => Value): Record<SettingKey, Value> {
  return {
    version: of("version"),
    pattern: of("pattern"),
    claude: of("claude"),
    "resume.prompt": of("resume.prompt"),
    "resume.safetyBuffer": of("resume.safetyBuffer"),
    "resume.cooldown": of("resume.cooldown"),
    "resume.escGap": of("resume.escGap"),
    "resume.enterGap": of("resume.enterGap"),
    "native.mode": of("native.mode"),
    "native.grace": of("native.grace"),
    "input.whileWaiting": of("input.whileWaiting"),
    title: of("title"),
    notify: of("notify"),
    exitReset: of("exitReset"),
    "daemon.poll": of("daemon.poll"),
    "daemon.delay": of("daemon.delay"),
    "daemon.spread": of("daemon.spread"),
    "daemon.activeVerificationTimeoutMs": of("daemon.activeVerificationTimeoutMs"),
    "daemon.activeVerificationPollMs": of("daemon.activeVerificationPollMs"),
    "daemon.blind": of("daemon.blind"),
    "daemon.whenTerminalGone": of("daemon.whenTerminalGone"),
  };
}

function compiled(pattern: string | null): RegExp | undefined {
  return pattern === null ? undefined : new RegExp(pattern, FLAGS);
}

/** Of a text that its rule has let pass. */
function inMs(duration: string): number {
  return parseDuration(duration) ?? 0;
}

function optionLayer(given: Settings): Layer {
  return check("option", given, (problems) => ({
    message: `options: ${problems.map((problem) => `"${problem.path.join(".")}" ${problem.says}`).join("; ")}`,
    fix: "correct what is passed to loadConfig",
  }));
}

function environmentLayer(env: Readonly<Record<string, string | undefined>>): Layer {
  const set = Object.entries(VARIABLES).filter(([variable]) => env[variable]);
  const given = Object.fromEntries(set.map(([variable, key]) => [key, env[variable]]));
  return check("environment", given, (problems) => {
    const bad = set.flatMap(([variable, key]) => {
      const problem = problems.find(({ path }) => path.join(".") === key);
      return problem ? [{ variable, says: problem.says }] : [];
    });
    return {
      message: `environment: ${bad.map(({ variable, says }) => `${variable} ${says}`).join("; ")}`,
      fix: `correct it, or: unset ${bad.map(({ variable }) => variable).join(" ")}`,
    };
  });
}

function fileLayer(file: string): Layer {
  const found = readConfigFile(file);
  if (found.type === "missing") return { source: "file", settings: flatten({}), warning: undefined };
  if (found.type === "bad") {
    return {
      source: "file",
      settings: flatten({}),
      warning: { message: `${file} ${found.says}`, fix: found.fix },
    };
  }
  return check("file", found.value, (problems) => ({
    message: `${file}: ${problems.map((problem) => `"${problem.path.join(".")}" ${problem.says}`).join("; ")}`,
    fix: `correct the file, or: ${problems.map(({ path }) => `cac config unset ${shellWord(path.join("."))}`).join("; ")}`,
  }));
}

function check(
  source: SettingSource,
  given: object,
  warn: (problems: readonly Problem[]) => ConfigWarning,
): Layer {
  const { settings, problems } = checkSettings(given);
  return { source, settings: flatten(settings), warning: problems.length > 0 ? warn(problems) : undefined };
}
