/**
 * Looks for Ctrl+] twice in what a person types, which leaves the chat. A single one is held until the next key shows
 * that it was meant for the session. Terminals with extended keyboard modes send it as a sequence.
 */
export class DetachKeys {
  #held = Buffer.alloc(0);

  /** `pass`: for the session. `leaves`: the person leaves; the rest is dropped. */
  take(bytes: Buffer): { readonly pass: Buffer; readonly leaves: boolean } {
    const all = Buffer.concat([this.#held, bytes]);
    const text = all.toString("latin1");
    const twice = TWICE.exec(text);
    if (twice) {
      this.#held = Buffer.alloc(0);
      return { pass: all.subarray(0, twice.index), leaves: true };
    }
    const once = ONCE_AT_END.exec(text)?.index ?? all.length;
    this.#held = Buffer.from(all.subarray(once));
    return { pass: all.subarray(0, once), leaves: false };
  }
}

// The byte; the kitty protocol's form, without and with its event; xterm's modifyOtherKeys.
const KEY = String.raw`(?:\x1d|\x1b\[93;5(?::1)?u|\x1b\[27;5;93~)`;
// With key release events, one comes in between.
const RELEASE = String.raw`(?:\x1b\[93;5:3u)?`;
const TWICE = new RegExp(`${KEY}${RELEASE}${KEY}`);
const ONCE_AT_END = new RegExp(`${KEY}${RELEASE}$`);
