import { describe, expect, it, vi } from "vitest";

import { screenOfText } from "../../src/claude/screen/screen.js";
import { climb } from "../../src/transport/ladder.js";
import type { Found, Hands, Way, WayName } from "../../src/transport/way.js";
import type { ForeignSession } from "../../src/transport/reach.js";

const SESSION: ForeignSession = {
  sessionId: "0f3c9a4e-1111-4222-8333-444455556666",
  transcript: undefined,
  cwd: "/home/ada/project",
  release: "2.1.325",
  reach: { process: undefined, tty: undefined, env: {} },
};

function handsOf(way: WayName, { blind = false } = {}): Hands & { release: ReturnType<typeof vi.fn> } {
  return {
    way,
    see: blind ? undefined : () => Promise.resolve(screenOfText("")),
    isStillThere: () => Promise.resolve(true),
    send: () => Promise.resolve(),
    release: vi.fn(() => Promise.resolve()),
  };
}

function wayOf(name: WayName, found: Found | Error): Way & { reach: ReturnType<typeof vi.fn> } {
  const answer = (): Promise<Found> =>
    found instanceof Error ? Promise.reject(found) : Promise.resolve(found);
  return { name, reach: vi.fn(answer) };
}

describe("the ladder", () => {
  it("stops at the first way that gets hold of the session, and keeps why the others did not", async () => {
    const hands = handsOf("screen");
    const later = wayOf("kitty", handsOf("kitty"));
    const ways = [wayOf("tmux", { refused: "is not running inside tmux" }), wayOf("screen", hands), later];
    expect(await climb(SESSION, ways, { allowBlind: false })).toEqual({
      hands,
      refusals: ["tmux: is not running inside tmux"],
    });
    expect(later.reach).not.toHaveBeenCalled();
    expect(hands.release).not.toHaveBeenCalled();
  });

  it("goes past a way that fails", async () => {
    const hands = handsOf("screen");
    const ways = [wayOf("tmux", new Error("spawn EAGAIN")), wayOf("screen", hands)];
    expect(await climb(SESSION, ways, { allowBlind: false })).toEqual({
      hands,
      refusals: ["tmux: failed: spawn EAGAIN"],
    });
  });

  it("goes past a blind way, and lets go of it, unless that is allowed", async () => {
    const blind = handsOf("tty", { blind: true });
    const ways = [wayOf("tty", blind), wayOf("x11", { refused: "finds no DISPLAY" })];
    expect(await climb(SESSION, ways, { allowBlind: false })).toEqual({
      hands: undefined,
      refusals: ["tty: cannot see the screen, and typing unseen is not allowed", "x11: finds no DISPLAY"],
    });
    expect(blind.release).toHaveBeenCalledOnce();
    expect(await climb(SESSION, ways, { allowBlind: true })).toEqual({ hands: blind, refusals: [] });
  });

  it("leaves a session alone that somebody carries on already", async () => {
    const later = wayOf("tmux", handsOf("tmux"));
    const ways = [wayOf("control", { attended: true, by: "cac itself (session k3m9p)" }), later];
    expect(await climb(SESSION, ways, { allowBlind: true })).toEqual({
      hands: undefined,
      refusals: ["control: is carried on by cac itself (session k3m9p)"],
      attendedBy: "cac itself (session k3m9p)",
    });
    expect(later.reach).not.toHaveBeenCalled();
  });

  it("has nothing where there is no way", async () => {
    expect(await climb(SESSION, [], { allowBlind: true })).toEqual({ hands: undefined, refusals: [] });
  });
});
