import { readScreen, takesSameKeys, type ScreenReading } from "../claude/screen/screen-reading.js";
import { openFirstTransport } from "../transport/transport.js";
import { steadyLook } from "../transport/screen/steady-look.js";
import type { Transport, TransportKind } from "../transport/transport.js";
import type { ExternalSession } from "../transport/terminal-locator.js";
import { BlindSight } from "./blind-sight.js";

export interface SessionHandsOptions {
  /** Loaded when they are first needed: an idle daemon does without an emulator. */
  readonly ways: () => Promise<readonly TransportKind[]>;
  readonly allowBlind: boolean;
  readonly timeZone: string;
  readonly vim: () => boolean;
  readonly prompt: string;
  /** Whether the prompt may stand in the box already: a blind way cannot tell. */
  readonly isTyped: () => boolean;
  /** Why no way led to the session; empty where one did. */
  readonly onRefusals: (refusals: readonly string[]) => void;
  /** Somebody carries it on already, and no key of ours may go there. */
  readonly onAttended: (by: string) => void;
}

/** The keyboard and the screen of one session that somebody else started, by whatever way leads there. */
export class SessionHands {
  readonly #options: SessionHandsOptions;
  #hands: Transport | undefined;
  #blind: BlindSight | undefined;
  #lettingGo = new AbortController();

  constructor(options: SessionHandsOptions) {
    this.#options = options;
  }

  get way(): string | undefined {
    return this.#hands?.name;
  }

  /** Whether they type into what they cannot see. */
  get isBlind(): boolean {
    return this.#blind !== undefined;
  }

  /**
   * What the session shows, at rest; undefined where no way leads there, it does not come to rest, or it was let go
   * meanwhile.
   */
  async look(session: ExternalSession): Promise<ScreenReading | undefined> {
    const { signal } = this.#lettingGo;
    const hands = await this.#reach(session, signal);
    if (hands === undefined) return undefined;
    const { timeZone, vim } = this.#options;
    const seen =
      hands.screen === undefined
        ? this.#blind?.reading
        : await steadyLook(hands.screen, { timeZone, vim: vim(), timeoutMs: LOOK_MS, signal });
    return signal.aborted ? undefined : seen;
  }

  /** Whether it is still that very session, and shows what the key was decided on. Asked right before each key. */
  async isStillSo(on: ScreenReading): Promise<boolean> {
    const hands = this.#hands;
    if (hands === undefined || !(await hands.isSameProcess())) return false;
    if (hands.screen === undefined) return true;
    const { timeZone, vim } = this.#options;
    const is = readScreen(await hands.screen(), { now: new Date(), timeZone }, { vim: vim() });
    return takesSameKeys(is, on);
  }

  async send(keys: string): Promise<void> {
    if (this.#hands === undefined) throw new Error("no way to the session is open");
    await this.#hands.send(keys);
    this.#blind?.noticeKeys(keys);
  }

  /** Puts back what was changed on the way there, and ends the look that is under way. Never throws. */
  async letGo(): Promise<void> {
    this.#lettingGo.abort();
    this.#lettingGo = new AbortController();
    await this.#release();
  }

  async #reach(session: ExternalSession, signal: AbortSignal): Promise<Transport | undefined> {
    if (this.#hands && (await this.#hands.isSameProcess())) return this.#hands;
    await this.#release();
    const { ways, allowBlind, vim, onRefusals, onAttended } = this.#options;
    // What cannot be seen cannot be brought out of vim's NORMAL mode.
    const reached = await openFirstTransport(session, await ways(), { allowBlind: allowBlind && !vim() });
    const { transport: hands, refusals, attendedBy } = reached;
    if (signal.aborted) {
      await releaseSafely(hands);
      return undefined;
    }
    onRefusals(hands === undefined ? refusals : []);
    if (attendedBy !== undefined) onAttended(attendedBy);
    this.#hands = hands;
    if (hands && hands.screen === undefined) this.#blind = this.#blindSight(session);
    return hands;
  }

  #blindSight({ release }: ExternalSession): BlindSight {
    const { prompt, isTyped } = this.#options;
    return new BlindSight({ prompt, release, isTyped: isTyped() });
  }

  async #release(): Promise<void> {
    const hands = this.#hands;
    this.#hands = undefined;
    this.#blind = undefined;
    await releaseSafely(hands);
  }
}

async function releaseSafely(hands: Transport | undefined): Promise<void> {
  try {
    await hands?.release();
  } catch {
    // The terminal is gone, and with it what was to be put back.
  }
}

const LOOK_MS = 15_000;
