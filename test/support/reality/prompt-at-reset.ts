import { expect } from "vitest";
import { LIMIT_MENU } from "../../../src/lab/capture/stage.js";
import { nameableReset, type WrappedStage } from "../../../src/lab/capture/wrapped-stage.js";
import { BackgroundAgent } from "./background-agent.js";

/** What a session has to be started with for the scene. */
export const ASKS_FOR_PERMISSION = ["--permission-mode", "default"];

/** The session is at a limit that ends in seconds, and a background agent of its asks for `rm -rf build`. */
export async function askAtLimit(stage: WrappedStage, release: string): Promise<void> {
  await stage.ready();
  const agent = new BackgroundAgent(nameableReset(release, 15_000));
  stage.api.script = (request) => agent.reply(request);
  await stage.prompt("clean up in the background");
  await stage.session.waitFor(LIMIT_MENU);
  await stage.keys("escape");
  await stage.session.waitFor((text) => !LIMIT_MENU.test(text));
  agent.ask();
}

/**
 * At the reset a background agent's permission prompt has the keyboard: it gets no key, the person is told (`isTold`),
 * and after their answer the session goes on, once.
 */
export async function expectPromptLeftAlone(
  stage: WrappedStage,
  release: string,
  isTold: () => Promise<unknown>,
): Promise<void> {
  await askAtLimit(stage, release);
  await stage.session.waitFor(/Do you want to proceed[^]*Esc to cancel/);
  const asked = await stage.reading();
  expect(asked).toMatchObject({ state: "permission", menu: { selected: 0 } });

  await isTold();
  await stage.sleep(3000);
  expect(await stage.reading()).toEqual(asked);
  expect(stage.continues()).toEqual([]);

  await stage.keys("enter");
  await stage.continued(1, 90_000);
  await stage.wentOn();
  expect(stage.continues()).toHaveLength(1);
}
