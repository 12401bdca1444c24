import { expect, test } from "vitest";

import { parseRelease } from "../../../src/claude/hooks/releases.js";
import { planHooks } from "../../../src/install/hooks/hook-events.js";

const installed = (...releases: string[]) =>
  releases.map((release) => ({ file: `/opt/${release}/claude`, release: parseRelease(release) }));

test.each([
  [["2.1.325"], ["SessionStart", "StopFailure", "SessionEnd"], []],
  [["2.1.325", "2.1.75"], ["SessionStart", "SessionEnd"], ["StopFailure"]],
  [["2.0.72"], ["SessionStart", "SessionEnd"], ["StopFailure"]],
  [["2.1.325", "1.0.64"], ["SessionStart"], ["StopFailure", "SessionEnd"]],
  [["1.0.34"], ["Stop"], ["SessionStart", "StopFailure", "SessionEnd"]],
  // A release that does not tell its number may be any.
  [["2.1.325", "unknown"], ["Stop"], ["SessionStart", "StopFailure", "SessionEnd"]],
  [[], [], []],
])("beside %j: %j", (releases, events, leftOut) => {
  const plan = planHooks(installed(...releases), { approve: false });
  expect({ events: plan.events, leftOut: plan.leftOut.map(({ event }) => event) }).toEqual({
    events,
    leftOut,
  });
});

test("what is left out names who stands in the way", () => {
  const releases = installed("2.1.325", "2.1.75", "2.0.72");
  expect(planHooks(releases, { approve: false }).leftOut).toEqual([
    { event: "StopFailure", because: releases.slice(1) },
  ]);
});

test.each([
  [["2.1.325"], ["SessionStart", "StopFailure", "SessionEnd", "PermissionRequest"], []],
  [["2.0.45"], ["SessionStart", "SessionEnd", "PermissionRequest"], ["StopFailure"]],
  [
    ["2.1.325", "2.0.44"],
    ["SessionStart", "SessionEnd"],
    ["StopFailure", "PermissionRequest"],
  ],
  [["2.1.325", "1.0.64"], ["SessionStart"], ["StopFailure", "SessionEnd", "PermissionRequest"]],
  [["unknown"], ["Stop"], ["SessionStart", "StopFailure", "SessionEnd", "PermissionRequest"]],
  [[], [], []],
])("with approval, beside %j: %j", (releases, events, leftOut) => {
  const plan = planHooks(installed(...releases), { approve: true });
  expect({ events: plan.events, leftOut: plan.leftOut.map(({ event }) => event) }).toEqual({
    events,
    leftOut,
  });
});
