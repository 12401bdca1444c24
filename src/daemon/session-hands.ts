import type { ScreenReading } from "../claude/screen-reading.js";
import { readScreen } from "../claude/screen-reading.js";
import { climb } from "../delivery/ladder.js";
import { steadyLook } from "../delivery/steady-look.js";
import type { Hands, Way } from "../delivery/way.js";
import type { ForeignSession } from "../watch/reach.js";
import { BlindSight } from "./blind-sight.js";

export interface SessionHandsOptions {
  /** Loaded when they are first needed: an idle daemon does without an emulator. */
  readonly ways: () => Promise<readonly Way[]>;
  readonly allowBlind: boolean;
  readonly timeZone: string;
  readonly vim: () => boolean;
  readonly prompt: string;
  /** Why no way led to the session; empty where one did. */
  readonly onRefusals: (refusals: readonly string[]) => void;
}

/** The keyboard and the screen of one session that somebody else started, by whatever way leads there. */
export class SessionHands {
  readonly #options: SessionHandsOptions;
  #hands: Hands | undefined;
  #blind: BlindSight | undefined;
  #lastSeen: ScreenReading | undefined;

  constructor(options: SessionHandsOptions) {
    this.#options = options;
  }

  get way(): string | undefined {
    return this.#hands?.way;
  }

  /** What the session shows, at rest; undefined where no way leads there, or it does not come to rest. */
  async look(session: ForeignSession): Promise<ScreenReading | undefined> {
    this.#lastSeen = undefined;
    const hands = await this.#reach(session);
    if (hands === undefined) return undefined;
    const { timeZone, vim } = this.#options;
    this.#lastSeen =
      hands.see === undefined
        ? this.#blind?.reading
        : await steadyLook(hands.see, { timeZone, vim: vim(), timeoutMs: LOOK_MS });
    return this.#lastSeen;
  }

  /** Whether it is still that very session, and shows what it showed at the last look. Asked right before each key. */
  async isStillSo(): Promise<boolean> {
    const [hands, was] = [this.#hands, this.#lastSeen];
    if (hands === undefined || was === undefined || !(await hands.isStillThere())) return false;
    if (hands.see === undefined) return true;
    const { timeZone, vim } = this.#options;
    const is = readScreen(await hands.see(), { now: new Date(), timeZone }, { vim: vim() });
    return is.state === was.state && is.draft === was.draft;
  }

  async send(keys: string): Promise<void> {
    if (this.#hands === undefined) throw new Error("no way to the session is open");
    await this.#hands.send(keys);
    this.#blind?.noticeKeys(keys);
  }

  /** Puts back what was changed on the way there. */
  async letGo(): Promise<void> {
    const hands = this.#hands;
    this.#hands = undefined;
    this.#blind = undefined;
    await hands?.release();
  }

  async #reach(session: ForeignSession): Promise<Hands | undefined> {
    if (this.#hands && (await this.#hands.isStillThere())) return this.#hands;
    await this.letGo();
    const { ways, allowBlind, vim, prompt, onRefusals } = this.#options;
    // What cannot be seen cannot be brought out of vim's NORMAL mode.
    const { hands, refusals } = await climb(session, await ways(), { allowBlind: allowBlind && !vim() });
    onRefusals(hands === undefined ? refusals : []);
    this.#hands = hands;
    if (hands && hands.see === undefined) this.#blind = new BlindSight({ prompt, release: session.release });
    return hands;
  }
}

const LOOK_MS = 15_000;
