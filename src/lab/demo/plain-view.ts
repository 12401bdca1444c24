import { ACTS, type ActName, type DemoView } from "./acts.js";
import { drawFrame, squeeze } from "./frame.js";
import { isCountdown } from "./proof.js";
import type { DemoWindow } from "./window.js";

/** Where nobody can watch, in CI or through a pipe: the steps as lines, with pictures of the screen in between. */
export class PlainView implements DemoView {
  readonly #window: DemoWindow;
  readonly #print: (line: string) => void;
  readonly #startedAt = Date.now();
  #printedAt = 0;

  constructor(window: DemoWindow, print: (line: string) => void) {
    this.#window = window;
    this.#print = print;
  }

  begin(act: ActName): void {
    const seconds = Math.round((Date.now() - this.#startedAt) / 1000);
    this.#print(`\n${`${seconds} s`.padStart(5)}  ${ACTS[act]}`);
  }

  /** The countdown, now and then. */
  changed(): void {
    const { title } = this.#window;
    if (!isCountdown(title) || Date.now() - this.#printedAt < COUNTDOWN_EVERY_MS) return;
    this.#printedAt = Date.now();
    this.#print(`       ${title}`);
  }

  keep(): void {
    this.#print("");
    for (const line of squeeze(drawFrame(this.#window, PAPER, "plain"))) this.#print(line);
  }

  close(): void {
    // Nothing was changed.
  }
}

const COUNTDOWN_EVERY_MS = 5000;
const PAPER = { columns: 200, rows: 100 };
