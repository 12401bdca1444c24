/** What the user's terminal does with sequences that draw nothing. */
export interface TerminalFeatures {
  /** OSC 2 sets a title. */
  readonly title: boolean;
  /** OSC 9;4 shows progress, or at least nothing else. */
  readonly progress: boolean;
  /** The form of notification that it knows. */
  readonly notification: "osc9" | "osc99" | "osc777" | undefined;
  /** A multiplexer stands in between and wants to be asked to pass a notification on. */
  readonly through: "tmux" | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Told by the environment: to ask the terminal would put its answer into the session's input. */
export function terminalFeatures(env: Environment): TerminalFeatures {
  const term = env["TERM"] ?? "";
  // The console of older Linux kernels prints what it does not know; a dumb terminal prints everything.
  if (/^(?:|dumb|linux|cons25.*|vt\d+.*)$/.test(term)) return NONE;
  const inTmux = Boolean(env["TMUX"]);
  const inScreen = Boolean(env["STY"]);
  return {
    title: true,
    progress: !inTmux && !inScreen && takesProgress(env, term),
    notification: inScreen ? undefined : notificationOf(env, term),
    through: inTmux ? "tmux" : undefined,
  };
}

const NONE: TerminalFeatures = { title: false, progress: false, notification: undefined, through: undefined };

function notificationOf(env: Environment, term: string): TerminalFeatures["notification"] {
  if (term === "xterm-kitty" || env["KITTY_WINDOW_ID"]) return "osc99";
  if (/^(?:foot|rxvt)/.test(term) || env["VTE_VERSION"]) return "osc777";
  const { name } = program(env);
  if (/^(?:iTerm\.app|iTerm2|WezTerm|ghostty|WarpTerminal)$/.test(name) || term === "xterm-ghostty")
    return "osc9";
  return env["WT_SESSION"] || env["WEZTERM_PANE"] || env["ITERM_SESSION_ID"] ? "osc9" : undefined;
}

/**
 * Some terminals take any OSC 9 for a notification, and would pop one up at each percent: kitty and foot, WezTerm and
 * iTerm2 before the releases below. Others that do not know it ignore it. Over ssh nobody can tell which it is.
 */
function takesProgress(env: Environment, term: string): boolean {
  if (env["WT_SESSION"] || env["ConEmuANSI"] === "ON" || env["VTE_VERSION"]) return true;
  const { name, version } = program(env);
  const first = FIRST_WITH_PROGRESS[name];
  if (first !== undefined) return isAtLeast(version, first);
  if (/^(?:xterm-kitty|foot|rxvt)/.test(term) || env["KITTY_WINDOW_ID"] || name === "WarpTerminal")
    return false;
  return env["SSH_CONNECTION"] === undefined && env["SSH_TTY"] === undefined;
}

const FIRST_WITH_PROGRESS: Readonly<Record<string, string>> = {
  "iTerm.app": "3.6.6",
  iTerm2: "3.6.6",
  ghostty: "1.2.0",
  WezTerm: "20250209",
};

/** iTerm2 names itself in LC_TERMINAL too, which ssh passes on. */
function program(env: Environment): { name: string; version: string } {
  if (env["LC_TERMINAL"]) return { name: env["LC_TERMINAL"], version: env["LC_TERMINAL_VERSION"] ?? "" };
  return { name: env["TERM_PROGRAM"] ?? "", version: env["TERM_PROGRAM_VERSION"] ?? "" };
}

function isAtLeast(version: string, least: string): boolean {
  const [have, want] = [version, least].map((text) => (text.match(/\d+/g) ?? []).map(Number));
  for (const [index, number] of (want ?? []).entries()) {
    const other = have?.[index] ?? 0;
    if (other !== number) return other > number;
  }
  return true;
}
