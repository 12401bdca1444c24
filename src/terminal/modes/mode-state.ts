import { CharsetState } from "./charset-state.js";
import { CsiParams } from "./csi-params.js";
import type { EscapeHandler } from "./escape-scanner.js";
import { KeyboardFlags } from "./keyboard-flags.js";
import { OscState } from "./osc-state.js";
import { ORIGIN, PrivateModes, SYNCHRONIZED } from "./private-modes.js";

/** Insert mode, and a line feed that also returns. */
const ANSI_MODES = new Set([4, 20]);

const H = 0x68;
const L = 0x6c;
const M = 0x6d;
/** Smaller characters than these are digits and what stands between them. */
const PREFIXES = 0x3c;
/** The final characters of the sequences that `#readModes` knows. */
const LEAVES_SOMETHING = new Uint8Array(256);
for (const final of "hlmnpqru") LEAVES_SOMETHING[final.charCodeAt(0)] = 1;

/** What DECSC and ?1049h save and DECRC and ?1049l bring back, besides the cursor's place. */
interface Saved {
  readonly charsets: CharsetState;
  isColoured: boolean;
  hasOrigin: boolean;
}

/** The state behind `TerminalModes`: sequences in, what is on out. */
export class ModeState implements EscapeHandler {
  readonly strings = new OscState();
  readonly #private = new PrivateModes();
  readonly #ansi = new Set<number>();
  readonly #keyboard = { main: new KeyboardFlags(), alternate: new KeyboardFlags() };
  readonly #charsets = new CharsetState();
  #saved = { main: newSaved(), alternate: newSaved() };
  /** The mode that opened the alternate screen: 47, 1047 or 1049; 0 on the main screen. */
  #alternate = 0;
  #region = "";
  /** Colours, bold and the like may be on: some were set since the last that took back all. */
  #isColoured = false;
  #hasKeypad = false;
  #otherKeys = 0;
  #cursorShape = 0;

  get isSynchronized(): boolean {
    return this.#private.has(SYNCHRONIZED);
  }

  sgr(bytes: Buffer, from: number, to: number): void {
    this.#isColoured = to - from > 1 || (to > from && bytes[from] !== 0x30);
  }

  csi(final: number, bytes: Buffer, from: number, to: number): void {
    if (final === M && (from === to || bytes[from]! < PREFIXES)) this.sgr(bytes, from, to);
    else if ((final === H || final === L) && bytes[from] === 0x3f)
      this.#readPrivate(bytes, from + 1, to, final === H);
    else if (LEAVES_SOMETHING[final] === 1) this.#readModes(final, new CsiParams(bytes, from, to));
  }

