import type { Surroundings } from "../../host/paths.js";
import type { RunCommand } from "../../host/run-command.js";
import type { ProcessId } from "../../host/process-table.js";
import type { ExternalSession } from "../../transport/terminal-locator.js";
import type { WhenTerminalGone } from "../daemon-settings.js";

export interface ReviveOptions {
  readonly how: Exclude<WhenTerminalGone, "notify">;
  /** What a headless run is asked; in tmux it is for a way to type. */
  readonly prompt: string;
  /** Names this very resume, its stop and its try: after a crash it is not done a second time. */
  readonly once: string;
  /** Where the daemon keeps its files. */
  readonly directory: string;
  readonly where: Surroundings;
  /** The user's own name for Claude Code, from the settings. */
  readonly claude?: string | undefined;
  /** Another tmux server than the user's usual one. */
  readonly tmuxSocket?: string | undefined;
  readonly run?: RunCommand;
}

/** A session whose process is gone, as a revival starts it again. */
export interface Revived extends ReviveOptions {
  readonly session: ExternalSession;
  /** The absolute path of Claude Code. */
  readonly command: string;
}

export type Revival =
  | HeadlessRevival
  | TmuxRevival
  /** Why nothing was started, as the rest of a sentence that begins with "the session cannot be revived: ". */
  | { readonly type: "refused"; readonly why: string };

export type HeadlessRevival =
  | {
      readonly type: "headless";
      readonly process: ProcessId;
      /** All that it writes. */
      readonly log: string;
      /** Its exit code; undefined where a signal ended it. Nobody need wait: it outlives the daemon. */
      readonly ended: Promise<number | undefined>;
    }
  /** This very resume was begun before; what became of it is in the transcript. */
  | { readonly type: "begun"; readonly log: string };

export interface TmuxRevival {
  readonly type: "tmux";
  /** The same conversation where it runs now: the way `tmux` leads there. */
  readonly session: ExternalSession;
  /** What the user types to see it. */
  readonly attach: string;
}
