import { homedir, userInfo } from "node:os";
import { isAbsolute, resolve } from "node:path";

import { readConfigFile } from "./config-file.js";
import { configFile } from "./paths.js";
import { checkSettings, VARIABLES, type Problem, type Settings } from "./schema.js";
import { shellWord } from "./shell-word.js";
import { FLAGS } from "./user-pattern.js";

/** Something about the settings that the user should know before anything else is on the screen. */
export interface ConfigWarning {
  readonly message: string;
  readonly fix: string;
}

export type SettingSource = "option" | "environment" | "file" | "default";

/** The settings in effect. */
export interface Config {
  /**
   * A wording that marks a limit; undefined where the user gave none. `cac` looks for it besides the known ones;
   * `new PatternDetector({ pattern })` looks for it instead of them.
   */
  readonly pattern: RegExp | undefined;
  /** The settings file that was looked for, absolute. */
  readonly file: string;
  /** Where each setting comes from. */
  readonly sources: Readonly<Record<keyof Settings, SettingSource>>;
  /** At most one for each of options, environment and file. */
  readonly warnings: readonly ConfigWarning[];
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
 * left out and told in `warnings`.
 */
export function loadConfig(options: LoadConfigOptions = {}): Config {
  const env = options.env ?? process.env;
  const file = findConfigFile(options);
  const layers = [optionLayer(options.settings ?? {}), environmentLayer(env), fileLayer(file)];
  const giver = (key: keyof Settings) => layers.find((layer) => layer.settings[key] !== undefined);
  const source = (key: keyof Settings) => giver(key)?.source ?? "default";
  const pattern = giver("pattern")?.settings.pattern;
  return {
    pattern: pattern === undefined ? undefined : new RegExp(pattern, FLAGS),
    file,
    sources: { version: source("version"), pattern: source("pattern") },
    warnings: layers.flatMap((layer) => layer.warning ?? []),
  };
}

/** The settings file's absolute path; the file need not exist. */
export function findConfigFile(options: LoadConfigOptions = {}): string {
  const env = options.env ?? process.env;
  const platform = options.platform ?? process.platform;
  const file = configFile({ env, home: options.home ?? home(), platform });
  try {
    return resolve(file);
  } catch {
    // A relative path, and the working directory is gone: the file is missing, which is no reason to stop.
    return file;
  }
}

interface Layer {
  readonly source: SettingSource;
  readonly settings: Settings;
  readonly warning: ConfigWarning | undefined;
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
  if (found.type === "missing") return { source: "file", settings: {}, warning: undefined };
  if (found.type === "bad") {
    return { source: "file", settings: {}, warning: { message: `${file} ${found.says}`, fix: found.fix } };
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
  if (isPlain(given)) return { source, settings: given, warning: undefined };
  const { settings, problems } = checkSettings(given);
  return { source, settings, warning: problems.length > 0 ? warn(problems) : undefined };
}

/** Nothing, or what `cac config init` writes: no need to load the schema, which is slow to load. */
function isPlain(given: object): given is Pick<Settings, "version"> {
  return Object.entries(given).every(
    ([key, value]) => value === undefined || (key === "version" && value === 1),
  );
}

function home(): string {
  return [homedir, () => userInfo().homedir].map(absoluteOf).find((found) => found !== undefined) ?? "/";
}

/** An empty or relative HOME would put the settings wherever the user happens to stand. */
function absoluteOf(find: () => string): string | undefined {
  try {
    const found = find();
    return isAbsolute(found) ? found : undefined;
  } catch {
    // No HOME and no entry in the user database: there is no file of theirs to find either.
    return undefined;
  }
}
