import type { Command } from "commander";

import type { VerbName } from "./verb-names.js";

/** A word that `cac` itself understands. Its file is loaded only when it is the one asked for. */
interface Verb {
  readonly summary: string;
  /** Not for people. */
  readonly isHidden?: boolean;
  /** Adds the command to the program, with its options, help and action. */
  readonly add: (program: Command) => Promise<void>;
}

/** In the order in which the help lists them. */
export const VERBS: Readonly<Record<VerbName, Verb>> = {
  run: {
    summary: "run a command and resume it after limits (plain cac does this for claude)",
    add: async (program) => (await import("./commands/run.js")).addRunCommand(program),
  },
  status: {
    summary: "show every session, what stopped it and when it continues",
    add: async (program) => (await import("./commands/status.js")).addStatusCommand(program),
  },
  resume: {
    summary: "continue a waiting session now",
    add: async (program) => (await import("./commands/resume.js")).addResumeCommand(program),
  },
  cancel: {
    summary: "stop waiting; the session stays as it is",
    add: async (program) => (await import("./commands/cancel.js")).addCancelCommand(program),
  },
  answer: {
    summary: "answer a permission prompt of a session, by its id",
    add: async (program) => (await import("./commands/answer.js")).addAnswerCommand(program),
  },
  logs: {
    summary: "show what happened to a session",
    add: async (program) => (await import("./commands/logs.js")).addLogsCommand(program),
  },
  policy: {
    summary: "show, check and change the rules that approve permission prompts",
    add: async (program) => (await import("./commands/policy.js")).addPolicyCommand(program),
  },
  approvals: {
    summary: "show which permission prompts were approved, and by which rule",
    add: async (program) => (await import("./commands/approvals.js")).addApprovalsCommand(program),
  },
  persona: {
    summary: "ask and talk to Claude Code sessions with their own identity",
    add: async (program) => (await import("./persona/persona.js")).addPersonaCommand(program),
  },
  mcp: {
    summary: "let Claude Code and other MCP clients ask your personas",
    add: async (program) => (await import("./commands/mcp.js")).addMcpCommand(program),
  },
  "persona-host": {
    summary: "run the persona sessions",
    isHidden: true,
    add: async (program) => (await import("./persona/persona-host.js")).addPersonaHostCommand(program),
  },
  demo: {
    summary: "watch a session hit a limit, wait and resume",
    add: async (program) => (await import("./commands/demo.js")).addDemoCommand(program),
  },
  detect: {
    summary: "show what is on a screen, in terminal bytes or in a transcript",
    add: async (program) => (await import("./detect/detect.js")).addDetectCommand(program),
  },
  config: {
    summary: "show and change the settings",
    add: async (program) => (await import("./commands/config.js")).addConfigCommand(program),
  },
  daemon: {
    summary: "resume every session of this user, also those not started with cac",
    add: async (program) => (await import("./commands/daemon.js")).addDaemonCommand(program),
  },
  hook: {
    summary: "the command that Claude Code calls after cac install",
    isHidden: true,
    add: async (program) => (await import("./hook.js")).addHookCommand(program),
  },
  install: {
    summary: "resume every session on this machine: installs hooks and a service",
    add: async (program) => (await import("./commands/install.js")).addInstallCommand(program),
  },
  uninstall: {
    summary: "undo cac install",
    add: async (program) => (await import("./commands/uninstall.js")).addUninstallCommand(program),
  },
  doctor: {
    summary: "check that everything works, and show how to fix problems",
    add: async (program) => (await import("./commands/doctor.js")).addDoctorCommand(program),
  },
};
