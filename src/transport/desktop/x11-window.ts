import { readdir, readFile } from "node:fs/promises";

import { readProcess } from "../../host/process-table.js";
import type { ExternalSession, TerminalEnv } from "../terminal-locator.js";
import type { RunCommand } from "../../host/run-command.js";
import { terminalHolder } from "../tty/terminal-holder.js";
import type { Xdotool } from "./xdotool.js";

/**
 * The windows that may show a session; which of them does, only its title can tell. Those of the terminal that holds
 * its device; else the one that it was told of; else those of all terminals.
 */
export async function findWindows(
  x: Xdotool,
  session: ExternalSession,
  run: RunCommand,
): Promise<readonly string[]> {
  const { env } = session.reach;
  const holder = await terminalHolder(session, run);
  const own = holder === undefined ? [] : await x.windowsOf(holder.pid);
  // Variables go on to what is started there, also to a terminal of its own: they count only where it has none.
  if (own.length > 0 || innerTerminal(env) !== undefined) return own;
  // A terminal in a sandbox is no ancestor of what runs in it.
  const told = [env.WINDOWID].find((id) => /^\d+$/.test(id ?? ""));
  if (told !== undefined && (await x.title(told)) !== undefined) return [told];
  return x.windowsOfClass(TERMINALS);
}

/** What runs in them has their device for a terminal, and a window in which others may be shown. */
export function innerTerminal(env: TerminalEnv): string | undefined {
  return INNER.find(([variable]) => env[variable] !== undefined)?.[1];
}

/** A window of which one tab, shown or hidden, is the session's beyond doubt. */
export interface TabbedWindow {
  readonly window: string;
  readonly tabs: number;
}

/**
 * In a window with one tab the keys that turn tabs are typed into the program. So it must be certain that there are
 * several: a terminal that is known to have one device for each tab, with one window and more than one device.
 */
export async function tabbedWindow(
  x: Xdotool,
  session: ExternalSession,
  run: RunCommand,
): Promise<TabbedWindow | undefined> {
  const holder = await terminalHolder(session, run);
  if (holder === undefined) return undefined;
  const [window, other] = await x.windowsOf(holder.pid);
  if (window === undefined || other !== undefined) return undefined;
  if (!(await x.windowsOfClass(TABBED)).includes(window)) return undefined;
  const tabs = await devicesBelow(holder.pid);
  return tabs > 1 ? { window, tabs } : undefined;
}

/** How many terminal devices the children of a process have. */
async function devicesBelow(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, "latin1").catch(() => "")),
  );
  const children = lists.join(" ").split(" ").filter(Boolean).map(Number);
  const [terminal, ...processes] = await Promise.all([pid, ...children].map((one) => readProcess(one)));
  const devices = new Set(processes.map((child) => child?.tty));
  devices.delete(undefined);
  devices.delete(terminal?.tty);
  return devices.size;
}

const INNER = [
  ["TMUX", "tmux"],
  ["STY", "GNU screen"],
  ["ZELLIJ", "zellij"],
] as const;

// Ctrl+PageDown turns to their next tab, round and round (seen: xfce4-terminal 1.0.4), and they have no split panes.
const TABBED = "^(Xfce4-terminal|Gnome-terminal|Mate-terminal)$";

const TERMINALS =
  "^(XTerm|UXTerm|URxvt|Xfce4-terminal|Gnome-terminal|Mate-terminal|Lxterminal|konsole|Terminator|Tilix|Alacritty|kitty|st-256color|org\\.wezfurlong\\.wezterm|com\\.mitchellh\\.ghostty)$";
