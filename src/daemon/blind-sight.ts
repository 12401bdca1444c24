import { knows, parseRelease } from "../claude/releases.js";
import type { ScreenReading, ScreenState } from "../claude/screen-reading.js";

/**
 * What a screen that cannot be seen should show, told from the keys that went there. Only for a session that its
 * transcript shows to be stopped, and that the person has allowed to be typed into unseen.
 */
export class BlindSight {
  readonly #prompt: string;
  /** From 2.1.75 on the menu opens by itself and takes the keyboard; one Esc on an idle prompt does no harm. */
  #mayHaveMenu: boolean;
  #draft = "";

  constructor({ prompt, release }: { readonly prompt: string; readonly release: string | undefined }) {
    this.#prompt = prompt;
    this.#mayHaveMenu = knows(release === undefined ? undefined : parseRelease(release), "limitMenu");
  }

  get reading(): ScreenReading {
    if (this.#mayHaveMenu) return { ...NOTHING_ELSE, state: "limit-menu" };
    const state: ScreenState = this.#draft === "" ? "idle" : "draft";
    return { ...NOTHING_ELSE, state, draft: this.#draft || undefined };
  }

  noticeKeys(keys: string): void {
    if (keys === "\x1b") this.#mayHaveMenu = false;
    else if (keys === "\r") this.#draft = "";
    else if (keys === this.#prompt) this.#draft = keys;
  }
}

const NOTHING_ELSE = {
  limit: undefined,
  native: undefined,
  transient: undefined,
  draft: undefined,
  menu: undefined,
  vim: undefined,
} as const;
