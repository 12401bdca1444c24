import { resolve } from "node:path";

import type { WrittenPolicy } from "../policy/rules/read-policy.js";
import { parseDuration } from "./duration.js";
import { configFile } from "../host/paths.js";
import type { Settings } from "./schema.js";
import {
  environmentLayer,
  fileLayer,
  optionLayer,
  type ConfigWarning,
  type Layer,
} from "./setting-layers.js";
import type { SettingKey } from "./setting-rules.js";
import { userHome } from "../host/user-home.js";
import { FLAGS } from "./pattern/user-pattern.js";

export type { ConfigWarning } from "./setting-layers.js";

export type SettingSource = "option" | "environment" | "file" | "default";

/** A setting as a file would say it; null where there is none and no default. */
export type SettingValue = string | number | boolean | null | readonly string[];

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
  readonly approve: ApproveConfig;
  readonly daemon: DaemonConfig;
  readonly persona: PersonaConfig;
  /** The settings file that was looked for, absolute. */
  readonly file: string;
  /** Every setting as it is written, by its full key (`resume.prompt`). */
  readonly settings: Readonly<Record<SettingKey, SettingValue>>;
  /** Where each setting comes from. */
  readonly sources: Readonly<Record<SettingKey, SettingSource>>;
  /** At most one for each of options, environment and file. */
  readonly warnings: readonly ConfigWarning[];
}

/** How permission prompts are answered. Only the user's own settings say it, never a project's. */
export interface ApproveConfig extends WrittenPolicy {
  /** How long a prompt is in front of the person before it is approved. */
  readonly delayMs: number;
  /** A sentence: why the mode is off although the user chose another one. */
  readonly offBecause?: string;
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

/** What holds for all personas together. */
export interface PersonaConfig {
  /** How many of their sessions may live at once. */
  readonly maxSessions: number;
  /** Without a question for so long, a session is ended; a persona's own limits may say otherwise. */
  readonly idleMs: number;
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
  "approve.mode": "off",
  "approve.delayMs": 500,
  "approve.allow": [],
  "approve.ask": [],
  "approve.deny": [],
  "approve.without": [],
  "daemon.poll": "60s",
  "daemon.delay": "10s",
  "daemon.spread": "2s",
  "daemon.activeVerificationTimeoutMs": 30_000,
  "daemon.activeVerificationPollMs": 2_000,
  "daemon.blind": false,
  "daemon.whenTerminalGone": "notify",
  "persona.max": 4,
  "persona.idle": "30m",
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
  const mode = pick("approve.mode");
  const lost = mode === "off" ? undefined : layers.find(({ rulesLost }) => rulesLost);
  const told = ({ warning, rulesLost }: Layer): ConfigWarning | undefined => {
    const off = rulesLost && mode !== "off" ? "; nothing is approved until that is put right" : "";
    return warning && { message: warning.message + off, fix: warning.fix };
  };
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
    approve: {
      // Without all of the rules that hold something back, nothing may be approved: not even by an option.
      mode: lost ? "off" : mode,
      ...(lost && { offBecause: `${told(lost)?.message ?? "The rules cannot be read"}.` }),
      delayMs: pick("approve.delayMs"),
      allow: pick("approve.allow"),
      ask: pick("approve.ask"),
      deny: pick("approve.deny"),
      without: pick("approve.without"),
    },
    daemon: {
      pollMs: inMs(pick("daemon.poll")),
      delayMs: inMs(pick("daemon.delay")),
      spreadMs: inMs(pick("daemon.spread")),
      verifyMs: pick("daemon.activeVerificationTimeoutMs"),
      verifyPollMs: pick("daemon.activeVerificationPollMs"),
      allowBlind: pick("daemon.blind"),
      whenTerminalGone: pick("daemon.whenTerminalGone"),
    },
    persona: { maxSessions: pick("persona.max"), idleMs: inMs(pick("persona.idle")) },
    file,
    settings: byKey(pick),
    sources: byKey((key) => giver(key)?.source ?? "default"),
    warnings: layers.flatMap((layer) => told(layer) ?? []),
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
    "approve.mode": of("approve.mode"),
    "approve.delayMs": of("approve.delayMs"),
    "approve.allow": of("approve.allow"),
    "approve.ask": of("approve.ask"),
    "approve.deny": of("approve.deny"),
    "approve.without": of("approve.without"),
    "daemon.poll": of("daemon.poll"),
    "daemon.delay": of("daemon.delay"),
    "daemon.spread": of("daemon.spread"),
    "daemon.activeVerificationTimeoutMs": of("daemon.activeVerificationTimeoutMs"),
    "daemon.activeVerificationPollMs": of("daemon.activeVerificationPollMs"),
    "daemon.blind": of("daemon.blind"),
    "daemon.whenTerminalGone": of("daemon.whenTerminalGone"),
    "persona.max": of("persona.max"),
    "persona.idle": of("persona.idle"),
  };
}

function compiled(pattern: string | null): RegExp | undefined {
  return pattern === null ? undefined : new RegExp(pattern, FLAGS);
}

/** Of a text that its rule has let pass. */
function inMs(duration: string): number {
  return parseDuration(duration) ?? 0;
}
