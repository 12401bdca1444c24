import { expect, it, vi } from "vitest";

import { gnuScreenTransport } from "../../src/transport/multiplexer/gnu-screen.js";
import { startScreenSession, type ScreenSession } from "../../src/lab/session/screen-session.js";
import { AFTER_LIMITS, DeliveryScene, playThrough } from "../support/reality/delivery-scene.js";

const way = gnuScreenTransport();
const IN_SCREEN = { way, start: startScreenSession, pid: (session: ScreenSession) => session.programPid };

it.concurrent.each(AFTER_LIMITS)(
  "%s is seen and typed to through GNU screen",
  async (release, fiveHour, weekly) => {
    const played = DeliveryScene.play({ ...IN_SCREEN, release }, (scene) =>
      playThrough(scene, fiveHour, weekly),
    );
    expect(await played).toBe(true);
  },
);

it.concurrent("a Claude Code whose person has detached is seen and typed to all the same", () =>
  DeliveryScene.play({ ...IN_SCREEN, release: "2.1.325" }, async (scene) => {
    await scene.stage.type("\x01d");
    await scene.session.exited();
    await scene.finds({ state: "idle" });
    scene.stage.answerWith({ type: "text", text: "Carried on." });
    await scene.prompt("continue");
    await vi.waitFor(() => expect(scene.stage.api.conversation()).toHaveLength(1), { timeout: 30_000 });
    await scene.finds({ state: "idle" });
    expect(await scene.hands.isSameProcess()).toBe(true);
  }),
);
