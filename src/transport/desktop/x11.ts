import { constants } from "node:fs";
import { access } from "node:fs/promises";

import { readProcess } from "../../host/process-table.js";
import type { TerminalEnv } from "../terminal-locator.js";
import { isForeground, whyNotForeground } from "../tty/is-foreground.js";
import { runCommand, type RunCommand } from "../../host/run-command.js";
import { isScreenLocked } from "./screen-lock.js";
import { TtyTitle } from "../tty/tty-title.js";
import type { OpenResult, TransportKind } from "../transport.js";
import { pressesOf } from "./x11-keys.js";
import { TabTurner } from "./x11-tabs.js";
import { findWindows, innerTerminal, tabbedWindow } from "./x11-window.js";
import { Xdotool } from "./xdotool.js";

export interface X11TransportOptions {
  readonly run?: RunCommand;
  readonly platform?: NodeJS.Platform;
}

/**
 * Presses keys in the session's window on an X display, in the right one of its tabs. That window has the keyboard
 * until `release`. Blind: what a window shows are pixels.
 */
export function x11Transport({
  run = runCommand,
  platform = process.platform,
}: X11TransportOptions = {}): TransportKind {
  return {
    name: "x11",
    open: async (session): Promise<OpenResult> => {
      const { env, process: id } = session.reach;
      if (platform !== "linux") return { refused: "is known to work on Linux only" };
      if (env.DISPLAY === undefined) return { refused: "is not running on an X display" };
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
      const windows = await findWindows(x, session, run);
      if (windows.length === 0) return { refused: windowless(env) };
      const tabbed = () => tabbedWindow(x, session, run);
      const turner = new TabTurner({ x, title: new TtyTitle(tty), windows, tabbed });
      return {
        name: "x11",
        screen: undefined,
        isSameProcess: async () =>
          (await isForeground(session)) && (await readProcess(live.pid))?.tty === tty,
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

function windowless(env: TerminalEnv): string {
  const inner = innerTerminal(env);
  if (inner !== undefined) return `is running inside ${inner}, which has no window of its own`;
  return `has no window on display ${env.DISPLAY}`;
}

async function isWritable(tty: string): Promise<boolean> {
  return access(tty, constants.W_OK).then(
    () => true,
    () => false,
  );
}

const LOCKED = "is behind a locked screen, which would get the keys";
