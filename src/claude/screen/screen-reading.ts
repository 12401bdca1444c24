import { findDialog } from "./dialog.js";
import type { Dialog } from "./dialog.js";
import { findInputBox } from "./input-box.js";
import type { InputBox } from "./input-box.js";
import { readLastTurn } from "./last-turn.js";
import { readLimit } from "../limits/limit.js";
import type { Limit } from "../limits/limit.js";
import type { Moment } from "../limits/moment.js";
import { readNativeNotice } from "./native-wait.js";
import type { NativeNotice } from "./native-wait.js";
import type { Screen } from "./screen.js";
import type { Transient } from "../limits/transient.js";
import { SEARCH_FOOTER } from "../limits/wordings.js";
import type { DialogKind } from "../limits/wordings.js";

/**
 * What has the keyboard. `idle`: an empty prompt; `draft`: a prompt with text in it; `shell-mode`: what is
 * typed runs as a command or is noted down (`!`, `#`), not sent; `busy`: Claude is at work;
 * `native-wait`: Claude Code waits for the reset by itself, or asks for Enter after it slept through; `dialog`: a
 * dialog or view that we have no name for; `unknown`: nothing that we know as Claude Code, so no key may be sent.
 */
export type ScreenState = "idle" | "draft" | "shell-mode" | "busy" | "native-wait" | DialogKind | "unknown";

export interface ScreenReading {
  readonly state: ScreenState;
  /**
   * The limit that stopped the last turn; undefined where Claude Code says that it has reset, or the session has moved
   * on. A banner names a time of day, so its first reading is the right one: read again after the reset, "3pm" is tomorrow's.
   */
  readonly limit: Limit | undefined;
  readonly native: NativeNotice | undefined;
  /** The failure that ended the last turn, or that Claude Code is retrying now. */
  readonly transient: Transient | undefined;
  readonly draft: string | undefined;
  readonly menu: Menu | undefined;
  /** Releases show INSERT only: what is not INSERT in a session known to be in vim mode is NORMAL. */
  readonly vim: "insert" | "normal" | undefined;
}

export type Menu = Omit<Dialog, "kind" | "top">;

export interface SessionKnowledge {
  /** The user's `editorMode` is vim. */
  readonly vim?: boolean;
}

/**
 * The check before every key: whether the screen, as it is now, still takes the key that was decided `on` another look.
 * Undefined is a screen that cannot be read.
 */
export function takesSameKeys(now: ScreenReading | undefined, on: ScreenReading): boolean {
  return now?.state === on.state && now.draft === on.draft;
}

/** Reads what is live on the screen. Text that is quoted in the conversation is never taken for it. */
export function readScreen(screen: Screen, at: Moment, known: SessionKnowledge = {}): ScreenReading {
  const box = findInputBox(screen);
  if (box && isSearching(screen, box)) return { ...NOTHING, state: "dialog" };
  if (box && isLive(screen, box)) return readPrompt(screen, box, at, known);
  const dialog = findDialog(screen, box ? box.bottom + 1 : 0);
  if (dialog) return readDialog(screen, dialog, at);
  return NOTHING;
}

const NOTHING: ScreenReading = {
  state: "unknown",
  limit: undefined,
  native: undefined,
  transient: undefined,
  draft: undefined,
  menu: undefined,
  vim: undefined,
};

/** Ctrl+R: the box shows an earlier prompt, and the keys go into a search, in the footer. */
function isSearching(screen: Screen, box: InputBox): boolean {
  return screen.lines.slice(box.bottom + 1).some((line) => SEARCH_FOOTER.test(line.text));
}

/**
 * The frame of a Claude Code that has ended stays on the screen; then a shell writes below it, at the margin, and
 * has the cursor. A live prompt has it in its box (2.1.197 and later), or below it in the first column (before).
 */
function isLive(screen: Screen, box: InputBox): boolean {
  const { cursor } = screen;
  if (cursor && (cursor.row < box.top || (cursor.row > box.bottom && cursor.column > 0))) return false;
  // Up to 2.1.197 the suggestions for a command or a file stand at the margin too.
  const suggests = /^\/|@/.test(box.draft ?? "") ? /^[/@+*◇]/ : /^$/;
  const below = screen.lines.slice(box.bottom + 1).map((line) => line.text);
  return !below.some((text) => /^\S/.test(text) && !suggests.test(text));
}

function readPrompt(screen: Screen, box: InputBox, at: Moment, known: SessionKnowledge): ScreenReading {
  const above = screen.lines.slice(0, box.top).map((line) => line.text);
  const footer = screen.lines.slice(box.bottom + 1).map((line) => line.text);
  const turn = readLastTurn(above, screen.columns, at);
  const native = noticeIn(footer, at) ?? turn.native;
  const busy = turn.working || footer.some((row) => /\besc to interrupt\b/i.test(row));
  const insert = footer.some((row) => /^\s*-- INSERT --/.test(row));
  const isOver = busy || native?.phase === "stale" || native?.phase === "fired";
  return {
    state: stateOf(box, native, busy),
    limit: isOver ? undefined : (turn.limit ?? limitInFooter(footer, at)),
    native: busy ? undefined : native,
    transient: turn.transient,
    draft: box.draft,
    menu: undefined,
    vim: insert ? "insert" : known.vim ? "normal" : undefined,
  };
}

function stateOf(box: InputBox, native: NativeNotice | undefined, busy: boolean): ScreenState {
  if (!/[❯>]/.test(box.sign)) return "shell-mode";
  if (busy) return "busy";
  if (box.draft !== undefined) return "draft";
  return native?.phase === "armed" || native?.phase === "stale" ? "native-wait" : "idle";
}

function readDialog(screen: Screen, dialog: Dialog, at: Moment): ScreenReading {
  const { kind, top, ...menu } = dialog;
  const above = screen.lines.slice(0, top).map((line) => line.text);
  const turn = readLastTurn(above, screen.columns, at);
  const limit = kind === "limit-menu" ? limitAtMenu(turn.limit, menu.options, at) : undefined;
  return { ...NOTHING, state: kind, limit, menu };
}

function noticeIn(footer: readonly string[], at: Moment): NativeNotice | undefined {
  for (const row of footer) {
    const notice = readNativeNotice(row, at);
    if (notice) return notice;
  }
  return undefined;
}

/** `⚠ Usage limit reached · limit resets 3:28pm` (2.1.325): all that is left where the banner has scrolled away. */
function limitInFooter(footer: readonly string[], at: Moment): Limit | undefined {
  const row = footer.find((text) => /^\s*⚠ /.test(text));
  return row === undefined ? undefined : readLimit(row, at);
}

/** The menu opens at a limit only, and one of its rows may say when it ends, also where the banner does not. */
function limitAtMenu(banner: Limit | undefined, options: readonly string[], at: Moment): Limit | undefined {
  const wait = /continue automatically at (.+)$/i;
  const when = wait.exec(options.find((option) => wait.test(option)) ?? "")?.[1];
  const offered = when ? readLimit(`Usage limit reached · resets ${when}`, at) : undefined;
  if (!banner) return offered ?? readLimit("Usage limit reached", at);
  if (banner.resetsAt || !offered?.resetsAt) return banner;
  return { ...banner, resetsAt: offered.resetsAt };
}
