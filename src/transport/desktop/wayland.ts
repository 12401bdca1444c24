import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import { readProcess } from "../../host/process-table.js";
import type { ExternalSession } from "../terminal-locator.js";
import { isForeground, whyNotForeground } from "../tty/is-foreground.js";
import { runCommand, type RunCommand } from "../../host/run-command.js";
import { isScreenLocked } from "./screen-lock.js";
import { terminalHolder } from "../tty/terminal-holder.js";
import { TtyTitle } from "../tty/tty-title.js";
import { findCompositor, type Compositor } from "./wayland-focus.js";
import { findTypist } from "./wayland-typist.js";
import type { OpenResult, TransportKind } from "../transport.js";

export interface WaylandTransportOptions {
  readonly run?: RunCommand;
  readonly platform?: NodeJS.Platform;
  /** How long a terminal may take to show a title. */
  readonly titleMs?: number;
}

/**
 * Presses keys for the window that has the keyboard, where that is proved to be the session's: it must show a title
 * that was set on the session's own terminal. No window is brought up. Blind: what a window shows are pixels.
 */
export function waylandTransport({
  run = runCommand,
  platform = process.platform,
  titleMs = TITLE_MS,
}: WaylandTransportOptions = {}): TransportKind {
  return {
    name: "wayland",
    open: async (session): Promise<OpenResult> => {
      const { WAYLAND_DISPLAY, XDG_RUNTIME_DIR, TMUX, STY, ZELLIJ } = session.reach.env;
      if (platform !== "linux") return { refused: "is known to work on Linux only" };
      if (WAYLAND_DISPLAY === undefined || XDG_RUNTIME_DIR === undefined)
        return { refused: "is not running under Wayland" };
      if ((TMUX ?? STY ?? ZELLIJ) !== undefined)
        return { refused: "is running inside a multiplexer, which has no window of its own" };
      const hindrance = await whyNotForeground(session);
      if (hindrance !== undefined) return { refused: hindrance };
      const compositor = await findCompositor(XDG_RUNTIME_DIR, run);
      if (typeof compositor === "string") return { refused: compositor };
      const env = { WAYLAND_DISPLAY, XDG_RUNTIME_DIR };
      const typist = await findTypist(compositor, env, run);
      if (typeof typist === "string") return { refused: typist };
      const window = (await isScreenLocked(run)) ? undefined : await compositor.focused();
      // A program may have many windows, and a window many tabs: what is asked before each key tells them apart.
      if (window === undefined || window.pid !== (await terminalHolder(session, run))?.pid)
        return { refused: "does not have the keyboard: another window or a lock has it" };
      const hasFocus = async (): Promise<boolean> =>
        !(await isScreenLocked(run)) && (await showsOurTitle(session, compositor, titleMs));
      return {
        name: "wayland",
        screen: undefined,
        isSameProcess: async () => (await isForeground(session)) && (await hasFocus()),
        send: async (keys) => {
          // All of them are known before the first is pressed.
          for (const { file, args, input } of typist.commandsFor(keys)) {
            if (!(await hasFocus())) throw new Error("another window has the keyboard");
            const pressed = await run(file, args, { env, input });
            if (!pressed.ok) throw new Error(`the keys could not be pressed: ${pressed.says}`);
          }
        },
        release: () => Promise.resolve(),
      };
    },
  };
}

const TITLE_MS = 1500;

/** The title is put back before this returns. */
async function showsOurTitle(
  { reach }: ExternalSession,
  compositor: Compositor,
  titleMs: number,
): Promise<boolean> {
  const tty = reach.process === undefined ? undefined : (await readProcess(reach.process.pid))?.tty;
  const before = (await compositor.focused())?.title;
  if (tty === undefined || before === undefined) return false;
  const [title, ours] = [new TtyTitle(tty), `cac ${randomBytes(6).toString("hex")}`];
  try {
    await title.lay(ours);
    const isShown = await showsWithin(titleMs, compositor, ours);
    await title.putBack();
    // Not every terminal keeps titles. Ours may be gone from sight before it was seen to go.
    if (isShown && (await showsWithin(0, compositor, ours))) await title.set(before);
    return isShown;
  } catch {
    // The terminal is not ours to write to, or went away.
    return false;
  }
}

/** Contains: terminals add their own name. */
async function showsWithin(ms: number, compositor: Compositor, title: string): Promise<boolean> {
  const deadline = performance.now() + ms;
  for (;;) {
    if ((await compositor.focused())?.title.includes(title)) return true;
    if (performance.now() >= deadline) return false;
    await sleep(LOOK_AGAIN_MS);
  }
}

const LOOK_AGAIN_MS = 50;
