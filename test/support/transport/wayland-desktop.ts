import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { onTestFinished } from "vitest";

import type { TransportKind } from "../../../src/transport/transport.js";
import { waylandTransport } from "../../../src/transport/desktop/wayland.js";
import type { ExternalSession, TerminalEnv } from "../../../src/transport/terminal-locator.js";
import { PtyProcess } from "./pty-process.js";
import { recorded, type Answer, type RecordedPrograms } from "./recorded-program.js";

export interface Desktop {
  readonly programs: RecordedPrograms;
  readonly session: ExternalSession;
  readonly env: TerminalEnv & { readonly XDG_RUNTIME_DIR: string };
  readonly way: TransportKind;
  /** All titles of ours that were set on the session's terminal. */
  readonly titles: readonly string[];
  /** The title that its terminal has now. */
  readonly shown: () => string;
}

/** A desktop whose focused window shows the title of the session's terminal, where `answers` puts it. */
export async function desktop(
  sockets: readonly string[],
  tools: Readonly<Record<string, readonly Answer[]>>,
  answers: (title: string) => Readonly<Record<string, readonly Answer[]>>,
  { keepsTitles = true } = {},
): Promise<Desktop> {
  const directory = mkdtempSync(join(tmpdir(), "cac-wayland-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  for (const socket of sockets) {
    mkdirSync(join(directory, socket, ".."), { recursive: true });
    writeFileSync(join(directory, socket), "");
  }
  const programs = recorded({ ...TOOLS, ...tools, ...answers("zsh") });
  const titles: string[] = [];
  let shown = "zsh";
  const show = (title: string): void => {
    shown = title;
    for (const [name, all] of Object.entries(answers(title))) programs.answer(name, all);
  };
  // What its terminal still has to tell when the test is over finds no programs any more.
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  const process = await PtyProcess.start((text) => {
    if (isOver) return;
    for (const [, title = ""] of text.matchAll(/\x1b\]2;([^\x07]*)\x07/g)) {
      if (title.startsWith("cac ")) titles.push(title);
      show(title);
    }
    if (keepsTitles && text.includes("\x1b[23;2t")) show("zsh");
  });
  const env = { WAYLAND_DISPLAY: "wayland-1", XDG_RUNTIME_DIR: directory };
  const way = waylandTransport({ run: programs.run, platform: "linux", titleMs: 3000 });
  return { programs, session: process.session(env), env, way, titles, shown: () => shown };
}

/** sway 1.9: ids, and the one that the seat names as focused. */
export function sway({ focus = 7, pid = process.pid } = {}) {
  return (title: string): Record<string, readonly Answer[]> => {
    const shown = { id: 7, pid, name: `foot: ${title}`, nodes: [] };
    const floating = { id: 8, pid: process.pid, name: "zsh", nodes: [] };
    const tree = { id: 1, nodes: [{ id: 2, nodes: [shown], floating_nodes: [floating] }] };
    const layouts = [{ type: "keyboard", xkb_active_layout_name: "English (US)" }, { type: "pointer" }];
    return {
      swaymsg: [
        { when: /get_seats$/, stdout: JSON.stringify([{ name: "seat0", focus }]) },
        { when: /get_tree$/, stdout: JSON.stringify(tree) },
        { when: /get_inputs$/, stdout: JSON.stringify(layouts) },
      ],
    };
  };
}

/** Hyprland 0.45. */
export function hyprland({ locked = false, overlay = false, layout = "English (US)" } = {}) {
  return (title: string): Record<string, readonly Answer[]> => ({
    hyprctl: [
      { when: /locked$/, stdout: JSON.stringify({ locked }) },
      { when: /activewindow$/, stdout: JSON.stringify({ address: "0x1", pid: process.pid, title }) },
      {
        when: /layers$/,
        stdout: JSON.stringify({ "DP-1": { levels: { "2": [{}], "3": overlay ? [{}] : [] } } }),
      },
      { when: /devices$/, stdout: JSON.stringify({ keyboards: [{ active_keymap: layout }] }) },
    ],
  });
}

/** wtype works, and nobody knows of a lock. */
const TOOLS = { wtype: [{ when: /./ }], loginctl: [{ when: /./, exit: 1 }] };
