import { knows, parseRelease } from "../claude/hooks/releases.js";
import { NOTHING_ELSE, type ScreenReading, type ScreenState } from "../claude/screen/screen-reading.js";

export interface BlindSightOptions {
  readonly prompt: string;
  readonly release: string | undefined;
  /** The prompt was typed by somebody who did not come to press Enter. */
  readonly isTyped: boolean;
}

/**
 * What a screen that cannot be seen should show, told from the keys that went there. Only for a session that its
 * transcript shows to be stopped, and that the person has allowed to be typed into unseen.
 */
export class BlindSight {
  readonly #prompt: string;
  /** From 2.1.75 on the menu opens by itself and takes the keyboard; one Esc on an idle prompt does no harm. */
  #mayHaveMenu: boolean;
  #draft: string;

  constructor({ prompt, release, isTyped }: BlindSightOptions) {
    this.#prompt = prompt;
    // Typed a second time it would stand there twice; Enter on an empty box does no harm.
    this.#draft = isTyped ? prompt : "";
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
    else if (withoutPaste(keys) === this.#prompt) this.#draft = this.#prompt;
  }
}

/** Several lines go in as a paste. */
function withoutPaste(keys: string): string {
  return keys.replace(/^\x1b\[200~|\x1b\[201~$/g, "");
}
