import type { Command } from "commander";

import { findConfigFile, loadConfig, type Config, type SettingValue } from "../../config/load-config.js";
import { VARIABLES } from "../../config/is-configured.js";
import {
  isSettingKey,
  nearestSetting,
  RULES,
  SETTING_KEYS,
  type SettingKey,
} from "../../config/setting-rules.js";
import { changeConfig, initConfig } from "../../config/write-config.js";
import { UserError } from "../../errors.js";
import { harmless, harmlessJson } from "../views/harmless.js";
import { addHelpCommand } from "../help.js";
import { reportWarnings, tell } from "../report.js";

const EXAMPLES = `
Settings:
  resume.prompt        what is typed to carry a session on ("continue")
  resume.safetyBuffer  how long after the reset (5s)
  resume.cooldown      how long an old limit on the screen counts for nothing (30s)
  resume.escGap        the pause after Esc (100ms)
  resume.enterGap      the pause before Enter (150ms)
  native.mode          Claude Code's own automatic continue: backstop stands behind it,
                       replace switches it off, ignore pays it no heed
  native.grace         how long it is given after the reset (180s)
  input.whileWaiting   your keys during a wait: forward, discard or buffer
  title                the countdown in the window's title: true or false
  notify               notifications: true or false
  exitReset            at the end: modes undoes what the session left on, full resets the terminal
  approve.mode         permission prompts: off, rules (what your rules allow is approved) or all
                       (what no rule holds back)
  approve.delayMs      how long a prompt is yours before it is approved (500)
  approve.allow, approve.ask, approve.deny
                       lists of rules, better changed with cac policy
  approve.without      names of built-in rules to do without (cac policy lists them)
  daemon.poll          how often the daemon looks by itself; files tell of changes (60s)
  daemon.delay         how long after the reset it continues a session (10s)
  daemon.spread        between two sessions that are due together (2s)
  daemon.activeVerificationTimeoutMs, daemon.activeVerificationPollMs
                       how long it waits for a proof, and how often it looks for it (30000, 2000)
  daemon.blind         whether it may type where it cannot see the screen: true or false
  daemon.whenTerminalGone
                       notify tells you, headless goes on without a terminal, tmux in a new tmux session
  persona.max          how many persona sessions may live at once (4)
  persona.idle         how long one lives without a question (30m)
  claude               the command or path of Claude Code, where it is not claude
  pattern              a regular expression for a wording of your own that marks a limit

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
  cac config set pattern -- "-- limit --"      a value that begins with "-" goes behind a --
`;

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
    .argument("<key>", "the setting, or anything else that stands in the file")
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
  // A script needs the name to the letter.
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
  const winner = Object.entries(VARIABLES).find(([variable, name]) => name === key && process.env[variable]);
  if (winner) tell(`warning: ${winner[0]} is set and wins over the file`, `unset ${winner[0]}`);
}

function unset(key: string, options: Output): void {
  // Any key, also one with a dot in its name: this is how what is no setting leaves the file.
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
  // In the form in which it can be set: a rule may hold any sign that could stand between two.
  const shown = typeof value === "object" && value !== null ? JSON.stringify(value) : (value ?? "not set");
  return `${shown} (${source})`;
}

/** The value that the text stands for: itself if the setting takes text, else what it means as JSON. */
function valueFor(key: SettingKey, text: string): unknown {
  if (RULES[key](text) === undefined) return text;
  const value = jsonOrText(text);
  const says = RULES[key](value);
  if (says === undefined) return value;
  throw new UserError("SETTING_REFUSED", `"${key}" ${says}`, {
    fix: "give another value; nothing was changed",
  });
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Not JSON, so it stands for itself.
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
