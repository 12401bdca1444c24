import type { Screen } from "../claude/screen/screen.js";
import type { ForeignSession } from "./reach.js";

/** The ways to get at a session's keyboard, in the order in which they are tried. */
export const WAY_NAMES = [
  "control",
  "tmux",
  "screen",
  "zellij",
  "kitty",
  "wezterm",
  "iterm",
  "terminal-app",
  "tty",
  "x11",
  "wayland",
  "windows",
] as const;

export type WayName = (typeof WAY_NAMES)[number];

/** One way to get at a session's keyboard. */
export interface Way {
  readonly name: WayName;
  /** Finds that very session, or says why it cannot. Presses nothing, changes nothing, never throws. */
  reach(session: ForeignSession): Promise<Found>;
}

/** What became of a way's search. */
export type Found = Hands | Attended | Refusal;

/** A hold of one session's keyboard, and of its screen where the way can see it. */
export interface Hands {
  readonly way: WayName;
  /** What is on the screen now, with the cursor; undefined for a way that is blind. */
  readonly see: (() => Promise<Screen>) | undefined;
  /** Whether it is still that very process that has the keyboard. Asked right before every key. */
  isStillThere(): Promise<boolean>;
  /** Sends bytes as a terminal would: text, `\x1b`, `\r`, a bracketed paste. Throws where it cannot. */
  send(keys: string): Promise<void>;
  /** Puts back what was changed on the way: the tab that the person looked at, a title. */
  release(): Promise<void>;
}

/** Why a way cannot do it, as the rest of a sentence that begins with its name: "is not running inside tmux". */
export interface Refusal {
  readonly refused: string;
}

/** The session has an attendant already, which carries it on: no other way is tried, and no key is sent. */
export interface Attended {
  readonly attended: true;
  /** Who it is, as the rest of a sentence that begins with "is carried on by": "cac itself (session abc)". */
  readonly by: string;
}

export function isRefusal(found: Found): found is Refusal {
  return "refused" in found;
}

export function isAttended(found: Found): found is Attended {
  return "attended" in found;
}
