import { expect, it } from "vitest";
import { playWrapped, WRAPPER_SCENES } from "../../src/lab/matrix/wrapper-scenes.js";

/** What has the keyboard while the limit lasts and nobody has typed. */
const AT_THE_LIMIT = {
  "2.1.325": "limit-menu",
  "2.1.197": "limit-menu",
  "2.0.72": "idle",
  "1.0.64": "idle",
} as const;

const CASES = Object.entries(AT_THE_LIMIT).flatMap(([release, state]) =>
  WRAPPER_SCENES.map((scene) => [release, scene.name, state, scene] as const),
);

it.concurrent.each(CASES)("%s is continued once, in time: %s", async (release, _name, state, scene) => {
  expect(await playWrapped(release, scene)).toEqual({
    continues: 1,
    isInTime: true,
    lateMs: expect.any(Number) as number,
    before: scene.draft === undefined ? state : "draft",
    draft: scene.draft,
  });
});
