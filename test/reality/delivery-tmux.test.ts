import { expect, it, vi } from "vitest";

import { tmuxTransport } from "../../src/transport/multiplexer/tmux.js";
import { startTmuxSession } from "../../src/lab/session/tmux-session.js";
import { AFTER_LIMITS, DeliveryScene, playThrough } from "../support/reality/delivery-scene.js";

const way = tmuxTransport();
const IN_TMUX = { way, start: startTmuxSession, pid: ({ pid }: { pid: number }) => pid };

it.concurrent.each(AFTER_LIMITS)(
  "%s is seen and typed to through tmux",
  async (release, fiveHour, weekly) => {
    const played = DeliveryScene.play({ ...IN_TMUX, release }, (scene) =>
      playThrough(scene, fiveHour, weekly),
    );
    expect(await played).toBe(true);
  },
);

it.concurrent("a Claude Code that has ended is not typed to", () =>
  DeliveryScene.play({ ...IN_TMUX, release: "2.1.325" }, async ({ stage, hands, foreign }) => {
    await stage.keys("ctrl-c", "ctrl-c");
    await vi.waitFor(async () => expect(await hands.isSameProcess()).toBe(false), { timeout: 30_000 });
    const { pid } = foreign.reach.process ?? { pid: 0 };
    expect(await way.open(foreign)).toEqual({ refused: `finds no such process any more (${pid})` });
  }),
);
