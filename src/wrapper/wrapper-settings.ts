import type { ResumeSettings } from "../session/event.js";
import type { InputWhileWaiting } from "./input-gate.js";

/** All that can be set for a wrapped session. */
export interface WrapperSettings extends ResumeSettings {
  readonly escGapMs: number;
  readonly enterGapMs: number;
  readonly inputWhileWaiting: InputWhileWaiting;
  readonly title: boolean;
  readonly notify: boolean;
  readonly exitReset: "modes" | "full";
  /** A wording of the user's own that marks a limit. */
  readonly pattern: RegExp | undefined;
}

export const DEFAULT_SETTINGS: WrapperSettings = {
  prompt: "continue",
  safetyBufferMs: 5000,
  cooldownMs: 30_000,
  nativeMode: "backstop",
  nativeGraceMs: 180_000,
  escGapMs: 100,
  enterGapMs: 150,
  inputWhileWaiting: "forward",
  title: true,
  notify: true,
  exitReset: "modes",
  pattern: undefined,
};
