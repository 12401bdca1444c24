import { readdir, readFile } from "node:fs/promises";

import { readProcess } from "../watch/process-table.js";
import type { ForeignSession } from "../watch/reach.js";
import type { RunCommand } from "./run-command.js";
import { terminalHolder } from "./terminal-holder.js";
import type { Xdotool } from "./xdotool.js";

/** Where a session may be shown. Which of them shows it, only its title can tell. */
export interface Candidates {
  readonly windows: readonly string[];
  /** The one window with tabs of which one, shown or hidden, is the session's beyond doubt; undefined without such. */
  readonly tabbed: { readonly window: string; readonly tabs: number } | undefined;
}

/** The windows of the terminal that holds the session's device; else the one it was told of; else all terminals'. */
export async function findWindows(x: Xdotool, session: ForeignSession, run: RunCommand): Promise<Candidates> {
  const terminal = (await terminalHolder(session, run))?.pid;
  const own = terminal === undefined ? [] : await x.windowsOf(terminal);
  if (terminal !== undefined && own.length > 0) {
    return { windows: own, tabbed: await tabbedWindow(x, terminal, own) };
  }
  // A terminal in a sandbox or behind a server of its own is no ancestor of what runs in it.
  const told = [session.reach.env.WINDOWID].find((id) => /^\d+$/.test(id ?? ""));
  if (told !== undefined && (await x.title(told)) !== undefined)
    return { windows: [told], tabbed: undefined };
  return { windows: await x.windowsOfClass(TERMINALS), tabbed: undefined };
}

/**
 * In a window with one tab the keys that switch tabs are typed into the program. So it must be certain that there are
 * several: a terminal that is known to have one device for each tab, with one window and more than one device.
 */
async function tabbedWindow(
  x: Xdotool,
  terminal: number,
  windows: readonly string[],
): Promise<Candidates["tabbed"]> {
  const [window] = windows;
  if (window === undefined || windows.length > 1) return undefined;
  if (!(await x.windowsOfClass(TABBED)).includes(window)) return undefined;
  const tabs = await devicesBelow(terminal);
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

// Ctrl+PageDown turns to their next tab, round and round, and they have no split panes.
const TABBED = "^(Xfce4-terminal|Gnome-terminal|Mate-terminal)$";

const TERMINALS =
  "^(XTerm|UXTerm|URxvt|Xfce4-terminal|Gnome-terminal|Mate-terminal|Lxterminal|konsole|Terminator|Tilix|Alacritty|kitty|st-256color|org\\.wezfurlong\\.wezterm|com\\.mitchellh\\.ghostty)$";
