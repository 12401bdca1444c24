import { Option, type Command } from "commander";

import { checkSettings } from "../../config/check-settings.js";
import { inGroups, settingRows, type Setting, type Settings } from "../../config/settings-table.js";
import { UserError } from "../../errors.js";
import { start } from "../start.js";

const EXAMPLES = `
Examples:
  cac run --prompt "go on with the plan" -- claude --model opus
  cac run --native replace --safety-buffer 1m
  cac run --approve rules                      answers permission prompts that your rules allow
  cac run --input buffer -- ./my-agent.sh      any command; its limits are found in its output

Everything behind the -- is the command, unchanged. Without one it is claude.
Durations are written 500ms, 90s, 5m, 1h30m. Put what you always want into the settings: cac config.
`;

type Flags = Readonly<Record<string, unknown>>;

export function addRunCommand(program: Command): void {
  program.enablePositionalOptions();
  const run = program
    .command("run")
    .description("run a command and resume it after its limits (cac alone does this for claude)")
    .argument("[command...]", "what to run, behind a --")
    .passThroughOptions();
  for (const { option } of OPTIONS) run.addOption(option);
  run.option("--debug <file>", "write all details to that file").addHelpText("after", EXAMPLES);
  run.action((words: readonly string[], { debug, ...flags }: Flags & { readonly debug?: string }) => {
    const [command, ...args] = words;
    return start({ command, args, settings: settingsOf(flags), debugFile: debug });
  });
}

/** The settings that have an option of their own. */
const OPTIONS = settingRows().flatMap(([key, setting]) =>
  setting.option === undefined ? [] : [{ key, option: optionOf(setting, setting.option) }],
);

function optionOf({ kind, help, default: fallback }: Setting, flags: string): Option {
  const option = new Option(flags);
  if (option.negate) option.description = `without ${help}`;
  else {
    option.description = `${help} (default ${String(fallback)})`;
    if ("oneOf" in kind) option.choices(kind.oneOf.map(String));
  }
  return option;
}

function settingsOf(flags: Flags): Settings {
  const given = OPTIONS.flatMap(({ key, option }) => {
    const value = flags[option.attributeName()];
    // Commander says true for a --no-… that is absent.
    return value === undefined || (option.negate && value === true) ? [] : [[key, value] as const];
  });
  const settings = inGroups(given);
  const [problem] = checkSettings(settings).problems;
  if (problem === undefined) return settings;
  const key = problem.path.join(".");
  const name = OPTIONS.find((each) => each.key === key)?.option.long ?? key;
  throw new UserError("OPTION_REFUSED", `${name} ${problem.message}`, { fix: "cac help run", exitCode: 2 });
}
