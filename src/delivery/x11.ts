import { constants } from "node:fs";
import { access } from "node:fs/promises";

import { readProcess } from "../watch/process-table.js";
import { isForeground, whyNotForeground } from "./is-foreground.js";
import { runCommand, type RunCommand } from "./run-command.js";
import { isScreenLocked } from "./screen-lock.js";
import { TtyTitle } from "./tty-title.js";
import type { Found, Way } from "./way.js";
import { pressesOf } from "./x11-keys.js";
import { TabTurner } from "./x11-tabs.js";
import { findWindows } from "./x11-window.js";
import { Xdotool } from "./xdotool.js";

export interface X11WayOptions {
  readonly run?: RunCommand;
  readonly platform?: NodeJS.Platform;
}

/**
 * Presses keys in the session's window on an X display, in the right one of its tabs. Blind: what a window shows are
 * pixels. The keyboard is the person's meanwhile, for as long as `release` is not called.
 */
export function x11Way({ run = runCommand, platform = process.platform }: X11WayOptions = {}): Way {
  return {
    name: "x11",
    reach: async (session): Promise<Found> => {
      const { env, process: id } = session.reach;
      if (platform !== "linux") return { refused: "is known to work on Linux only" };
      if (env.DISPLAY === undefined) return { refused: "is not running on an X display" };
      const inner = INNER.find(([variable]) => env[variable] !== undefined);
      if (inner !== undefined)
        return { refused: `is running inside ${inner[1]}, which has no window of its own` };
      const away = await whyNotForeground(session);
      if (away !== undefined) return { refused: away };
      const live = id === undefined ? undefined : await readProcess(id.pid);
      if (live?.tty === undefined) return { refused: "finds that it has no terminal" };
      const { tty } = live;
      if (!(await isWritable(tty))) return { refused: `cannot be told from others: ${tty} is not ours` };
      const x = new Xdotool(env, run);
      const trouble = await x.trouble();
      if (trouble !== undefined)
        return { refused: `cannot be reached on display ${env.DISPLAY}: ${trouble}` };
      if (await isScreenLocked(run)) return { refused: LOCKED };
      const candidates = await findWindows(x, session, run);
      if (candidates.windows.length === 0) return { refused: `has no window on display ${env.DISPLAY}` };
      const turner = new TabTurner(x, new TtyTitle(tty), candidates);
      return {
        way: "x11",
        see: undefined,
        isStillThere: async () => (await isForeground(session)) && (await readProcess(live.pid))?.tty === tty,
        send: async (keys) => {
          const presses = pressesOf(keys);
          if (await isScreenLocked(run)) throw new Error(`the session ${LOCKED}`);
          await x.press(await turner.bringUp(), presses);
        },
        release: () => turner.putBack(),
      };
    },
  };
}

async function isWritable(tty: string): Promise<boolean> {
  return access(tty, constants.W_OK).then(
    () => true,
    () => false,
  );
}

/** What runs in them has their device for a terminal, and a window in which others may be shown. */
const INNER = [
  ["TMUX", "tmux"],
  ["STY", "GNU screen"],
  ["ZELLIJ", "zellij"],
] as const;

const LOCKED = "is behind a locked screen, which would get the keys";