  /** Every frame of a TUI has some of these. */
  #readPrivate(bytes: Buffer, from: number, to: number, on: boolean): void {
    let mode = 0;
    for (let at = from; at <= to; at++) {
      const byte = at < to ? bytes[at]! : 0x3b;
      if (byte >= 0x30 && byte <= 0x39) {
        mode = (mode * 10 + byte - 0x30) & 0xffff;
      } else if (byte === 0x3b) {
        this.#setPrivate(mode, on);
        mode = 0;
      }
    }
  }

  #readModes(final: number, params: CsiParams): void {
    switch (params.prefix + params.intermediate + String.fromCharCode(final)) {
      case ">m":
        this.#setOtherKeys(params.get(0, 4), params.get(1, 0));
        break;
      case ">n":
        this.#setOtherKeys(params.get(0, 4), 0);
        break;
      case "h":
      case "l":
        for (const mode of params.values) toggle(this.#ansi, ANSI_MODES, mode, final === H);
        break;
      case ">u":
        this.#keyboard[this.#screen].push(params.get(0, 0));
        break;
      case "<u":
        this.#keyboard[this.#screen].pop(params.get(0, 1));
        break;
      case "=u":
        this.#keyboard[this.#screen].set(params.get(0, 0), params.get(1, 1));
        break;
      case "r":
        this.#region = params.values.length === 0 ? "" : regionOf(params);
        break;
      case " q":
        this.#cursorShape = params.get(0, 0);
        break;
      case "!p":
        this.#softReset();
        break;
    }
  }

  escape(intermediate: number, final: number): void {
    // ESC ( 0 and its like.
    if (intermediate !== 0 && this.#charsets.designate(intermediate, final)) return;
    if (intermediate !== 0) return;
    if (final === 0x63) this.#fullReset();
    if (final === 0x3d || final === 0x3e) this.#hasKeypad = final === 0x3d;
    if (final === 0x37) this.#saveOrRestore(this.#screen, true);
    if (final === 0x38) this.#saveOrRestore(this.#screen, false);
    if (final === 0x6e || final === 0x6f) this.#charsets.shift(true);
  }

  osc(content: string): void {
    this.strings.read(content);
  }

  shift(out: boolean): void {
    this.#charsets.shift(out);
  }

  undo(): string {
    const isOnAlternate = this.#alternate !== 0;
    const saved = this.#saved.main;
    // Leaving the alternate screen brings back what was saved on entering it.
    const comesBack = this.#alternate === 1049;
    return [
      this.#private.has(SYNCHRONIZED) ? "\x1b[?2026l" : "",
      isOnAlternate ? this.#keyboard.alternate.undo() : "",
      this.#undoRegion(),
      isOnAlternate ? `\x1b[?${this.#alternate}l` : "",
      isOnAlternate ? "" : this.#undoHiddenKeyboard(),
      this.#keyboard.main.undo(),
      this.#otherKeys > 0 ? "\x1b[>4m" : "",
      this.#private.sequencesForOn(false),
      this.#hasKeypad ? "\x1b>" : "",
      ...[...this.#ansi].map((mode) => `\x1b[${mode}l`),
      comesBack && saved.hasOrigin ? "\x1b[?6l" : "",
      this.#charsets.undo(comesBack ? saved.charsets : undefined),
      this.#isColoured || (comesBack && saved.isColoured) ? "\x1b[m" : "",
      this.strings.undo(),
      this.#cursorShape === 0 ? "" : "\x1b[0 q",
      this.#private.sequencesForOff(false),
    ].join("");
  }

  redo(): string {
    const isOnAlternate = this.#alternate !== 0;
    return [
      this.#keyboard.main.redo(),
      isOnAlternate ? `\x1b[?${this.#alternate}h` : "",
      isOnAlternate ? this.#keyboard.alternate.redo() : "",
      this.#otherKeys > 0 ? `\x1b[>4;${this.#otherKeys}m` : "",
      this.#private.sequencesForOn(true),
      this.#hasKeypad ? "\x1b=" : "",
      ...[...this.#ansi].map((mode) => `\x1b[${mode}h`),
      this.#region === "" ? "" : `\x1b7\x1b[${this.#region}r\x1b8`,
      this.#private.has(ORIGIN) ? "\x1b[?6h" : "",
      this.#charsets.redo(),
      this.strings.redo(),
      this.#cursorShape === 0 ? "" : `\x1b[${this.#cursorShape} q`,
      this.#private.sequencesForOff(true),
      this.#private.has(SYNCHRONIZED) ? "\x1b[?2026h" : "",
    ].join("");
  }

  /** Both take the cursor to the top, where it would be in the way; a saved cursor is put back. */
  #undoRegion(): string {
    const region = this.#region === "" ? "" : "\x1b[r";
    if (this.#private.has(ORIGIN)) return `\x1b[?6l${region}${this.#alternate === 1049 ? "" : "\x1b[999H"}`;
    return region === "" || this.#alternate === 1049 ? region : `\x1b7${region}\x1b8`;
  }

  /** The alternate screen has flags of its own, which are only reached from there. */
  #undoHiddenKeyboard(): string {
    const undo = this.#keyboard.alternate.undo();
    return undo === "" ? "" : `\x1b[?47h${undo}\x1b[?47l`;
  }

  get #screen(): "main" | "alternate" {
    return this.#alternate === 0 ? "main" : "alternate";
  }

  #setPrivate(mode: number, on: boolean): void {
    if (mode === 47 || mode === 1047 || mode === 1049) this.#setAlternate(mode, on);
    else if (mode === 1048) this.#saveOrRestore(this.#screen, on);
    else this.#private.set(mode, on);
  }

  #setAlternate(mode: number, on: boolean): void {
    if (on && mode === 1049 && this.#alternate === 0) this.#saveOrRestore("main", true);
    this.#alternate = on ? mode : 0;
    if (!on && mode === 1049) this.#saveOrRestore("main", false);
  }

  #setOtherKeys(resource: number, value: number): void {
    if (resource === 4) this.#otherKeys = value;
  }

  #saveOrRestore(screen: "main" | "alternate", save: boolean): void {
    const saved = this.#saved[screen];
    if (save) {
      saved.isColoured = this.#isColoured;
      saved.charsets.copyFrom(this.#charsets);
      saved.hasOrigin = this.#private.has(ORIGIN);
    } else {
      this.#isColoured = saved.isColoured;
      this.#charsets.copyFrom(saved.charsets);
      this.#private.set(ORIGIN, saved.hasOrigin);
    }
  }

  /** DECSTR. */
  #softReset(): void {
    this.#private.reset([1, ORIGIN, 7, 25, 66, 69]);
    this.#ansi.clear();
    this.#hasKeypad = false;
    this.#region = "";
    this.#charsets.clear();
    this.#isColoured = false;
    this.#saved[this.#screen] = newSaved();
  }

  /** RIS. */
  #fullReset(): void {
    this.#softReset();
    this.#private.clear();
    this.#saved = { main: newSaved(), alternate: newSaved() };
    this.#keyboard.main.clear();
    this.#keyboard.alternate.clear();
    this.#alternate = this.#otherKeys = this.#cursorShape = 0;
    this.strings.clear();
  }
}

function newSaved(): Saved {
  return { charsets: new CharsetState(), isColoured: false, hasOrigin: false };
}

function regionOf(params: CsiParams): string {
  return `${params.get(0, 1)};${params.get(1, 0) || ""}`;
}

function toggle(modes: Set<number>, known: ReadonlySet<number>, mode: number, on: boolean): void {
  if (!known.has(mode)) return;
  if (on) modes.add(mode);
  else modes.delete(mode);
}
