import { expect } from "vitest";
import type { ScreenReading, ScreenState } from "../../../src/claude/screen/screen-reading.js";
import type { Effect, SessionEvent } from "../../../src/session/life/event.js";
import type { Key, LastResume, Life, Stop } from "../../../src/session/life/life.js";
import { step } from "../../../src/session/life/step.js";
import { DUE, MINUTE, NOON, NOW, RESET, SECOND, at, limitStop, reading } from "./values.js";

export const LOOK: Effect = { type: "look" };
export const CANCEL: Effect = { type: "cancelTimer" };
export const ARM: Effect = { type: "armTimer", at: DUE };
export const STOPPED: Effect = { type: "notify", about: "stopped" };
export const NEEDS_YOU: Effect = { type: "notify", about: "needsYou" };
export const ACKNOWLEDGE: Effect[] = [CANCEL, { type: "acknowledge" }];
export const TYPE: Effect[] = [typing("continue"), LOOK];
export const ENTER: Effect[] = [pressing("enter"), ...after(30 * SECOND)];

/** On whatever screen: a property of all steps is that it is the one of the event. */
export function typing(text: string): Effect {
  return expect.objectContaining({ type: "typeText", text }) as Effect;
}

function pressing(key: Key): Effect {
  return expect.objectContaining({ type: "press", key }) as Effect;
}

export function after(ms: number): Effect[] {
  return [{ type: "armTimerAfter", ms }];
}

export function press(key: Key): Effect[] {
  return [pressing(key), LOOK];
}

/** The answer to a look; no state: the screen did not come to rest. */
export function looked(state: ScreenState | undefined, more: Partial<ScreenReading> = {}): SessionEvent {
  return { type: "looked", reading: state && reading(state, more) };
}

export function settled(state: ScreenState, more: Partial<ScreenReading> = {}, when = NOW): SessionEvent {
  return { type: "screenSettled", reading: reading(state, more), at: when };
}

export function detected(stop: Stop = limitStop()): Life {
  return { tag: "LIMIT_DETECTED", stop };
}

/** Our prompt went out at the reset, and the session was not seen to work since. */
export function over(more: Partial<LastResume> = {}): Life {
  const last = { promptAt: RESET, silentUntil: RESET + 30 * SECOND, ours: true, proven: false, ...more };
  return { tag: "RUNNING", last: { stop: limitStop(), ...last } };
}

/** The event leaves the very same life behind, and asks for nothing. */
export function expectNothing(life: Life, event: SessionEvent, c = at(NOON + MINUTE)): void {
  const [next, effects] = step(life, event, c);
  expect(next).toBe(life);
  expect(effects).toEqual([]);
}
