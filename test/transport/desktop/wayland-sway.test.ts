import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";

import { isAttended, isRefusal, type Hands, type Way } from "../../../src/transport/way.js";
import { findCompositor } from "../../../src/transport/desktop/wayland-focus.js";
import { waylandWay } from "../../../src/transport/desktop/wayland.js";
import { runCommand } from "../../../src/host/run-command.js";
import { ensurePrograms } from "../../../src/lab/machine/ensure-programs.js";
import type { ForeignSession } from "../../../src/transport/reach.js";
import { SOON } from "../key-log.js";
import { SwayDesktop } from "../sway-desktop.js";

beforeAll(() => {
  ensurePrograms({ sway: "sway", foot: "foot", wtype: "wtype", swaylock: "swaylock", setpriv: "util-linux" });
}, 300_000);

async function desktop(): Promise<SwayDesktop> {
  const started = await SwayDesktop.start();
  onTestFinished(() => started.close());
  return started;
}

async function hands(way: Way, session: ForeignSession): Promise<Hands> {
  const found = await way.reach(session);
  if (isRefusal(found) || isAttended(found)) throw new Error(JSON.stringify(found));
  return found;
}

async function focusedTitle(directory: string): Promise<string | undefined> {
  const compositor = await findCompositor(directory, runCommand);
  if (typeof compositor === "string") throw new Error(compositor);
  return (await compositor.focused())?.title;
}

const FOCUS = "does not have the keyboard: another window or a lock has it";

describe("real sway, foot and wtype", () => {
  it("get the keys into the window with the keyboard, and its title back", async () => {
    const sway = await desktop();
    const { session, typed } = await sway.open("the-session");
    await vi.waitFor(async () => expect(await focusedTitle(sway.directory)).toBe("the-session"), SOON);
    const reached = await hands(waylandWay(), session);
    await reached.send("go on: für 100 %");
    expect(await reached.isStillThere()).toBe(true);
    await reached.send("\r");
    await reached.send("\x1b");
    await reached.send("\x13");
    await vi.waitFor(() => expect(typed()).toBe("go on: für 100 %\r\x1b\x13"), SOON);
    await vi.waitFor(async () => expect(await focusedTitle(sway.directory)).toBe("the-session"), SOON);
  });

  it("keep them from a window behind another", async () => {
    const sway = await desktop();
    const behind = await sway.open("behind");
    const reached = await hands(waylandWay(), behind.session);
    const front = await sway.open("in-front");
    await vi.waitFor(async () => expect(await focusedTitle(sway.directory)).toBe("in-front"), SOON);
    expect(await waylandWay().reach(behind.session)).toEqual({ refused: FOCUS });
    expect(await reached.isStillThere()).toBe(false);
    await expect(reached.send("wrong")).rejects.toThrow("another window has the keyboard");
    await (await hands(waylandWay(), front.session)).send("right");
    await vi.waitFor(() => expect(front.typed()).toBe("right"), SOON);
    expect(behind.typed()).toBe("");
  });

  it("keep them from a lock", async () => {
    const sway = await desktop();
    const { session, typed } = await sway.open("the-session");
    const reached = await hands(waylandWay(), session);
    sway.run("swaylock", []);
    await vi.waitFor(async () => expect(await focusedTitle(sway.directory)).toBeUndefined(), SOON);
    expect(await waylandWay().reach(session)).toEqual({ refused: FOCUS });
    await expect(reached.send("a password")).rejects.toThrow("another window has the keyboard");
    expect(typed()).toBe("");
  });
});
