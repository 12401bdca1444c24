import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, it, onTestFinished } from "vitest";

import { isAttended, isRefusal, type Hands, type Way } from "../../src/delivery/way.js";
import { waylandWay } from "../../src/delivery/wayland.js";
import type { ForeignSession, ReachEnv } from "../../src/watch/reach.js";
import { PtyProcess } from "./pty-process.js";
import { recorded, type Answer, type RecordedPrograms } from "./recorded-program.js";

const FOCUS = "does not have the keyboard: another window or a lock has it";
const TOOLS = { wtype: [{ when: /./ }], loginctl: [{ when: /./, exit: 1 }] };

interface Desktop {
  readonly programs: RecordedPrograms;
  readonly session: ForeignSession;
  readonly env: ReachEnv & { readonly XDG_RUNTIME_DIR: string };
  readonly way: Way;
  /** All titles that were set on the session's terminal. */
  readonly titles: readonly string[];
}

/** A desktop whose focused window shows the title of the session's terminal, where `answers` puts it. */
async function desktop(
  sockets: readonly string[],
  tools: Readonly<Record<string, readonly Answer[]>>,
  answers: (title: string) => Readonly<Record<string, readonly Answer[]>>,
): Promise<Desktop> {
  const directory = mkdtempSync(join(tmpdir(), "cac-wayland-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  for (const socket of sockets) {
    mkdirSync(join(directory, socket, ".."), { recursive: true });
    writeFileSync(join(directory, socket), "");
  }
  const programs = recorded({ ...TOOLS, ...tools, ...answers("zsh") });
  const titles: string[] = [];
  const show = (title: string): void => {
    for (const [name, all] of Object.entries(answers(title))) programs.answer(name, all);
  };
  const process = await PtyProcess.start((text) => {
    for (const [, title = ""] of text.matchAll(/\x1b\]2;([^\x07]*)\x07/g)) {
      titles.push(title);
      show(title);
    }
    if (text.includes("\x1b[23;2t")) show("zsh");
  });
  const env = { WAYLAND_DISPLAY: "wayland-1", XDG_RUNTIME_DIR: directory };
  const way = waylandWay({ run: programs.run, platform: "linux", titleMs: 3000 });
  return { programs, session: process.session(env), env, way, titles };
}

