import { join } from "node:path";

import { describe, expect, it, vi } from "vitest";

import {
  isAttended,
  isRefusal,
  type Transport,
  type TransportKind,
} from "../../../src/transport/transport.js";
import { waylandTransport } from "../../../src/transport/desktop/wayland.js";
import type { ExternalSession } from "../../../src/transport/terminal-locator.js";
import { PtyProcess } from "../../support/transport/pty-process.js";
import { recorded, type RecordedPrograms } from "../../support/transport/recorded-program.js";
import { desktop, hyprland, sway } from "../../support/transport/wayland-desktop.js";

const FOCUS = "does not have the keyboard: another window or a lock has it";

const SWAY = ["sway-ipc.1000.42.sock"];
const HYPRLAND = ["hypr/abc_123/.socket.sock"];
const NO_WTYPE = {
  wtype: [{ when: /./, stderr: "Compositor does not support the virtual keyboard protocol\n", exit: 1 }],
};

async function hands(way: TransportKind, session: ExternalSession): Promise<Transport> {
  const found = await way.open(session);
  if (isRefusal(found) || isAttended(found)) throw new Error(JSON.stringify(found));
  return found;
}

/** What was pressed, without the questions before and between. */
function presses(programs: RecordedPrograms): unknown[] {
  return programs
    .calls()
    .filter(({ program }) => ["wtype", "ydotool"].includes(program))
    .map(({ program, args, stdin }) => [program].concat(args, stdin));
}

describe("the way `wayland`", () => {
  it("presses keys with wtype in the window that shows the session's title, under sway", async () => {
    const { programs, session, env, way, titles } = await desktop(SWAY, {}, sway());
    const reached = await hands(way, session);
    expect(reached.screen).toBeUndefined();
    expect(titles).toEqual([]);
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
      ["wtype", "-s", "100", "-", "für -k"],
      ["wtype", "-s", "100", "-k", "Return", ""],
      ["wtype", "-s", "100", "-k", "Escape", ""],
      ["wtype", "-s", "100", "-M", "ctrl", "-k", "s", "-m", "ctrl", ""],
    ]);
    const pressed = programs.calls().find(({ program }) => program === "wtype");
    expect(pressed?.env).toMatchObject(env);
    // Each press was proved by a title of its own.
    expect(titles).toEqual(
      Array.from({ length: 4 }, () => expect.stringMatching(/^cac [0-9a-f]{12}$/) as string),
    );
    expect(new Set(titles).size).toBe(4);
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
    ["another window is in front", SWAY, sway({ pid: 1 })],
    ["a menu or a lock has the keyboard", SWAY, sway({ focus: 0 })],
    ["the screen is locked", HYPRLAND, hyprland({ locked: true })],
    ["a layer lies over the windows", HYPRLAND, hyprland({ overlay: true })],
  ])("refuses where %s", async (_, sockets, answers) => {
    const { programs, session, titles, way } = await desktop(sockets, {}, answers);
    expect(await way.open(session)).toEqual({ refused: FOCUS });
    expect(presses(programs)).toEqual([["wtype", "-s", "1", ""]]);
    expect(titles).toEqual([]);
  });

  it("presses nothing where another window of the same terminal has the keyboard", async () => {
    const { programs, session } = await desktop(SWAY, {}, sway({ focus: 8 }));
    const reached = await hands(
      waylandTransport({ run: programs.run, platform: "linux", titleMs: 200 }),
      session,
    );
    programs.takeArgs();
    expect(await reached.isSameProcess()).toBe(false);
    await expect(reached.send("continue")).rejects.toThrow("another window has the keyboard");
    expect(presses(programs)).toEqual([]);
  });

  it("sets the old title where the terminal keeps none", async () => {
    const { session, way, shown } = await desktop(SWAY, {}, sway(), { keepsTitles: false });
    expect(await (await hands(way, session)).isSameProcess()).toBe(true);
    await vi.waitFor(() => expect(shown()).toBe("foot: zsh"), 20_000);
  });

  it("presses nothing more when the window loses the keyboard", async () => {
    const { programs, session, way } = await desktop(SWAY, {}, sway());
    const reached = await hands(way, session);
    programs.answer("swaymsg", sway({ focus: 0 })("zsh")["swaymsg"] ?? []);
    programs.takeArgs();
    expect(await reached.isSameProcess()).toBe(false);
    await expect(reached.send("continue")).rejects.toThrow("another window has the keyboard");
    expect(presses(programs)).toEqual([]);
  });

  it("refuses behind a lock that only logind knows of", async () => {
    const loginctl = [
      { when: /show-user/, stdout: "Display=3\n" },
      { when: /show-session 3/, stdout: "LockedHint=yes\n" },
    ];
    const { session, way, titles } = await desktop(SWAY, { loginctl }, sway());
    expect(await way.open(session)).toEqual({ refused: FOCUS });
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
    expect(await way.open(session)).toEqual({ refused });
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
    expect(await way.open(session)).toEqual({ refused });
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
    expect(await waylandTransport({ run, platform }).open(session)).toEqual({ refused });
  });
});
