import type { ResumeSettings } from "../session/life/event.js";
import type { KeyboardOptions } from "../driver/keyboard.js";

/** What becomes of a session whose terminal is gone when its limit ends. */
export type WhenTerminalGone = "notify" | "headless" | "tmux";

/** All that can be set for the daemon. */
export interface DaemonSettings extends ResumeSettings, Omit<KeyboardOptions, "write"> {
  readonly notify: boolean;
  /** How often files are looked at that should have reported a change by themselves. */
  readonly pollMs: number;
  /** Between two sessions that are due at the same moment. */
  readonly spreadMs: number;
  /** How often a transcript is looked at while a resume waits for its proof. */
  readonly verifyPollMs: number;
  /** Ways that cannot see the screen may be used, for sessions that are known to be idle. */
  readonly allowBlind: boolean;
  readonly whenTerminalGone: WhenTerminalGone;
}
