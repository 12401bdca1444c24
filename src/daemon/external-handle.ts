import { readScreen, type ScreenReading } from "../claude/screen/screen-reading.js";
import type { Screen } from "../claude/screen/screen.js";
import { samplesOf, settle } from "../driver/settle.js";
import type { ExternalSession } from "../transport/terminal-locator.js";
import { openFirstTransport, type Transport, type TransportKind } from "../transport/transport.js";
import { BlindSight } from "./blind-sight.js";

export interface ExternalHandleOptions {
  /** Loaded when first needed: an idle daemon does without an emulator. */
  readonly transports: () => Promise<readonly TransportKind[]>;
  readonly allowBlind: boolean;
  readonly timeZone: string;
  readonly vim: () => boolean;
  readonly prompt: string;
  /** Whether the prompt may be in the box already: a blind transport cannot tell. */
  readonly isTyped: () => boolean;
  /** Why no transport could be opened; empty if one could. */
  readonly onRefusals: (refusals: readonly string[]) => void;
  /** Somebody drives the session already: none of our keys may go there. */
  readonly onAttended: (by: string) => void;
}

/** The screen and the keyboard of a session that somebody else started, by the first transport that reaches it. */
export class ExternalHandle {
  readonly #options: ExternalHandleOptions;
  #transport: Transport | undefined;
  #blind: BlindSight | undefined;
  #releasing = new AbortController();

  constructor(options: ExternalHandleOptions) {
    this.#options = options;
  }

  get transport(): string | undefined {
    return this.#transport?.name;
  }

  /** Whether it types into what it cannot see. */
  get isBlind(): boolean {
    return this.#blind !== undefined;
  }

  /** What the session shows when it has settled; undefined if it cannot be reached, does not settle, or was released meanwhile. */
  async look(session: ExternalSession, timeoutMs: number): Promise<ScreenReading | undefined> {
    const { signal } = this.#releasing;
    const transport = await this.#open(session, signal);
    if (transport === undefined) return undefined;
    if (transport.screen === undefined) return this.#blind?.reading;
    const take = samplesOf(transport.screen, (screen) => this.#read(screen));
    const settled = await settle(take, { timeoutMs, everyMs: LOOK_EVERY_MS, signal });
    return signal.aborted ? undefined : settled?.reading;
  }

  /** What it shows at this moment; undefined if it is no longer that very session. Asked right before each key. */
  async glance(): Promise<ScreenReading | undefined> {
    const transport = this.#transport;
    if (transport === undefined || !(await transport.isSameProcess())) return undefined;
    return transport.screen === undefined ? this.#blind?.reading : this.#read(await transport.screen());
  }

  async send(keys: string): Promise<void> {
    if (this.#transport === undefined) throw new Error("no transport to the session is open");
    await this.#transport.send(keys);
    this.#blind?.noticeKeys(keys);
  }

  /** Puts back what was changed to open it, and ends the look that is under way. Never throws. */
  async release(): Promise<void> {
    this.#releasing.abort();
    this.#releasing = new AbortController();
    await this.#close();
  }

  #read(screen: Screen): ScreenReading {
    const { timeZone, vim } = this.#options;
    return readScreen(screen, { now: new Date(), timeZone }, { vim: vim() });
  }

  async #open(session: ExternalSession, signal: AbortSignal): Promise<Transport | undefined> {
    if (await this.#transport?.isSameProcess()) return this.#transport;
    await this.#close();
    const { transports, allowBlind, vim, onRefusals, onAttended } = this.#options;
    // What cannot be seen cannot be brought out of vim's NORMAL mode.
    const opened = await openFirstTransport(session, await transports(), {
      allowBlind: allowBlind && !vim(),
    });
    const { transport, refusals, attendedBy } = opened;
    if (signal.aborted) {
      await releaseSafely(transport);
      return undefined;
    }
    onRefusals(transport === undefined ? refusals : []);
    if (attendedBy !== undefined) onAttended(attendedBy);
    this.#transport = transport;
    if (transport && transport.screen === undefined) this.#blind = this.#blindSight(session);
    return transport;
  }

  #blindSight({ release }: ExternalSession): BlindSight {
    const { prompt, isTyped } = this.#options;
    return new BlindSight({ prompt, release, isTyped: isTyped() });
  }

  async #close(): Promise<void> {
    const transport = this.#transport;
    this.#transport = undefined;
    this.#blind = undefined;
    await releaseSafely(transport);
  }
}

async function releaseSafely(transport: Transport | undefined): Promise<void> {
  try {
    await transport?.release();
  } catch {
    // The terminal is gone, and with it what was to be put back.
  }
}

const LOOK_EVERY_MS = 75;
