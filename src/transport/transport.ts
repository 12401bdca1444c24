import type { Screen } from "../claude/screen/screen.js";
import type { Disposable } from "../terminal/user/listeners.js";
import type { ExternalSession } from "./terminal-locator.js";

/** How a session that somebody else started can be reached, in the order in which it is tried. */
export const TRANSPORT_NAMES = [
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

/** `pty` is the terminal that we made for a session that we started. */
export type TransportName = (typeof TRANSPORT_NAMES)[number] | "pty";

/** One way to a session's screen and keyboard. Our own PTY and someone else's tmux pane look the same. */
export interface Transport {
  readonly name: TransportName;
  /** What is on the screen now, with the cursor. Undefined if it cannot be read, or is drawn from `onOutput`. */
  readonly screen?: (() => Promise<Screen>) | undefined;
  /** Output as it comes, if it can be had; else the screen is polled while somebody needs it. */
  readonly onOutput?: (listener: (bytes: Buffer) => void) => Disposable;
  /** Asked right before every key: does the same process still own the keyboard? */
  isSameProcess(): boolean | Promise<boolean>;
  /** Sends bytes as a terminal would: text, `\x1b`, `\r`, a bracketed paste. Throws if it cannot. */
  send(keys: string): void | Promise<void>;
  /** Keeps the user's own keys back, which follow afterwards. Ends by itself after `maxMs`. */
  holdUserKeys?(maxMs: number): Disposable;
  /** Makes the program draw its screen again. */
  repaint?(): void;
  /** Puts back what was changed to open it: the tab that the user looked at, a title. */
  release(): Promise<void>;
}

/** A kind of transport, which can be opened to sessions that it reaches. */
export interface TransportKind {
  readonly name: TransportName;
  /** Finds that very session, or says why it cannot. Presses nothing, changes nothing, never throws. */
  open(session: ExternalSession): Promise<OpenResult>;
}

export type OpenResult = Transport | Attended | Refusal;

/** Why it cannot be opened, as the rest of a sentence that begins with its name: "is not running inside tmux". */
export interface Refusal {
  readonly refused: string;
}

/** Somebody drives the session already: no other transport is tried, and no key is sent. */
export interface Attended {
  readonly attended: true;
  /** Who it is, as the rest of a sentence that begins with "is carried on by": "cac itself (session abc)". */
  readonly by: string;
}

export function isRefusal(found: OpenResult): found is Refusal {
  return "refused" in found;
}

export function isAttended(found: OpenResult): found is Attended {
  return "attended" in found;
}

export interface Opened {
  readonly transport: Transport | undefined;
  /** Why those before could not be opened: "tmux: is not running inside tmux". */
  readonly refusals: readonly string[];
  /** Who drives the session already. */
  readonly attendedBy?: string;
}

/** Tries the kinds in their order. The first that opens wins; the caller releases it. */
export async function openFirstTransport(
  session: ExternalSession,
  kinds: readonly TransportKind[],
  /** `allowBlind`: whether one that cannot read the screen may be used. */
  { allowBlind }: { readonly allowBlind: boolean },
): Promise<Opened> {
  const refusals: string[] = [];
  for (const kind of kinds) {
    const found = await openSafely(kind, session);
    if (isRefusal(found)) {
      refusals.push(`${kind.name}: ${found.refused}`);
    } else if (isAttended(found)) {
      refusals.push(`${kind.name}: is carried on by ${found.by}`);
      return { transport: undefined, refusals, attendedBy: found.by };
    } else if (found.screen === undefined && !allowBlind) {
      refusals.push(`${kind.name}: cannot see the screen, and typing unseen is not allowed`);
      await found.release();
    } else {
      return { transport: found, refusals };
    }
  }
  return { transport: undefined, refusals };
}

async function openSafely(kind: TransportKind, session: ExternalSession): Promise<OpenResult> {
  try {
    return await kind.open(session);
  } catch (error) {
    // A bug in one kind is no reason to do without the others.
    return { refused: `failed: ${error instanceof Error ? error.message : String(error)}` };
  }
}
