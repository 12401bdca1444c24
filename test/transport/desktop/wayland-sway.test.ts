import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";

import {
  isAttended,
  isRefusal,
  type Transport,
  type TransportKind,
} from "../../../src/transport/transport.js";
import { findCompositor } from "../../../src/transport/desktop/wayland-focus.js";
import { waylandTransport } from "../../../src/transport/desktop/wayland.js";
import { runCommand } from "../../../src/host/run-command.js";
import { ensurePrograms } from "../../../src/lab/machine/ensure-programs.js";
import type { ExternalSession } from "../../../src/transport/terminal-locator.js";
import { SOON } from "../../support/transport/key-log.js";
import { SwayDesktop } from "../../support/transport/sway-desktop.js";

beforeAll(() => {
  ensurePrograms({ sway: "sway", foot: "foot", wtype: "wtype", swaylock: "swaylock", setpriv: "util-linux" });
}, 300_000);

async function desktop(): Promise<SwayDesktop> {
  const started = await SwayDesktop.start();
  onTestFinished(() => started.close());
  return started;
}

async function hands(way: TransportKind, session: ExternalSession): Promise<Transport> {
  const found = await way.open(session);
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
    const reached = await hands(waylandTransport(), session);
    await reached.send("go on: für 100 %");
    expect(await reached.isSameProcess()).toBe(true);
    await reached.send("\r");
    await reached.send("\x1b");
    await reached.send("\x13");
    await vi.waitFor(() => expect(typed()).toBe("go on: für 100 %\r\x1b\x13"), SOON);
    await vi.waitFor(async () => expect(await focusedTitle(sway.directory)).toBe("the-session"), SOON);
  });

  it("keep them from a window behind another", async () => {
    const sway = await desktop();
    const behind = await sway.open("behind");
    const reached = await hands(waylandTransport(), behind.session);
    const front = await sway.open("in-front");
    await vi.waitFor(async () => expect(await focusedTitle(sway.directory)).toBe("in-front"), SOON);
    expect(await waylandTransport().open(behind.session)).toEqual({ refused: FOCUS });
    expect(await reached.isSameProcess()).toBe(false);
    await expect(reached.send("wrong")).rejects.toThrow("another window has the keyboard");
    await (await hands(waylandTransport(), front.session)).send("right");
    await vi.waitFor(() => expect(front.typed()).toBe("right"), SOON);
    expect(behind.typed()).toBe("");
  });

  it("keep them from a lock", async () => {
    const sway = await desktop();
    const { session, typed } = await sway.open("the-session");
    const reached = await hands(waylandTransport(), session);
    sway.run("swaylock", []);
    await vi.waitFor(async () => expect(await focusedTitle(sway.directory)).toBeUndefined(), SOON);
    expect(await waylandTransport().open(session)).toEqual({ refused: FOCUS });
    await expect(reached.send("a password")).rejects.toThrow("another window has the keyboard");
    expect(typed()).toBe("");
  });
});
