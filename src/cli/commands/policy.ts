import { statSync } from "node:fs";
import { resolve } from "node:path";
import { Option, type Command } from "commander";

import { loadConfig, type ApproveConfig, type Config } from "../../config/load-config.js";
import { nearestName } from "../../host/nearest-name.js";
import { stateDir, surroundings } from "../../host/paths.js";
import type { Settings } from "../../config/settings-table.js";
import { shellWord } from "../../host/shell-word.js";
import { trustedApproval } from "../../config/trusted-settings.js";
import { readApprovals } from "../../driver/approval/approval-log.js";
import { placeOf } from "../../driver/approval/place.js";
import { UserError } from "../../errors.js";
import { judge } from "../../policy/judge.js";
import type { Verdict } from "../../policy/policy.js";
import { readPolicy } from "../../policy/rules/read-policy.js";
import { parseCall } from "../../policy/rules/rule.js";
import { suggestRules } from "../../policy/rules/suggest.js";
import type { ToolCall } from "../../policy/tool-call.js";
import { ask } from "../../policy/verdicts.js";
import { harmless, harmlessJson } from "../../notify/plain-text.js";
import { addHelpCommand } from "../help.js";
import { addRules, removeRules, type ListName, type RuleChange } from "./policy-change.js";
import { changeLines, jsonOfPolicy, policyLines, suggestionLines } from "../views/policy-view.js";
import { reportWarnings, tell } from "../report.js";

const EXAMPLES = `
A rule is written as in Claude Code's own settings: Bash(npm run test *), Edit(src/**), Read(~/notes/**),
WebFetch(domain:example.com), mcp__server__tool. Deny rules come before ask rules, and ask rules before allow rules.
Every command in a pipe, a list or $(…) must be allowed; a command that cannot be parsed is left to you.
A deny rule does not refuse a call: its prompt stays on the screen for you. A session under cac keeps the rules that
it started with.

Examples:
  cac policy                                   the mode, your rules, and the built-in ones
  cac policy allow 'Bash(npm run test *)' 'Edit(src/**)'
  cac policy deny 'Bash(git push *)'
  cac policy check 'Bash(npm run test && rm -rf /)'
  cac policy suggest                           rules for what you were asked repeatedly
  cac config set approve.mode rules            start approving; cac run --approve rules for one run
  cac config set approve.without '["sudo"]'    turn a built-in rule off
`;

const CHECK_EXAMPLES = `
Exit code: 0 it would be approved, 1 it would be left to you (ask and deny), 2 wrong usage. While approval is off,
nothing is approved; --mode rules shows the verdict of your rules.

Examples:
  cac policy check 'Bash(git log --oneline | head)'
  cac policy check 'Edit(src/main.ts)' --cwd ~/project
  cac policy check 'mcp__db__query({"sql": "select 1"})' --json     {"verdict", "rule", "why", "mode"}
`;

interface Output {
  readonly json?: true;
}

export function addPolicyCommand(program: Command): void {
  const policy = program
    .command("policy")
    .description("show, check and change the rules that approve permission prompts")
    .addHelpText("after", EXAMPLES);
  policy
    .command("list", { isDefault: true })
    .description("show the mode, your rules and the built-in ones")
    .option("--json", "print JSON")
    // A mistyped command arrives here, as the default one's arguments.
    .allowExcessArguments()
    .action((options: Output, command: Command) => list(options, command.args));
  policy
    .command("check")
    .description("show the verdict for a call, and the rule behind it")
    .argument("<call>", "the call, written like a rule: 'Bash(rm -rf /)'")
    .option("--cwd <dir>", "where it would run (default: here)")
    .addOption(new Option("--mode <mode>", "the mode (default: approve.mode)").choices(["rules", "all"]))
    .option("--json", "print JSON")
    .addHelpText("after", CHECK_EXAMPLES)
    .action(check);
  policy
    .command("suggest")
    .description("propose rules for calls that you were asked about at least twice")
    .option("--json", "print JSON")
    .action(suggest);
  for (const [name, says] of LISTS) {
    policy
      .command(name)
      .description(says)
      .argument("<rule...>", "rules, each in quotes")
      .option("--json", "print JSON")
      .action((rules: readonly string[], options: Output) => report(addRules(name, rules), options));
  }
  policy
    .command("remove")
    .description("remove rules from whichever list they are in")
    .argument("<rule...>", "rules, as shown by cac policy")
    .option("--json", "print JSON")
    .action((rules: readonly string[], options: Output) => report(removeRules(rules), options));
  addHelpCommand(policy);
}

const LISTS: readonly (readonly [ListName, string])[] = [
  ["allow", "add rules for calls to approve"],
  ["ask", "add rules for calls to leave to you, even if another rule allows them"],
  ["deny", "add rules for calls never to approve"],
];

