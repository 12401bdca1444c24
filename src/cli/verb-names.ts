/** Our reserved words. Only the command that was asked for is loaded. */
export const VERB_NAMES = [
  "run",
  "status",
  "resume",
  "cancel",
  "answer",
  "logs",
  "policy",
  "approvals",
  "persona",
  "mcp",
  "persona-host",
  "demo",
  "detect",
  "config",
  "daemon",
  "hook",
  "install",
  "uninstall",
  "doctor",
] as const;

export type VerbName = (typeof VERB_NAMES)[number];
