/**
 * In the environment of a session, and so of everything that it starts. Claude Code gives each tool a session of its
 * own: when it is killed they go on, and have nothing else left by which one could know whose they were.
 */
export const MARK_VARIABLE = "CAC_PERSONA_RUN";

/** Set in a persona's session, with its name, so that a `cac mcp` that runs in it says who asks. */
export const CHAIN_VARIABLE = "CAC_PERSONA_CHAIN";

/** Names a file that a `cac mcp` makes when its client has been told the tools. */
export const LISTED_VARIABLE = "CAC_MCP_LISTED";

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The variables for a session of its own. A daemon that a hook has started has those of the session that called the
 * hook, and Claude Code would take itself for a part of that one. What the user set stays, tokens and providers too.
 */
export function freshEnvironment(env: Variables): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && !isOfSession(name)) kept[name] = value;
  }
  return kept;
}

/**
 * All that 2.1.325 gives to a hook and was not given itself; the port of an editor comes from earlier ones. And what we
 * give to a persona's session: what has its mark is killed with it.
 */
export const SESSION_VARIABLES = [
  "AI_AGENT",
  "CLAUDECODE",
  "CLAUDE_CODE_CHILD_SESSION",
  "CLAUDE_CODE_ENTRYPOINT",
  "CLAUDE_CODE_MESSAGING_SOCKET",
  "CLAUDE_CODE_MESSAGING_TOKEN",
  "CLAUDE_CODE_SESSION_ATTENDED",
  "CLAUDE_CODE_SESSION_ID",
  "CLAUDE_CODE_SSE_PORT",
  "CLAUDE_ENV_FILE",
  "CLAUDE_PID",
  "CLAUDE_PROJECT_DIR",
  CHAIN_VARIABLE,
  LISTED_VARIABLE,
  MARK_VARIABLE,
] as const;

/** Later releases may add to these families. */
const FAMILIES = /^CLAUDE_CODE_(?:CHILD|MESSAGING|SESSION)_/;
/** The terminal that the daemon's own parent had. */
const TERMINAL = /^(?:TMUX|TMUX_PANE|STY|WINDOW|TERM_SESSION_ID|(?:ZELLIJ|KITTY|WEZTERM|ITERM)(?:_.*)?)$/;
/** What systemd tells a service about itself. */
const SERVICE = /^(?:INVOCATION_ID|JOURNAL_STREAM|NOTIFY_SOCKET|SYSTEMD_EXEC_PID|MEMORY_PRESSURE_W\w+)$/;
const KNOWN: ReadonlySet<string> = new Set(SESSION_VARIABLES);

function isOfSession(name: string): boolean {
  return KNOWN.has(name) || [FAMILIES, TERMINAL, SERVICE].some((kind) => kind.test(name));
}
