import type { ReadStream, WriteStream } from "node:tty";
import type { SessionSize } from "../session/lab-session.js";
import { undoOnExit } from "../machine/left-behind.js";
import { ACTS, type ActName, type DemoView } from "./acts.js";
import { widthOf, cut, drawFrame, paint, wrap } from "./frame.js";
import type { DemoWindow, Style } from "./window.js";

export interface LiveViewOptions {
  readonly window: DemoWindow;
  readonly stdin: ReadStream;
  readonly stdout: WriteStream;
  readonly style: Style;
  readonly heading: string;
  /** The terminal has another size, and so should the session. */
  onResize(size: SessionSize): void;
  /** Ctrl+C, which comes as a byte while keys are not echoed. */
  onInterrupt(): void;
}

/** The session in a frame on the other screen of the user's terminal, as it happens, with a line on what goes on. */
export class LiveView implements DemoView {
  readonly #options: LiveViewOptions;
  readonly #isClosed: () => void;
  readonly #startedAt = Date.now();
  #act: ActName = "start";
  #drawn: readonly string[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(options: LiveViewOptions) {
    this.#options = options;
    const { stdin, stdout } = options;
    this.#isClosed = undoOnExit(() => this.#restore());
    if (stdin.isTTY) stdin.setRawMode(true).on("data", this.#onKeys);
    stdout.on("resize", this.#onResize).write(ENTER);
    this.#draw();
  }

  begin(act: ActName): void {
    this.#act = act;
    this.changed();
  }

  /** Bytes come in handfuls: one picture for each of them. */
  changed(): void {
    this.#timer ??= setTimeout(() => this.#draw(), FRAME_MS).unref();
  }

  keep(): void {
    // It was seen.
  }

  close(): void {
    this.#isClosed();
    this.#restore();
  }

  #restore(): void {
    const { stdin, stdout } = this.#options;
    clearTimeout(this.#timer);
    stdout.off("resize", this.#onResize).write(LEAVE);
    if (stdin.isTTY) stdin.off("data", this.#onKeys).setRawMode(false).pause();
  }

  readonly #onKeys = (keys: Buffer): void => {
    if (keys.includes(CTRL_C)) this.#options.onInterrupt();
  };

  readonly #onResize = (): void => {
    this.#options.onResize(sessionSize(this.#options.stdout));
    this.#drawn = [];
    this.#options.stdout.write(CLEAR);
    this.changed();
  };

  /** Only the rows that have changed, in one synchronized update. */
  #draw(): void {
    this.#timer = undefined;
    const lines = this.#lines();
    const changes = lines.flatMap((line, row) =>
      line === this.#drawn[row] ? [] : [`\x1b[${row + 1};1H\x1b[K${line}`],
    );
    this.#drawn = lines;
    if (changes.length > 0) this.#options.stdout.write(`\x1b[?2026h${changes.join("")}\x1b[?2026l`);
  }

  #lines(): string[] {
    const { window, stdout, style, heading } = this.#options;
    const { columns, rows } = stdout;
    const seconds = `${Math.floor((Date.now() - this.#startedAt) / 1000)} s `;
    const width = Math.min(columns, window.size.columns + 2);
    const head = cut(` ${heading}`, width - seconds.length - 1);
    const gap = " ".repeat(Math.max(1, width - widthOf(head) - seconds.length));
    const says = wrap(ACTS[this.#act], columns - 2).map((row) => cut(` ${row}`, columns));
    return [
      paint(`${head}${gap}${seconds}`, "dim", style),
      ...drawFrame(window, { columns, rows: rows - CHROME_ROWS }, style),
      this.#steps(),
      ...says.slice(0, CAPTION_ROWS),
      // Where the one before had more rows.
      "",
    ].slice(0, rows);
  }

  /** `✔ start   ✔ job   ▶ limit   · wait   …`, as many as fit. */
  #steps(): string {
    const { stdout, style } = this.#options;
    const names = Object.keys(ACTS);
    const now = names.indexOf(this.#act);
    let [line, cells] = ["", 0];
    for (const [index, name] of names.entries()) {
      cells += name.length + 5;
      if (cells > stdout.columns) break;
      if (index < now) line += ` ${paint("✔", "green", style)} ${name}  `;
      else if (index === now) line += paint(` ▶ ${name}  `, "bold", style);
      else line += paint(` · ${name}  `, "dim", style);
    }
    return line;
  }
}

/** The part of a terminal that is left for the session; Claude Code is no pleasure below a certain size. */
export function sessionSize(terminal: SessionSize): SessionSize {
  return {
    columns: between(64, terminal.columns - 2, 120),
    rows: between(16, terminal.rows - CHROME_ROWS - 2, 36),
  };
}

function between(least: number, wanted: number, most: number): number {
  return Math.max(least, Math.min(wanted, most));
}

const CAPTION_ROWS = 2;
// The heading and the steps, too.
const CHROME_ROWS = CAPTION_ROWS + 2;
const FRAME_MS = 40;
const CTRL_C = 0x03;
// The other screen, no cursor, no wrapping: a row that turns out too long must not push the others down.
const ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[H\x1b[2J";
const LEAVE = "\x1b[?7h\x1b[?25h\x1b[?1049l";
const CLEAR = "\x1b[2J";
