import type { Terminal } from "@xterm/headless";

type Params = readonly (number | number[])[];

/**
 * Tells when a terminal that missed a part of its stream shows the whole truth again.
 *
 * It starts at the top with the cursor at home, the real one anywhere, so it never stands lower. Hence when it
 * scrolls, both stand on the last row and move alike from there on; a screenful later nothing old is left. Two
 * are waited for, to be sure. Sooner than that: when the screen is cleared and the cursor sent to a named place.
 */
export class RepaintWatch {
  readonly #terminal: Terminal;
  readonly #cleared = { normal: true, alternate: true };
  #cursorKnown = true;
  #scrolledRows = 0;
  #hasRegion = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
    const { parser } = terminal;
    // Each answers false: the terminal still acts on the sequence itself.
    parser.registerCsiHandler({ final: "J" }, (params) => this.#erase(params));
    parser.registerCsiHandler({ final: "H" }, () => this.#place());
    parser.registerCsiHandler({ final: "f" }, () => this.#place());
    parser.registerCsiHandler({ final: "r" }, (params) => this.#confine(params));
    parser.registerCsiHandler({ prefix: "?", final: "h" }, (params) => this.#setModes(params));
    parser.registerEscHandler({ final: "c" }, () => this.#resetAll());
    terminal.onScroll(() => this.#scroll());
  }

  get isWhole(): boolean {
    return this.#cursorKnown && this.#cleared[this.#terminal.buffer.active.type];
  }

  /** A part of the stream is missing from here on. */
  forget(): void {
    this.#cleared.normal = false;
    this.#cleared.alternate = false;
    this.#cursorKnown = false;
    this.#scrolledRows = 0;
    this.#hasRegion = false;
  }

  #erase(params: Params): false {
    const below = (params[0] ?? 0) === 0;
    const { cursorX, cursorY } = this.#terminal.buffer.active;
    const fromHome = this.#cursorKnown && cursorX === 0 && cursorY === 0;
    // 3 clears the lines that have scrolled away, not the screen.
    if (params[0] === 2 || (below && fromHome)) this.#markCleared();
    return false;
  }

  #place(): false {
    this.#cursorKnown = true;
    return false;
  }

  #confine(params: Params): false {
    const [top = 0, bottom = 0] = params;
    this.#hasRegion = Number(top) > 1 || (Number(bottom) > 0 && Number(bottom) < this.#terminal.rows);
    return false;
  }

  #setModes(params: Params): false {
    // Both clear the alternate screen on entering it.
    if (params.some((mode) => mode === 1049 || mode === 1047)) this.#cleared.alternate = true;
    return false;
  }

  #resetAll(): false {
    this.#cleared.normal = true;
    this.#cursorKnown = true;
    this.#hasRegion = false;
    return false;
  }

  #scroll(): void {
    // Inside a region the rest of the screen stays as it was.
    if (this.isWhole || this.#hasRegion) return;
    this.#scrolledRows++;
    if (this.#scrolledRows < 2 * this.#terminal.rows) return;
    this.#markCleared();
    this.#cursorKnown = true;
  }

  #markCleared(): void {
    this.#cleared[this.#terminal.buffer.active.type] = true;
  }
}
