import type { Disposable } from "../terminal/user/listeners.js";

/** What happens to the person's keys while the session waits. */
export type InputWhileWaiting = "forward" | "discard" | "buffer";

export interface InputGateOptions {
  readonly whileWaiting: InputWhileWaiting;
  write(bytes: Buffer): void;
}

/**
 * The person's keys on their way to the session. By default they always get through. For the moment in which the prompt
 * is typed they are held, so that the two do not mix, and follow right after it.
 */
export class InputGate {
  readonly #options: InputGateOptions;
  #kept: Buffer[] = [];
  #keptBytes = 0;
  #waiting = false;
  #held: NodeJS.Timeout | undefined;

  constructor(options: InputGateOptions) {
    this.#options = options;
  }

  take(bytes: Buffer): void {
    const { whileWaiting } = this.#options;
    // Whatever was asked for, there is a way out.
    if (this.#waiting && whileWaiting !== "forward" && isWayOut(bytes)) return this.#options.write(bytes);
    if (this.#waiting && whileWaiting === "discard") return;
    if (this.#held === undefined && !this.#buffers) return this.#options.write(bytes);
    if (this.#keptBytes + bytes.length > MOST_KEPT_BYTES) {
      if (this.#buffers) return;
      // So much at once is a paste: better mixed with ours than with a piece missing.
      this.#letGo();
      return this.#options.write(bytes);
    }
    this.#kept.push(bytes);
    this.#keptBytes += bytes.length;
  }

  /** The session waits for its reset, or no longer. */
  setWaiting(waiting: boolean): void {
    this.#waiting = waiting;
    this.#flush();
  }

  /** Keeps all keys back until that is disposed of, or `maxMs` are over. One hold at a time. */
  hold(maxMs = LONGEST_HOLD_MS): Disposable {
    const held = (this.#held ??= setTimeout(() => this.#letGo(), maxMs).unref());
    return { dispose: () => (this.#held === held ? this.#letGo() : undefined) };
  }

  get #buffers(): boolean {
    return this.#waiting && this.#options.whileWaiting === "buffer";
  }

  #letGo(): void {
    clearTimeout(this.#held);
    this.#held = undefined;
    this.#flush();
  }

  #flush(): void {
    if (this.#held !== undefined || this.#buffers) return;
    const kept = this.#kept;
    this.#kept = [];
    this.#keptBytes = 0;
    for (const bytes of kept) this.#options.write(bytes);
  }
}

function isWayOut(bytes: Buffer): boolean {
  return bytes.length <= 32 && WAY_OUT.test(bytes.toString("latin1"));
}

/** Ctrl+C, Ctrl+D, Ctrl+Z or Ctrl+\ alone: as a byte, or spelled out on terminals that were asked for it (kitty, xterm). */
const WAY_OUT =
  /^(?:[\x03\x04\x1a\x1c]|\x1b\[(?:99|100|122|92);5(?::[123])?u|\x1b\[27;5;(?:99|100|122|92)~)+$/;

// A resume takes two or three seconds; nothing of ours may keep a keyboard dead for longer.
export const LONGEST_HOLD_MS = 8000;
const MOST_KEPT_BYTES = 1024 * 1024;