function list(options: Output, [word]: readonly string[]): void {
  if (word !== undefined) {
    const meant = nearestName(word, ["list", "check", "suggest", "remove", ...LISTS.map(([name]) => name)]);
    throw new UserError("NO_SUCH_COMMAND", `unknown command '${word}'`, {
      fix: meant ? `did you mean ${meant}?` : "cac help policy",
      exitCode: 2,
    });
  }
  const loaded = load();
  const config = { ...loaded, approve: trusted(loaded, () => resolve(".")) };
  const look = { areRulesLost: areRulesLost(), columns: process.stdout.columns };
  print(options, jsonOfPolicy(config), policyLines(config, look));
}

function check(
  text: string,
  options: Output & { readonly cwd?: string; readonly mode?: "rules" | "all" },
): void {
  const call = parseCall(text);
  if (call === undefined) {
    throw new UserError("NO_CALL", `${JSON.stringify(text)} is not a valid call`, {
      fix: meantBy(text),
      exitCode: 2,
    });
  }
  const cwd = directory(options.cwd ?? ".");
  const approve = trusted(load(options.mode && { approve: { mode: options.mode } }), () => cwd);
  const { verdict, rule, why } = verdictOn(call, approve, cwd);
  const lines = [`${verdict.padEnd(5)}  ${why}`, ...(rule === undefined ? [] : [`rule   ${rule}`])];
  print(options, { verdict, rule: rule ?? null, why, mode: approve.mode }, lines);
  process.exitCode = verdict === "allow" ? 0 : 1;
}

function meantBy(text: string): string {
  const named = text.slice(0, 1).toUpperCase() + text.slice(1);
  const meant = /^\w+\(/.test(text) ? [named] : [named, `Bash(${text})`];
  const call = meant.find((candidate) => text !== "" && parseCall(candidate) !== undefined);
  if (call !== undefined) return `did you mean ${shellWord(call)}? cac help policy check`;
  return "write it like a rule: 'Bash(npm test)', 'Edit(src/a.ts)', 'mcp__server__tool({…})'; cac help policy check";
}

function directory(path: string): string {
  const found = resolve(path);
  if (statSync(found, { throwIfNoEntry: false })?.isDirectory()) return found;
  throw new UserError("NO_DIRECTORY", `${found} is no directory`, { fix: "give another --cwd", exitCode: 2 });
}

function verdictOn(call: ToolCall, approve: ApproveConfig, cwd: string): Verdict {
  if (approve.mode !== "off") {
    return judge(call, readPolicy(approve), placeOf({ cwd, project: cwd, where: surroundings() }));
  }
  if (approve.offBecause !== undefined) return ask(undefined, approve.offBecause);
  if (!areRulesLost()) {
    const fix =
      "cac config set approve.mode rules; cac policy check --mode rules shows what your rules would say";
    tell("approval is off, so nothing is approved", fix);
  }
  return ask(undefined, "Approval is off: every permission prompt is left to you.");
}

async function suggest(options: Output): Promise<void> {
  const { approve } = load();
  const where = surroundings();
  const records = await readApprovals(stateDir(where));
  const suggestions = suggestRules(records, readPolicy(approve), (cwd) =>
    placeOf({ cwd, project: cwd, where }),
  );
  print(options, suggestions, suggestionLines(suggestions));
}

function report(changes: readonly RuleChange[], options: Output): void {
  const { approve } = load();
  const cwd = resolve(".");
  const place = placeOf({ cwd, project: cwd, where: surroundings() });
  // A rule stands for a call of its own words: what is denied of those is denied of all that it means.
  const deniedBy = (rule: string) => {
    const call = parseCall(rule);
    const { verdict, rule: by } = call ? judge(call, readPolicy(approve), place) : { verdict: "ask" };
    return verdict === "deny" ? by : undefined;
  };
  const isIdle = approve.mode === "off" && !areRulesLost();
  print(options, changes, changeLines(changes, { isIdle, deniedBy }));
  if (changes.some(({ did }) => did === "was not there")) process.exitCode = 1;
}

/** Rules that cannot be read switch approval off, even where an option asks for it. */
function areRulesLost(): boolean {
  return loadConfig({ settings: { approve: { mode: "rules" } } }).approve.mode === "off";
}

function load(settings: Settings = {}): Config {
  const config = loadConfig({ settings });
  reportWarnings(config.warnings);
  return config;
}

/** As it would be in effect in a session that is started there. */
function trusted({ approve }: Config, project: () => string): ApproveConfig {
  if (approve.mode === "off") return approve;
  const found = trustedApproval(approve, { projects: [project()], where: surroundings() });
  if (found.distrust) reportWarnings([found.distrust]);
  return found.approve;
}

function print(options: Output, json: unknown, lines: readonly string[]): void {
  process.stdout.write(options.json ? `${harmlessJson(json)}\n` : `${lines.map(harmless).join("\n")}\n`);
}
