import type { TerminalSize } from "../../terminal/user/user-terminal.js";
import type { ScreenReading, ScreenState } from "../../claude/screen/screen-reading.js";
import type { Screen } from "../../claude/screen/screen.js";
import type { Pty } from "../../transport/pty/pty.js";
import { StdinWriter } from "../../terminal/user/stdin-writer.js";
import { TerminalModes } from "../../terminal/modes/terminal-modes.js";
import { InputGate } from "../../driver/input-gate.js";
import { Keyboard, type KeyboardOptions } from "../../driver/keyboard.js";
import { Observer } from "../../driver/observer.js";
import type { Sight } from "../../driver/settle.js";
import { UNSEEN_SIZE, type Viewer } from "./hosted-session.js";

export interface SessionTerminalOptions extends Omit<KeyboardOptions, "write"> {
  /** Its size is `UNSEEN_SIZE`. */
  readonly pty: Pty;
  readonly timeZone: string;
  readonly vim: () => boolean;
  /** The screen has settled, and changed. */
  readonly onSight: (sight: Sight) => void;
  /** A person who looks at it pressed keys. */
  readonly onPersonsKeys: () => void;
  readonly log: (message: string) => void;
}

/** The terminal of a session without a window. We read it and type into it; people can look at it. */
export class SessionTerminal {
  readonly keyboard: Keyboard;
  readonly #options: SessionTerminalOptions;
  readonly #writer: StdinWriter;
  readonly #gate: InputGate;
  readonly #observer: Observer;
  readonly #modes = new TerminalModes();
  /** The people who look at it, each with the size of their own terminal. */
  readonly #viewers = new Map<(bytes: Buffer) => void, TerminalSize>();
  #size = UNSEEN_SIZE;
  #sight: Sight | undefined;
  #heardAt = performance.now();

  constructor(options: SessionTerminalOptions) {
    this.#options = options;
    this.#writer = new StdinWriter(options.pty, options.log);
    this.keyboard = new Keyboard({
      write: (text) => this.#writer.write(text),
      escGapMs: options.escGapMs,
      enterGapMs: options.enterGapMs,
    });
    this.#gate = new InputGate({
      whileWaiting: "forward",
      write: (bytes) => {
        options.onPersonsKeys();
        this.#writer.write(bytes);
      },
    });
    this.#observer = new Observer({
      ...options,
      ...UNSEEN_SIZE,
      now: () => new Date(),
      onBytesLimit: () => {},
      onReading: (reading, screen) => {
        this.#sight = { reading, screen };
        options.onSight(this.#sight);
      },
      // A person's own terminal answers by itself.
      onReply: (reply) => {
        if (!this.isAttended) this.#writer.write(reply);
      },
    });
    options.pty.onData((bytes) => this.#take(bytes));
    options.pty.onExit(() => this.#writer.markDead());
  }

  /** For how long the session has drawn nothing. */
  get quietMs(): number {
    return performance.now() - this.#heardAt;
  }

  /** A person looks at it, and may type. */
  get isAttended(): boolean {
    return this.#viewers.size > 0;
  }

  /** The last settled screen. */
  get screen(): Screen | undefined {
    return this.#sight?.screen;
  }

  /** Of the screen now; of the last settled one while it is half drawn. */
  get state(): ScreenState | undefined {
    return (this.glance() ?? this.#sight?.reading)?.state;
  }

  look(timeoutMs: number): Promise<Sight | undefined> {
    if (this.#observer.skipped) this.repaint();
    return this.#observer.look(timeoutMs);
  }

  /** The screen at this very moment; undefined if it is unknown or half drawn. */
  glance(): ScreenReading | undefined {
    return this.#observer.glance();
  }

  /**
   * Pastes a text into the prompt; resolves when the terminal has taken all of it. Bracketed: typed, each line break would be
   * an Enter. Without its ESCs: one would end the paste, and the rest would be keys.
   */
  async paste(text: string): Promise<void> {
    const { pty } = this.#options;
    this.#writer.write(`\x1b[200~${text.replaceAll("\x1b", "")}\x1b[201~`);
    if ((pty.backlog ?? 0) === 0) return;
    await new Promise<void>((resolve) => {
      const settle = (): void => {
        drained?.dispose();
        ended.dispose();
        resolve();
      };
      const drained = pty.onDrain?.(settle);
      const ended = pty.onExit(settle);
    });
  }

  /** Holds a person's keys back while ours are sent, for 8 s at most: between ours they would mean something else. */
  async withKeysHeld(work: () => Promise<void>): Promise<void> {
    const held = this.#gate.hold();
    try {
      await work();
    } finally {
      held.dispose();
    }
  }

  attach(size: TerminalSize, onData: (bytes: Buffer) => void): Viewer {
    this.#viewers.set(onData, size);
    this.fit();
    this.repaint();
    return {
      write: (bytes) => this.#gate.take(Buffer.from(bytes)),
      resize: (to) => {
        if (!this.#viewers.has(onData)) return;
        this.#viewers.set(onData, to);
        this.fit();
      },
      detach: () => {
        this.#viewers.delete(onData);
        this.fit();
      },
    };
  }

  /** Gives it more rows, until `fit`: Claude Code draws the whole conversation again if there is room for it. */
  heighten(rows: number): void {
    this.#resize({ ...this.#size, rows });
  }

  /** To the size that all who look at it have, or `UNSEEN_SIZE`. */
  fit(): void {
    const sizes = this.isAttended ? [...this.#viewers.values()] : [UNSEEN_SIZE];
    const columns = Math.min(...sizes.map((size) => size.columns));
    const rows = Math.min(...sizes.map((size) => size.rows));
    if (this.#size.columns !== columns || this.#size.rows !== rows) this.#resize({ columns, rows });
  }

  /** A program draws its screen again when its size changes: one row less for a moment. */
  repaint(): void {
    const { pty } = this.#options;
    pty.resize(this.#size.columns, Math.max(1, this.#size.rows - 1));
    setTimeout(() => pty.resize(this.#size.columns, this.#size.rows), REPAINT_MS).unref();
  }

  /** Sequences that bring another terminal to the same state: modes and text. The session itself repaints the colours. */
  snapshot(): string {
    const { screen } = this;
    const rows = screen?.lines.map((line) => line.text).join("\r\n") ?? "";
    const { row, column } = screen?.cursor ?? { row: 0, column: 0 };
    return `${this.#modes.redo()}\x1b[m\x1b[2J\x1b[H${rows}\x1b[${row + 1};${column + 1}H`;
  }

  dispose(): void {
    this.#viewers.clear();
    this.#observer.dispose();
  }

  #resize(size: TerminalSize): void {
    this.#size = size;
    this.#options.pty.resize(size.columns, size.rows);
    this.#observer.resize(size.columns, size.rows);
  }

  #take(bytes: Buffer): void {
    this.#heardAt = performance.now();
    this.#modes.feed(bytes);
    for (const onData of this.#viewers.keys()) onData(bytes);
    this.#observer.feed(bytes);
  }
}

const REPAINT_MS = 100;