/** sway 1.9: ids, and the one that the seat names as focused. */
function sway({ focus = 7, name = "window" }: { focus?: number; name?: string } = {}) {
  return (title: string): Record<string, readonly Answer[]> => {
    const shown = { id: 7, pid: 100, name: name === "window" ? `foot: ${title}` : name, nodes: [] };
    const floating = { id: 8, pid: 101, name: "zsh", nodes: [] };
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
function hyprland({ locked = false, overlay = false, layout = "English (US)" } = {}) {
  return (title: string): Record<string, readonly Answer[]> => ({
    hyprctl: [
      { when: /locked$/, stdout: JSON.stringify({ locked }) },
      { when: /activewindow$/, stdout: JSON.stringify({ address: "0x1", pid: 100, title }) },
      {
        when: /layers$/,
        stdout: JSON.stringify({ "DP-1": { levels: { "2": [{}], "3": overlay ? [{}] : [] } } }),
      },
      { when: /devices$/, stdout: JSON.stringify({ keyboards: [{ active_keymap: layout }] }) },
    ],
  });
}

const SWAY = ["sway-ipc.1000.42.sock"];
const HYPRLAND = ["hypr/abc_123/.socket.sock"];
const NO_WTYPE = {
  wtype: [{ when: /./, stderr: "Compositor does not support the virtual keyboard protocol\n", exit: 1 }],
};

async function hands(way: Way, session: ForeignSession): Promise<Hands> {
  const found = await way.reach(session);
  if (isRefusal(found) || isAttended(found)) throw new Error(JSON.stringify(found));
  return found;
}

/** What was pressed, without the questions before and between. */
function presses(programs: RecordedPrograms): unknown[] {
  return programs
    .calls()
    .filter(({ program }) => ["wtype", "ydotool"].includes(program))
    .map(({ program, args, stdin }) => [program, ...args, stdin]);
}

describe("the way `wayland`", () => {
  it("presses keys with wtype in the window that shows the session's title, under sway", async () => {
    const { programs, session, env, way, titles } = await desktop(SWAY, {}, sway());
    const reached = await hands(way, session);
    expect(reached.see).toBeUndefined();
    expect(titles).toEqual([expect.stringMatching(/^cac [0-9a-f]{12}$/)]);
    const socket = join(env.XDG_RUNTIME_DIR, "sway-ipc.1000.42.sock");
    expect(programs.calls().find(({ program }) => program === "swaymsg")?.args).toEqual([
      "--socket",
      socket,
      "--raw",
      "--type",
      "get_seats",
    ]);
    programs.takeArgs();
    await reached.send("für -k\r");
    await reached.send("\x1b");
    await reached.send("\x13");
    expect(presses(programs)).toEqual([
      ["wtype", "-", "für -k"],
      ["wtype", "-k", "Return", ""],
      ["wtype", "-k", "Escape", ""],
      ["wtype", "-M", "ctrl", "-k", "s", "-m", "ctrl", ""],
    ]);
    const pressed = programs.calls().find(({ program }) => program === "wtype");
    expect(pressed?.env).toMatchObject(env);
    // Each press was proved by a title of its own, and none was used twice.
    expect(new Set(titles).size).toBe(5);
  });

  it("presses keys with ydotool where there is no wtype, under Hyprland", async () => {
    const tools = { ...NO_WTYPE, ydotool: [{ when: /./ }] };
    const { programs, session, way } = await desktop(HYPRLAND, tools, hyprland());
    const reached = await hands(way, session);
    expect(programs.calls().find(({ program }) => program === "hyprctl")?.args).toEqual([
      "--instance",
      "abc_123",
      "-j",
      "devices",
    ]);
    programs.takeArgs();
    await reached.send("go on\r");
    await reached.send("\x13");
    expect(presses(programs)).toEqual([
      ["ydotool", "type", "--file", "-", "go on"],
      ["ydotool", "key", "28:1", "28:0", ""],
      ["ydotool", "key", "29:1", "31:1", "31:0", "29:0", ""],
    ]);
    await expect(reached.send("für")).rejects.toThrow('ydotool has no keys for "für"');
    await expect(reached.send("\x01")).rejects.toThrow("ydotool has no key code for ctrl+a");
  });

  it.each([
    ["another window is in front", SWAY, sway({ name: "firefox" })],
    ["a menu or a lock has the keyboard", SWAY, sway({ focus: 0 })],
    ["another window than the one with the title has it", SWAY, sway({ focus: 8 })],
    ["the screen is locked", HYPRLAND, hyprland({ locked: true })],
    ["a layer lies over the windows", HYPRLAND, hyprland({ overlay: true })],
  ])("refuses where %s", async (_, sockets, answers) => {
    const { programs, session, titles, env } = await desktop(sockets, {}, answers);
    const way = waylandWay({ run: programs.run, platform: "linux", titleMs: 200 });
    expect(await way.reach(session)).toEqual({ refused: FOCUS });
    expect(presses(programs)).toEqual([["wtype", "-s", "1", ""]]);
    expect(titles.length).toBeLessThanOrEqual(1);
    expect(env.WAYLAND_DISPLAY).toBe("wayland-1");
  });

  it("presses nothing more when the window loses the keyboard", async () => {
    const { programs, session, way } = await desktop(SWAY, {}, sway());
    const reached = await hands(way, session);
    programs.answer("swaymsg", sway({ focus: 0 })("zsh")["swaymsg"] ?? []);
    programs.takeArgs();
    expect(await reached.isStillThere()).toBe(false);
    await expect(reached.send("continue")).rejects.toThrow("another window has the keyboard");
    expect(presses(programs)).toEqual([]);
  });

  it("refuses behind a lock that only logind knows of", async () => {
    const loginctl = [
      { when: /show-user/, stdout: "Display=3\n" },
      { when: /show-session 3/, stdout: "LockedHint=yes\n" },
    ];
    const { session, way, titles } = await desktop(SWAY, { loginctl }, sway());
    expect(await way.reach(session)).toEqual({ refused: FOCUS });
    expect(titles).toEqual([]);
  });

  it.each([
    [[], sway(), "cannot be told from other windows: only sway and Hyprland tell which has the keyboard"],
    [
      [...SWAY, ...HYPRLAND],
      sway(),
      "cannot be told from other windows: several compositors have left their sockets",
    ],
  ])("refuses with the sockets %j", async (sockets, answers, refused) => {
    const { session, way } = await desktop(sockets, {}, answers);
    expect(await way.reach(session)).toEqual({ refused });
  });

  it.each([
    [
      NO_WTYPE,
      hyprland(),
      "cannot press keys: Compositor does not support the virtual keyboard protocol; ydotool was not found",
    ],
    [
      { ...NO_WTYPE, ydotool: [{ when: /./ }] },
      hyprland({ layout: "German" }),
      "cannot press the right keys: ydotool takes the layout English (US), and it is German",
    ],
  ])("refuses without a program for the keys: %#", async (tools, answers, refused) => {
    const { session, way, titles } = await desktop(HYPRLAND, tools, answers);
    expect(await way.reach(session)).toEqual({ refused });
    expect(titles).toEqual([]);
  });

  it.each([
    [{ XDG_RUNTIME_DIR: "/run/user/1000" }, "linux", "is not running under Wayland"],
    [{ WAYLAND_DISPLAY: "wayland-1" }, "linux", "is not running under Wayland"],
    [
      { WAYLAND_DISPLAY: "wayland-1", XDG_RUNTIME_DIR: "/run/user/1000", TMUX: "/tmp/t,1,0" },
      "linux",
      "is running inside a multiplexer, which has no window of its own",
    ],
    [
      { WAYLAND_DISPLAY: "wayland-1", XDG_RUNTIME_DIR: "/run/user/1000" },
      "darwin",
      "is known to work on Linux only",
    ],
  ] as const)("refuses %j on %s", async (env, platform, refused) => {
    const { run } = recorded({});
    const session = (await PtyProcess.start()).session(env);
    expect(await waylandWay({ run, platform }).reach(session)).toEqual({ refused });
  });
});
