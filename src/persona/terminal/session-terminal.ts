import type { ScreenReading, ScreenState } from "../../claude/screen/screen-reading.js";
import type { Screen } from "../../claude/screen/screen.js";
import type { Pty } from "../../transport/pty/pty.js";
import { StdinWriter } from "../../terminal/user/stdin-writer.js";
import { TerminalModes } from "../../terminal/modes/terminal-modes.js";
import { InputGate } from "../../driver/input-gate.js";
import { Keyboard, type KeyboardOptions } from "../../driver/keyboard.js";
import { Observer } from "../../driver/observer.js";
import type { Sight } from "../../driver/settle.js";

export interface SessionTerminalOptions extends Omit<KeyboardOptions, "write"> {
  readonly pty: Pty;
  readonly columns: number;
  readonly rows: number;
  readonly timeZone: string;
  readonly vim: () => boolean;
  /** The screen came to rest with something new on it. */
  readonly onSight: (sight: Sight) => void;
  /** Somebody who is attached pressed keys. */
  readonly onPersonsKeys: () => void;
  readonly log: (message: string) => void;
}

/** The terminal of a session that has no window: it is read and typed into, and a person can look in. */
export class SessionTerminal {
  readonly keyboard: Keyboard;
  readonly #options: SessionTerminalOptions;
  readonly #writer: StdinWriter;
  readonly #gate: InputGate;
  readonly #observer: Observer;
  readonly #modes = new TerminalModes();
  readonly #watchers = new Set<(bytes: Buffer) => void>();
  #size: { columns: number; rows: number };
  #sight: Sight | undefined;
  #heardAt = performance.now();

  constructor(options: SessionTerminalOptions) {
    this.#options = options;
    this.#size = { columns: options.columns, rows: options.rows };
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
      now: () => new Date(),
      onBytesLimit: () => {},
      onReading: (reading, screen) => {
        this.#sight = { reading, screen };
        options.onSight(this.#sight);
      },
      // The terminal of somebody who looks in answers by itself.
      onReply: (reply) => {
        if (this.#watchers.size === 0) this.#writer.write(reply);
      },
    });
    options.pty.onData((bytes) => this.#take(bytes));
    options.pty.onExit(() => this.#writer.markDead());
  }

  /** How long the session has drawn nothing. */
  get quietMs(): number {
    return performance.now() - this.#heardAt;
  }

  /** Somebody looks in, and may type. */
  get isAttended(): boolean {
    return this.#watchers.size > 0;
  }

  /** The last screen that came to rest. */
  get screen(): Screen | undefined {
    return this.#sight?.screen;
  }

  /** As far as can be seen; of a screen that is half drawn the last one that came to rest tells. */
  get state(): ScreenState | undefined {
    return (this.glance() ?? this.#sight?.reading)?.state;
  }

  look(timeoutMs: number): Promise<Sight | undefined> {
    if (this.#observer.skipped) this.repaint();
    return this.#observer.look(timeoutMs);
  }

  /** What is on the screen at this very moment; undefined where that is unknown or half drawn. */
  glance(): ScreenReading | undefined {
    return this.#observer.glance();
  }

  /**
   * Puts a text into the prompt; resolves when the session's terminal has taken all of it. Bracketed, because typed each
   * line break would be an Enter. An ESC in it would end the paste, and what follows it would be keys.
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

  /** While our own keys are on their way, those of a person wait, for 8 s at most: between ours they would mean something else. */
  async withKeysHeld(work: () => Promise<void>): Promise<void> {
    const held = this.#gate.hold();
    try {
      await work();
    } finally {
      held.dispose();
    }
  }

  attach(onData: (bytes: Buffer) => void): () => void {
    this.#watchers.add(onData);
    this.repaint();
    return () => {
      this.#watchers.delete(onData);
      this.shrink();
    };
  }

  /** Keys of a person who is attached. */
  write(bytes: Buffer): void {
    this.#gate.take(Buffer.from(bytes));
  }

  resize(columns: number, rows: number): void {
    this.#size = { columns, rows };
    this.#options.pty.resize(columns, rows);
    this.#observer.resize(columns, rows);
  }

  /** Back to the size that it has while nobody looks in. */
  shrink(): void {
    const { columns, rows } = this.#options;
    const isAsIs = this.#size.columns === columns && this.#size.rows === rows;
    if (!isAsIs && !this.isAttended) this.resize(columns, rows);
  }

  /** A program draws anew when its window changes: one row less for a moment. */
  repaint(): void {
    const { pty } = this.#options;
    pty.resize(this.#size.columns, Math.max(1, this.#size.rows - 1));
    setTimeout(() => pty.resize(this.#size.columns, this.#size.rows), REPAINT_MS).unref();
  }

  /** What brings a terminal to where the session's is: its modes, and its text. The session paints the colours itself. */
  snapshot(): string {
    const { screen } = this;
    const rows = screen?.lines.map((line) => line.text).join("\r\n") ?? "";
    const { row, column } = screen?.cursor ?? { row: 0, column: 0 };
    return `${this.#modes.redo()}\x1b[m\x1b[2J\x1b[H${rows}\x1b[${row + 1};${column + 1}H`;
  }

  dispose(): void {
    this.#watchers.clear();
    this.#observer.dispose();
  }

  #take(bytes: Buffer): void {
    this.#heardAt = performance.now();
    this.#modes.feed(bytes);
    for (const watcher of this.#watchers) watcher(bytes);
    this.#observer.feed(bytes);
  }
}

const REPAINT_MS = 100;
