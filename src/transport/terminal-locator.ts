import type { ProcessId } from "../host/process-table.js";

/** The variables of a session's environment that tell in which terminal it runs, and nothing else of it. */
export const TERMINAL_VARIABLES = [
  "TERM",
  "TERM_PROGRAM",
  "TMUX",
  "TMUX_PANE",
  "STY",
  "WINDOW",
  "ZELLIJ",
  "ZELLIJ_PANE_ID",
  "ZELLIJ_SESSION_NAME",
  "KITTY_LISTEN_ON",
  "KITTY_WINDOW_ID",
  "WEZTERM_PANE",
  "WEZTERM_UNIX_SOCKET",
  "ITERM_SESSION_ID",
  "TERM_SESSION_ID",
  "WINDOWID",
  "DISPLAY",
  "XAUTHORITY",
  "WAYLAND_DISPLAY",
  "XDG_RUNTIME_DIR",
  "SCREENDIR",
  "TMUX_TMPDIR",
  "WT_SESSION",
] as const;

export type TerminalEnv = Readonly<Partial<Record<(typeof TERMINAL_VARIABLES)[number], string>>>;

/** How a session can be got at later, by a process that it did not start. */
export interface TerminalLocator {
  /** The Claude Code process itself; undefined where it could not be found. */
  readonly process: ProcessId | undefined;
  /** Its controlling terminal, as in `/dev/pts/3`. */
  readonly tty: string | undefined;
  readonly env: TerminalEnv;
}

/** A session that somebody else started. */
export interface ExternalSession {
  /** Claude Code's own id of the conversation. */
  readonly sessionId: string;
  readonly transcript: string | undefined;
  readonly cwd: string;
  /** As in "2.1.325"; undefined where it is not known. */
  readonly release: string | undefined;
  readonly reach: TerminalLocator;
}

/** The variables of `env` that tell where its process runs. */
export function terminalEnv(env: Readonly<Record<string, string | undefined>>): TerminalEnv {
  const known = TERMINAL_VARIABLES.map((name) => [name, env[name]] as const);
  return Object.fromEntries(known.filter(([, value]) => value !== undefined && value !== ""));
}
