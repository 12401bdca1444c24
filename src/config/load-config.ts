import { resolve } from "node:path";

import { configFile } from "../host/paths.js";
import { userHome } from "../host/user-home.js";
import type { WrittenPolicy } from "../policy/rules/read-policy.js";
import { configValues } from "./config-values.js";
import {
  environmentLayer,
  fileLayer,
  optionLayer,
  type ConfigWarning,
  type Layer,
} from "./setting-layers.js";
import { byKey, SETTINGS, type SettingKey, type Settings, type SettingValue } from "./settings-table.js";

export type { ConfigWarning } from "./setting-layers.js";

export type SettingSource = "option" | "environment" | "file" | "default";

/** The settings in effect. */
export interface Config {
  /**
   * A wording that marks a limit; undefined where the user gave none. `cac` looks for it besides the known ones;
   * `new PatternDetector({ pattern })` looks for it instead of them.
   */
  readonly pattern: RegExp | undefined;
  /** The command that is Claude Code; undefined: `claude` on PATH. */
  readonly claude: string | undefined;
  /** What is typed to resume a session. */
  readonly prompt: string;
  readonly safetyBufferMs: number;
  readonly cooldownMs: number;
  /** What to do about Claude Code's own automatic continue: step in if it fails, switch it off, or ignore it. */
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
  /** The absolute path of the settings file; it may not exist. */
  readonly file: string;
  /** Every setting as a file would hold it, by its full key (`resume.prompt`). */
  readonly settings: Readonly<Record<SettingKey, SettingValue>>;
  /** Where each setting comes from. */
  readonly sources: Readonly<Record<SettingKey, SettingSource>>;
  /** At most one for each of options, environment and file. */
  readonly warnings: readonly ConfigWarning[];
}

/** How permission prompts are answered. Only the user's own settings decide this, never a project's. */
export interface ApproveConfig extends WrittenPolicy {
  /** How long the person has before a prompt is approved. */
  readonly delayMs: number;
  /** A sentence: why the mode is off although the user chose another one. */
  readonly offBecause?: string;
}

/** For sessions that `cac` did not start. */
export interface DaemonConfig {
  readonly pollMs: number;
  /** After the reset; sessions due together follow each other by `spreadMs`. */
  readonly delayMs: number;
  readonly spreadMs: number;
  readonly verifyMs: number;
  readonly verifyPollMs: number;
  /** Transports that cannot read the screen may be used. */
  readonly allowBlind: boolean;
  readonly whenTerminalGone: "notify" | "headless" | "tmux";
}

/** For all personas together. */
export interface PersonaConfig {
  /** How many of their sessions may run at once. */
  readonly maxSessions: number;
  /** A session without a question for this long is ended; a persona's own limits can override it. */
  readonly idleMs: number;
}

export interface LoadConfigOptions {
  /** Settings that win over everything else. */
  readonly settings?: Settings;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly home?: string;
  readonly platform?: NodeJS.Platform;
}

/**
 * Options, then environment, then file, then defaults. Never throws and prints nothing: what cannot be used is
 * left out and reported in `warnings`.
 */
export function loadConfig(options: LoadConfigOptions = {}): Config {
  const env = options.env ?? process.env;
  const file = findConfigFile(options);
  const layers = [optionLayer(options.settings ?? {}), environmentLayer(env), fileLayer(file)];
  const giver = (key: SettingKey) => layers.find((layer) => layer.settings[key] !== undefined);
  const get = <Key extends SettingKey>(key: Key) => giver(key)?.settings[key] ?? SETTINGS[key].default;
  const values = configValues(get);
  const { mode } = values.approve;
  const lost = mode === "off" ? undefined : layers.find(({ rulesLost }) => rulesLost);
  const warningOf = ({ warning, rulesLost }: Layer): ConfigWarning | undefined => {
    const off = rulesLost && mode !== "off" ? "; nothing is approved until that is corrected" : "";
    return warning && { message: warning.message + off, fix: warning.fix };
  };
  // Without all rules that hold something back, nothing may be approved: not even by an option.
  const offBecause = lost && `${warningOf(lost)?.message ?? "The rules cannot be read"}.`;
  return {
    ...values,
    approve: { ...values.approve, ...(offBecause !== undefined && { mode: "off", offBecause }) },
    file,
    settings: byKey(get),
    sources: byKey((key) => giver(key)?.source ?? "default"),
    warnings: layers.flatMap((layer) => warningOf(layer) ?? []),
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
