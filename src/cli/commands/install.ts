import type { Command } from "commander";

import { formatRelease } from "../../claude/hooks/releases.js";
import { surroundings, type Surroundings } from "../../host/paths.js";
import { wantsApproval, type Approval } from "../../install/hooks/approval-hook.js";
import { insteadOf, planHooks } from "../../install/hooks/hook-events.js";
import { addHooks } from "../../install/hooks/hook-text.js";
import { installedReleases, type InstalledRelease } from "../../launch/installed-releases.js";
import { mustLast, ownProgram } from "../../launch/own-program.js";
import { hookPlace, setUp, wantedHooks, type ServiceSetUp, type SetUp } from "../../install/set-up.js";
import { UserError } from "../../errors.js";
import { harmless, harmlessJson } from "../../notify/plain-text.js";
import { namedClaude } from "../run-config.js";
import { tell } from "../report.js";

const EXAMPLES = `
Examples:
  cac install                 resume every session on this machine from now on
  cac install --linger        also after a reboot, before you log in (systemd)
  cac install --no-service    install only the hooks; the first session starts the daemon
  cac install --approve       also answer permission prompts by your rules: see cac policy
  cac install --no-approve    leave permission prompts to you again
  cac install --print         print the hooks, for you to put into settings.json

It adds hooks to settings.json in Claude Code's directory. Your own text stays unchanged, and a copy is kept beside it.
It uses only events that every installed Claude Code knows. Run it again after you update Claude Code or cac: your
choice about permission prompts is kept.
cac uninstall removes what was added; cac doctor checks that everything works.
`;

interface InstallOptions {
  readonly service: boolean;
  readonly linger?: true;
  readonly approve?: boolean;
  readonly print?: true;
  readonly json?: true;
}

export function addInstallCommand(program: Command): void {
  program
    .command("install")
    .description("resume every session on this machine: installs hooks and a background service")
    .option("--no-service", "install no service: the hooks start the daemon")
    .option("--linger", "start the service after a reboot, before you log in (systemd)")
    .option(
      "--approve",
      "answer permission prompts by your rules, in sessions that were not started with cac",
    )
    .option("--no-approve", "answer no permission prompts")
    .option("--print", "change nothing, only print the hooks")
    .option("--json", "print JSON")
    .addHelpText("after", EXAMPLES)
    .action(install);
}

async function install(options: InstallOptions): Promise<void> {
  const where = surroundings();
  refuseVainLinger(options, where.platform);
  const program = ownProgram(where);
  mustLast(program);
  // It also warns about settings that cannot be used.
  const claude = await namedClaude(where);
  if (options.approve) await refuseVainApproval(where);
  if (options.print) {
    const installed = await installedReleases(where, claude === undefined ? [] : [claude]);
    const { events } = planHooks(installed, { approve: options.approve ?? wantsApproval(hookPlace(where)) });
    process.stdout.write(addHooks("{}\n", wantedHooks(events, program, where.platform)));
    return;
  }
  const done = await setUp({
    where,
    program,
    claude,
    service: options.service,
    linger: options.linger ?? false,
    approve: options.approve,
  });
  const lines = options.json ? [harmlessJson(jsonOf(done))] : linesOf(done, await isOff(where)).map(harmless);
  process.stdout.write(`${lines.join("\n")}\n`);
  const problem = done.service.type === "none" ? done.service.problem : undefined;
  if (problem === undefined) return;
  tell(`the daemon does not run: ${problem.says}`, problem.fix);
  process.exitCode = 1;
}

function refuseVainLinger({ linger, service }: InstallOptions, platform: NodeJS.Platform): void {
  if (!linger || (service && platform === "linux")) return;
  throw new UserError("VAIN_LINGER", "--linger needs the systemd service, which will not be installed", {
    fix: "leave it out",
    exitCode: 2,
  });
}

async function isOff(where: Surroundings): Promise<boolean> {
  const { loadConfig } = await import("../../config/load-config.js");
  return loadConfig(where).approve.mode === "off";
}

async function refuseVainApproval(where: Surroundings): Promise<void> {
  if (!(await isOff(where))) {
    const { distrustOf } = await import("../../config/trusted-settings.js");
    const distrust = distrustOf({ where, projects: [] });
    if (distrust) throw new UserError("SETTINGS_NOT_TRUSTED", distrust.message, { fix: distrust.fix });
    return;
  }
  throw new UserError("APPROVAL_OFF", "--approve would approve nothing, because approve.mode is off", {
    fix: "cac config set approve.mode rules",
  });
}

function jsonOf({ installed, hooks, settings, approval, service }: SetUp): object {
  return {
    releases: installed.map(({ file, release }) => ({ file, release: release && formatRelease(release) })),
    hooks: hooks.events,
    leftOut: hooks.leftOut.map(({ event, because }) => ({ event, because: because.map(({ file }) => file) })),
    settings,
    approval,
    service,
  };
}

function linesOf({ installed, hooks, settings, approval, service }: SetUp, isApprovalOff: boolean): string[] {
  return [
    ...hookLines(installed, hooks.events, settings),
    ...leftOutLines(hooks.leftOut),
    ...(approval !== "nobody" && isApprovalOff ? [APPROVES_NOTHING] : APPROVAL_LINES[approval]),
    ...serviceLines(service),
  ];
}

function hookLines(
  installed: SetUp["installed"],
  events: readonly string[],
  { file, changed, backup }: SetUp["settings"],
): string[] {
  if (installed.length === 0) {
    return ["hooks:    none, because no Claude Code was found; run cac install again when there is one"];
  }
  const line = `hooks:    ${events.join(", ")} ${changed ? "are now" : "were already"} in ${file}`;
  return backup === undefined ? [line] : [line, `          your own file is kept as ${backup}`];
}

function leftOutLines(leftOut: SetUp["hooks"]["leftOut"]): string[] {
  return leftOut.map(
    ({ event, because }) =>
      `left out: ${event}, because ${because.map(nameOf).join(", ")} would not start with it; ${insteadOf(event)}`,
  );
}

const ANSWERS = "approval: permission prompts are answered by your rules; cac approvals shows each answer";

const APPROVES_NOTHING =
  "approval: permission prompts are left to you, because approve.mode is off: cac config set approve.mode rules";

const APPROVAL_LINES: Readonly<Record<Approval, readonly string[]>> = {
  nobody: [],
  hook: [ANSWERS],
  shared: [
    ANSWERS,
    "          another hook of yours may answer them too: whichever answer comes first counts",
  ],
};

function serviceLines(service: ServiceSetUp): string[] {
  if (service.type === "none") {
    const daemon = service.problem
      ? "the hooks start the daemon"
      : "the daemon runs, and the hooks start it again";
    return [`service:  not installed: ${service.why}; ${daemon}`];
  }
  const line = `service:  runs under ${service.kind}${service.file === undefined ? "" : `: ${service.file}`}`;
  if (service.lingers !== false) return [line];
  return [line, "          it starts when you log in; cac install --linger has it start with the machine"];
}

function nameOf({ release, file }: InstalledRelease): string {
  return release ? `${formatRelease(release)} (${file})` : file;
}
