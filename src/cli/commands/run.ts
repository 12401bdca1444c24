import { Option, type Command } from "commander";

import { checkSettings, type Settings } from "../../config/schema.js";
import { UserError } from "../../errors.js";
import { start } from "../start.js";

const EXAMPLES = `
Examples:
  cac run --prompt "go on with the plan" -- claude --model opus
  cac run --native replace --safety-buffer 1m
  cac run --approve rules                      permission prompts that your rules allow are answered
  cac run --input buffer -- ./my-agent.sh      any command, known by its output

Everything behind the -- is the command, untouched. Without one it is claude.
Durations are written 500ms, 90s, 5m, 1h30m. What you always want goes into the settings: cac config.
`;

interface RunFlags {
  readonly prompt?: string;
  readonly safetyBuffer?: string;
  readonly cooldown?: string;
  readonly escGap?: string;
  readonly enterGap?: string;
  readonly native?: "backstop" | "replace" | "ignore";
  readonly nativeGrace?: string;
  readonly input?: "forward" | "discard" | "buffer";
  readonly title: boolean;
  readonly notify: boolean;
  readonly exitReset?: "modes" | "full";
  readonly approve?: "off" | "rules" | "all";
  readonly debug?: string;
}

export function addRunCommand(program: Command): void {
  program.enablePositionalOptions();
  const run = program
    .command("run")
    .description("run a command, carried on after its limits (cac alone does this for claude)")
    .argument("[command...]", "what to run, behind a --")
    .passThroughOptions()
    .option("--prompt <text>", 'what is typed to carry on (default "continue")')
    .option("--safety-buffer <duration>", "how long after the reset (default 5s)")
    .addOption(
      new Option(
        "--native <mode>",
        "Claude Code's own automatic continue: backstop stands behind it, replace switches it off (default backstop)",
      ).choices(["backstop", "replace", "ignore"]),
    )
    .option("--native-grace <duration>", "how long it is given after the reset (default 180s)")
    .option("--cooldown <duration>", "how long an old limit on the screen counts for nothing (default 30s)")
    .option("--esc-gap <duration>", "the pause after Esc (default 100ms)")
    .option("--enter-gap <duration>", "the pause before Enter (default 150ms)")
    .addOption(
      new Option("--input <what>", "your keys during a wait (default forward)").choices([
        "forward",
        "discard",
        "buffer",
      ]),
    )
    .addOption(
      new Option(
        "--approve <mode>",
        "answer permission prompts: what your rules allow, or all that no rule holds back (default off; cac help policy)",
      ).choices(["off", "rules", "all"]),
    )
    .option("--no-title", "leave the window's title alone")
    .option("--no-notify", "show no notifications")
    .addOption(
      new Option(
        "--exit-reset <how>",
        "undo what the session left on, or reset the terminal (default modes)",
      ).choices(["modes", "full"]),
    )
    .option("--debug <file>", "write all details to that file")
    .addHelpText("after", EXAMPLES);
  run.action((words: readonly string[], flags: RunFlags) => {
    const [command, ...args] = words;
    return start({ command, args, settings: settingsOf(flags), debugFile: flags.debug });
  });
}

function settingsOf(flags: RunFlags): Settings {
  const given: Settings = {
    resume: {
      prompt: flags.prompt,
      safetyBuffer: flags.safetyBuffer,
      cooldown: flags.cooldown,
      escGap: flags.escGap,
      enterGap: flags.enterGap,
    },
    native: { mode: flags.native, grace: flags.nativeGrace },
    input: { whileWaiting: flags.input },
    title: flags.title ? undefined : false,
    notify: flags.notify ? undefined : false,
    exitReset: flags.exitReset,
    approve: { mode: flags.approve },
  };
  const [problem] = checkSettings(given).problems;
  if (problem === undefined) return given;
  const option = FLAGS.get(problem.path.join(".")) ?? problem.path.join(".");
  throw new UserError("OPTION_REFUSED", `${option} ${problem.says}`, { fix: "cac help run", exitCode: 2 });
}

/** Where a setting and its option do not have the same name. */
const FLAGS = new Map([
  ["resume.prompt", "--prompt"],
  ["resume.safetyBuffer", "--safety-buffer"],
  ["resume.cooldown", "--cooldown"],
  ["resume.escGap", "--esc-gap"],
  ["resume.enterGap", "--enter-gap"],
  ["native.grace", "--native-grace"],
]);
