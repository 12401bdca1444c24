import { describe, expect, it, vi } from "vitest";

import { screenOfText } from "../../src/claude/screen/screen.js";
import { openFirstTransport } from "../../src/transport/transport.js";
import type { OpenResult, Transport, TransportKind, TransportName } from "../../src/transport/transport.js";
import type { ExternalSession } from "../../src/transport/terminal-locator.js";

const SESSION: ExternalSession = {
  sessionId: "0f3c9a4e-1111-4222-8333-444455556666",
  transcript: undefined,
  cwd: "/home/ada/project",
  release: "2.1.325",
  reach: { process: undefined, tty: undefined, env: {} },
};

function transportOf(
  name: TransportName,
  { blind = false } = {},
): Transport & { release: ReturnType<typeof vi.fn> } {
  return {
    name,
    screen: blind ? undefined : () => Promise.resolve(screenOfText("")),
    isSameProcess: () => Promise.resolve(true),
    send: () => Promise.resolve(),
    release: vi.fn(() => Promise.resolve()),
  };
}

function kindOf(
  name: TransportName,
  found: OpenResult | Error,
): TransportKind & { open: ReturnType<typeof vi.fn> } {
  const answer = (): Promise<OpenResult> =>
    found instanceof Error ? Promise.reject(found) : Promise.resolve(found);
  return { name, open: vi.fn(answer) };
}

describe("the first transport", () => {
  it("is the first that opens; why the others did not is kept", async () => {
    const transport = transportOf("screen");
    const later = kindOf("kitty", transportOf("kitty"));
    const kinds = [
      kindOf("tmux", { refused: "is not running inside tmux" }),
      kindOf("screen", transport),
      later,
    ];
    expect(await openFirstTransport(SESSION, kinds, { allowBlind: false })).toEqual({
      transport,
      refusals: ["tmux: is not running inside tmux"],
    });
    expect(later.open).not.toHaveBeenCalled();
    expect(transport.release).not.toHaveBeenCalled();
  });

  it("is not one that fails", async () => {
    const transport = transportOf("screen");
    const kinds = [kindOf("tmux", new Error("spawn EAGAIN")), kindOf("screen", transport)];
    expect(await openFirstTransport(SESSION, kinds, { allowBlind: false })).toEqual({
      transport,
      refusals: ["tmux: failed: spawn EAGAIN"],
    });
  });

  it("is not a blind one, which is released, unless that is allowed", async () => {
    const blind = transportOf("tty", { blind: true });
    const kinds = [kindOf("tty", blind), kindOf("x11", { refused: "finds no DISPLAY" })];
    expect(await openFirstTransport(SESSION, kinds, { allowBlind: false })).toEqual({
      transport: undefined,
      refusals: ["tty: cannot see the screen, and typing unseen is not allowed", "x11: finds no DISPLAY"],
    });
    expect(blind.release).toHaveBeenCalledOnce();
    expect(await openFirstTransport(SESSION, kinds, { allowBlind: true })).toEqual({
      transport: blind,
      refusals: [],
    });
  });

  it("is none if somebody drives the session already", async () => {
    const later = kindOf("tmux", transportOf("tmux"));
    const kinds = [kindOf("control", { attended: true, by: "cac itself (session k3m9p)" }), later];
    expect(await openFirstTransport(SESSION, kinds, { allowBlind: true })).toEqual({
      transport: undefined,
      refusals: ["control: is carried on by cac itself (session k3m9p)"],
      attendedBy: "cac itself (session k3m9p)",
    });
    expect(later.open).not.toHaveBeenCalled();
  });

  it("is none if there is no kind", async () => {
    expect(await openFirstTransport(SESSION, [], { allowBlind: true })).toEqual({
      transport: undefined,
      refusals: [],
    });
  });
});
