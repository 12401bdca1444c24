import { it } from "vitest";

import { limit } from "../../src/lab/api/reply.js";
import { replies } from "../../src/lab/api/stand-in-api.js";
import { inInstalledHome } from "../support/reality/installed-home.js";

const NEWEST = "2.1.325";

// 2.0.72 to 2.1.75 stop at their start with a dialog where an event is named that they do not know.
it.for([
  ["1.0.64", "hooks:    SessionStart are now in "],
  ["2.0.72", "hooks:    SessionStart, SessionEnd are now in "],
  ["2.1.75", "hooks:    SessionStart, SessionEnd are now in "],
  [NEWEST, "hooks:    SessionStart, StopFailure, SessionEnd are now in "],
] as const)(
  "after cac install beside the newest, %s starts without a dialog and its hook starts the daemon",
  { concurrent: true },
  async ([release, says], { expect }) => {
    const script = replies({ type: "text", text: "All 12 tests pass." });
    await inInstalledHome({ releases: [release, NEWEST], script }, async (scene) => {
      expect(scene.installed).toContain(says);
      const { session } = scene;
      await session.waitFor(/^[│\s]*[❯>]/m);
      await session.settle();
      expect(await session.screenText()).not.toMatch(/settings error|invalid settings|hook/i);
      await session.type("run the tests");
      await session.waitFor(/[❯>]\s+run the tests/);
      await session.settle(300);
      await session.press("enter");
      await session.waitFor(/All 12 tests pass\./);
      // Nobody but a hook starts it here.
      await expect.poll(() => scene.kept("daemon.lock"), { timeout: 30_000 }).toHaveProperty("pid");
      expect(await scene.uninstalled()).toBe(scene.before);
    });
  },
);

it("where every release knows StopFailure, a limit calls the hook, and the daemon waits", async ({
  expect,
}) => {
  const weekly = limit("seven_day", new Date(Date.now() + 3 * 86_400_000));
  const options = { releases: [NEWEST], script: replies(weekly) } as const;
  await inInstalledHome(options, async ({ session, kept, uninstalled, before }) => {
    await session.waitFor(/^❯/m);
    await session.settle();
    await session.type("do more please");
    await session.waitFor(/❯\s+do more please/);
    await session.settle(300);
    await session.press("enter");
    await session.waitFor(/What do you want to do\?/);
    await expect.poll(() => kept("status.json"), { timeout: 30_000 }).toMatchObject({ detected: true });
    expect(await session.screenText()).not.toMatch(/hook/i);
    expect(await uninstalled()).toBe(before);
  });
});
