import { expect, test } from "vitest";

import { terminalFeatures } from "../../src/notify/terminal-features.js";

const X = "xterm-256color";

test.each<[string, Record<string, string>, string]>([
  ["nothing known", {}, "none"],
  ["a dumb terminal", { TERM: "dumb" }, "none"],
  ["the console of Linux", { TERM: "linux" }, "none"],
  ["an old terminal", { TERM: "vt100" }, "none"],
  ["xterm", { TERM: X }, "title progress"],
  ["Terminal.app", { TERM: X, TERM_PROGRAM: "Apple_Terminal" }, "title progress"],
  ["VS Code", { TERM: X, TERM_PROGRAM: "vscode", TERM_PROGRAM_VERSION: "1.99.0" }, "title progress"],
  ["GNOME Terminal", { TERM: X, VTE_VERSION: "8000" }, "title progress osc777"],
  ["Windows Terminal", { TERM: X, WT_SESSION: "1" }, "title progress osc9"],
  ["ConEmu", { TERM: X, ConEmuANSI: "ON" }, "title progress"],
  ["kitty", { TERM: "xterm-kitty", KITTY_WINDOW_ID: "1" }, "title osc99"],
  ["foot", { TERM: "foot" }, "title osc777"],
  ["urxvt", { TERM: "rxvt-unicode-256color" }, "title osc777"],
  [
    "ghostty",
    { TERM: "xterm-ghostty", TERM_PROGRAM: "ghostty", TERM_PROGRAM_VERSION: "1.2.0" },
    "title progress osc9",
  ],
  [
    "an older ghostty",
    { TERM: "xterm-ghostty", TERM_PROGRAM: "ghostty", TERM_PROGRAM_VERSION: "1.1.3" },
    "title osc9",
  ],
  ["iTerm2", { TERM: X, TERM_PROGRAM: "iTerm.app", TERM_PROGRAM_VERSION: "3.6.6" }, "title progress osc9"],
  [
    "a newer iTerm2",
    { TERM: X, TERM_PROGRAM: "iTerm.app", TERM_PROGRAM_VERSION: "3.10.1" },
    "title progress osc9",
  ],
  ["an older iTerm2", { TERM: X, TERM_PROGRAM: "iTerm.app", TERM_PROGRAM_VERSION: "3.5.14" }, "title osc9"],
  ["an iTerm2 without a version", { TERM: X, TERM_PROGRAM: "iTerm.app" }, "title osc9"],
  [
    "WezTerm",
    { TERM: X, TERM_PROGRAM: "WezTerm", TERM_PROGRAM_VERSION: "20240203-110809-5046fc22" },
    "title osc9",
  ],
  [
    "a newer WezTerm",
    { TERM: X, TERM_PROGRAM: "WezTerm", TERM_PROGRAM_VERSION: "20250601-1-a" },
    "title progress osc9",
  ],
  ["Warp", { TERM: X, TERM_PROGRAM: "WarpTerminal" }, "title osc9"],
  ["anything over ssh", { TERM: X, SSH_TTY: "/dev/pts/1" }, "title"],
  [
    "iTerm2 over ssh",
    { TERM: X, SSH_CONNECTION: "a", LC_TERMINAL: "iTerm2", LC_TERMINAL_VERSION: "3.6.6" },
    "title progress osc9",
  ],
  ["kitty over ssh", { TERM: "xterm-kitty", SSH_TTY: "/dev/pts/1" }, "title osc99"],
  ["tmux", { TERM: "tmux-256color", TMUX: "/tmp/t,1,0", TERM_PROGRAM: "tmux" }, "title through-tmux"],
  [
    "tmux in kitty",
    { TERM: "tmux-256color", TMUX: "/tmp/t,1,0", KITTY_WINDOW_ID: "1" },
    "title osc99 through-tmux",
  ],
  [
    "tmux in Windows Terminal",
    { TERM: "screen", TMUX: "/tmp/t,1,0", WT_SESSION: "1" },
    "title osc9 through-tmux",
  ],
  ["screen", { TERM: "screen-256color", STY: "12.pts-0", WT_SESSION: "1" }, "title"],
])("%s", (_, env, expected) => {
  const { title, progress, notification, through } = terminalFeatures(env);
  const words = [title && "title", progress && "progress", notification, through && `through-${through}`];
  expect(words.filter(Boolean).join(" ") || "none").toBe(expected);
});
