import { describe, expect, it } from "vitest";
import type { NativePhase } from "../../src/claude/limits/wordings.js";
import type { SessionEvent } from "../../src/session/life/event.js";
import { step } from "../../src/session/life/step.js";
import { CANCEL, ARM, expectNothing } from "../support/session/effects.js";
import {
  SECOND,
  MINUTE,
  HOUR,
  DAY,
  NOON,
  RESET,
  SETTINGS,
  at,
  limitStop,
  reading,
  notice,
  waiting,
} from "../support/session/values.js";

function seen(phase: NativePhase, until?: number, when = NOON + SECOND): SessionEvent {
  return { type: "nativeNoticeSeen", notice: notice(phase, until), at: when };
}

describe("Claude Code's own wait", () => {
  const native = { until: RESET + 30 * SECOND };
  const armed = waiting({ native, dueAt: RESET + 210 * SECOND });

  it("is given its grace", () => {
    expect(step(waiting(), seen("armed", native.until), at(NOON + SECOND))).toEqual([
      armed,
      [{ type: "armTimer", at: RESET + 210 * SECOND }],
    ]);
  });

  it.each([
    ["names no time", undefined],
    ["is read a day late", RESET + DAY],
  ])("that %s has its grace after the reset", (_, until) => {
    const [next] = step(waiting(), seen("armed", until), at(NOON + SECOND));
    expect(next).toEqual(waiting({ native: { until }, dueAt: RESET + 180 * SECOND }));
  });

  it("is seen on the screen as well", () => {
    const shown = reading("native-wait", { native: notice("armed", native.until) });
    const [next] = step(waiting(), { type: "screenSettled", reading: shown, at: NOON }, at(NOON + SECOND));
    expect(next).toEqual(armed);
  });

  it("announced again with every frame changes nothing", () => {
    expectNothing(armed, seen("armed", native.until + DAY));
  });

  it("that fired is told by its prompt", () => expectNothing(armed, seen("fired"), at(RESET)));

  it.each(["cancelled", "stopped", "failed"] as const)("%s by itself: ours again", (phase) => {
    expect(step(armed, seen(phase), at(NOON + MINUTE))).toEqual([waiting(), [ARM]]);
  });

  it.each([
    ["armed before", armed],
    ["not seen before", waiting()],
  ])("cancelled by the person's Esc (%s): they said no", (_, life) => {
    // The row may be read seconds after the key.
    const c = at(NOON + MINUTE + 9 * SECOND, { escapedAt: NOON + MINUTE, typedAt: NOON + MINUTE });
    expect(step(life, seen("cancelled", undefined, NOON + MINUTE + 40), c)).toEqual([
      {
        tag: "RUNNING",
        last: {
          stop: limitStop(),
          promptAt: c.now,
          silentUntil: Number.MAX_SAFE_INTEGER,
          ours: false,
          proven: true,
        },
      },
      [CANCEL],
    ]);
  });

  it.each([
    ["an hour ago", NOON - HOUR],
    ["in the future, by a clock that was set back since", NOON + HOUR],
  ])("an Esc %s did not cancel it", (_, escapedAt) => {
    expect(step(armed, seen("cancelled"), at(NOON + MINUTE, { escapedAt }))).toEqual([waiting(), [ARM]]);
  });

  it("that slept through is looked at at once", () => {
    const late = RESET + HOUR;
    expect(step(armed, seen("stale"), at(late))).toEqual([armed, [{ type: "armTimer", at: late }]]);
  });

  it.each(["replace", "ignore"] as const)("is nothing to `%s`", (nativeMode) => {
    expectNothing(waiting(), seen("armed"), at(NOON + SECOND, { settings: { ...SETTINGS, nativeMode } }));
  });
});
