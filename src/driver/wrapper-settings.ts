import type { ApproveConfig } from "../config/load-config.js";
import type { ResumeSettings } from "../session/life/event.js";
import type { InputWhileWaiting } from "./input-gate.js";

export type ApproveSettings = ApproveConfig;

/** All that can be set for a wrapped session. */
export interface WrapperSettings extends ResumeSettings {
  readonly escGapMs: number;
  readonly enterGapMs: number;
  readonly inputWhileWaiting: InputWhileWaiting;
  readonly title: boolean;
  readonly notify: boolean;
  readonly exitReset: "modes" | "full";
  /** How permission prompts are answered. */
  readonly approve: ApproveSettings;
  /** A wording of the user's own that marks a limit. */
  readonly pattern: RegExp | undefined;
}
