import type { Command } from "commander";

import { refusal } from "../../config/check-settings.js";
import { findConfigFile, loadConfig, type Config } from "../../config/load-config.js";
import {
  isSettingKey,
  nearestSetting,
  SETTING_KEYS,
  settingRows,
  VARIABLES,
  type Setting,
  type SettingKey,
  type SettingValue,
} from "../../config/settings-table.js";
import { changeConfig, initConfig } from "../../config/write-config.js";
import { UserError } from "../../errors.js";
import { harmless, harmlessJson } from "../../notify/plain-text.js";
import { addHelpCommand } from "../help.js";
import { reportWarnings, tell } from "../report.js";

const KEY_WIDTH = 21;

const EXAMPLES = `
Settings:
${settingRows().map(helpLine).join("\n")}

Examples:
  cac config get                             every setting and where it comes from
  cac config set resume.prompt "go on, please"
  cac config set notify false
  cac config unset notify
  cac config set approve.without '["sudo"]'   a list, as JSON
  CAC_CONFIG=./other.json cac config path    another file, for one run

Durations are written 500ms, 90s, 5m, 1h30m.
An option (cac help run) wins over the environment (CAC_PATTERN), that over the file, that over the default.
`;

const SET_EXAMPLES = `
Examples:
  cac config set pattern "quota .* used up"
  cac config set pattern -- "-- limit --"      put a value that begins with "-" after --
`;

function helpLine([key, { help, default: fallback }]: readonly [SettingKey, Setting]): string {
  const shown = fallback === null || Array.isArray(fallback) ? "" : ` (${String(fallback)})`;
  const gap = key.length < KEY_WIDTH ? " ".repeat(KEY_WIDTH - key.length) : `\n${" ".repeat(KEY_WIDTH + 2)}`;
  return `  ${key}${gap}${help}${shown}`;
}

interface Output {
  readonly json?: true;
}

export function addConfigCommand(program: Command): void {
  const config = program
    .command("config")
    .description("show and change the settings")
    .addHelpText("after", EXAMPLES);
  config
    .command("init")
    .description("write a settings file")
    .option("--force", "write a new one where there is one, and keep the old one as a .bak file")
    .option("--json", "print JSON")
    .action(init);
  config
    .command("path")
    .description("print where the settings file is")
    .option("--json", "print JSON")
    .action(path);
  config
    .command("get")
    .description("print the settings in effect and where they come from")
    .argument("[key]", "one setting only, or a group: approve")
    .option("--json", "print JSON")
    .action(get);
  config
    .command("set")
    .description("set a setting in the file")
    .argument("<key>", "the setting, as cac config get lists it")
    .argument("<value>", "its new value")
    .option("--json", "print JSON")
    .addHelpText("after", SET_EXAMPLES)
    .action(set);
  config
    .command("unset")
    .description("take a setting out of the file")
    .argument("<key>", "the setting, or any other key in the file")
    .option("--json", "print JSON")
    .action(unset);
  addHelpCommand(config);
}

function init(options: Output & { force?: true }): void {
  const file = findConfigFile();
  const { backup } = initConfig(file, { force: options.force ?? false });
  const kept = backup ? `; the old file is ${backup}` : "";
  print(options, { file, backup: backup ?? null }, `wrote ${file}${kept}`);
}

function path(options: Output): void {
  const file = findConfigFile();
  // A script needs the exact name.
  if (!options.json && !process.stdout.isTTY) process.stdout.write(`${file}\n`);
  else print(options, { file }, file);
}

function get(key: string | undefined, options: Output): void {
  const config = loadConfig();
  reportWarnings(config.warnings);
  const all = inEffect(config);
  const one = key !== undefined && Object.hasOwn(all, key) ? all[key] : undefined;
  if (one) return print(options, one, inWords(one));
  const asked = Object.entries(all).filter(([name]) => key === undefined || name.startsWith(`${key}.`));
  if (key !== undefined && asked.length === 0) throw noSuchSetting(key);
  const lines = asked.map(([name, setting]) => `${name}: ${inWords(setting)}`);
  print(options, Object.fromEntries(asked), lines.join("\n"));
}

function set(key: string, text: string, options: Output): void {
  if (!isSettingKey(key)) throw noSuchSetting(key);
  const value = valueFor(key, text);
  const file = findConfigFile();
  changeConfig(file, key.split("."), value);
  print(options, { file, key, value }, `set ${key} in ${file}`);
  const winner = VARIABLES.find(([variable, name]) => name === key && process.env[variable]);
  if (winner) tell(`warning: ${winner[0]} is set and wins over the file`, `unset ${winner[0]}`);
}

function unset(key: string, options: Output): void {
  // Any key, also one with a dot in its name: this is how a key that is not a setting is removed.
  const file = findConfigFile();
  const changed = changeConfig(file, [key], undefined) || changeConfig(file, key.split("."), undefined);
  print(options, { file, key, changed }, changed ? `took ${key} out of ${file}` : `${key} is not in ${file}`);
}

interface SettingInEffect {
  readonly value: SettingValue;
  readonly source: string;
}

function inEffect({ settings, sources }: Config): Record<string, SettingInEffect> {
  return Object.fromEntries(SETTING_KEYS.map((key) => [key, { value: settings[key], source: sources[key] }]));
}

function inWords({ value, source }: SettingInEffect): string {
  // A list is shown as JSON, the form in which it can be set: a rule may contain any separator.
  const shown = typeof value === "object" && value !== null ? JSON.stringify(value) : (value ?? "not set");
  return `${shown} (${source})`;
}

/** The text itself if the setting takes it, else the value that it is as JSON. */
function valueFor(key: SettingKey, text: string): unknown {
  if (refusal(key, text) === undefined) return text;
  const value = jsonOrText(text);
  const message = refusal(key, value);
  if (message === undefined) return value;
  throw new UserError("SETTING_REFUSED", `"${key}" ${message}`, {
    fix: "give another value; nothing was changed",
  });
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Not JSON: the text itself is the value.
    return text;
  }
}

function noSuchSetting(key: string): UserError {
  const meant = nearestSetting(key);
  return new UserError("NO_SUCH_SETTING", `"${key}" is not a setting`, {
    fix: meant ? `did you mean ${meant}?` : `the settings are: ${SETTING_KEYS.join(", ")}`,
    exitCode: 2,
  });
}

function print(options: Output, json: unknown, text: string): void {
  const lines = text.split("\n").map(harmless).join("\n");
  process.stdout.write(`${options.json ? harmlessJson(json) : lines}\n`);
}
