import type { Terminal } from "@xterm/headless";

type Params = readonly (number | number[])[];

/** Of each row, whether it was drawn since the gap; "all" where there is nothing left to ask. */
type Known = boolean[] | "all";

/**
 * Tells when a terminal that missed a part of its stream shows the whole truth again: when each row was cleared or
 * has scrolled in. Claude Code clears the screen at once (1.0.64 to 2.0.72, 2.1.267 and later), or row by row (2.1.197).
 *
 * Scrolling counts because the terminal begins anew at the top, while the real one stands anywhere, so ours is
 * never the lower one: when it scrolls, both stand on the last row, and move alike from there on.
 */
export class RepaintWatch {
  readonly #terminal: Terminal;
  readonly #known: { normal: Known; alternate: Known } = { normal: "all", alternate: "all" };
  #cursorKnown = true;
  /** The screen was cleared while the cursor stood anywhere: what is drawn then, may stand anywhere too. */
  #hasCleared = false;
  #scrolledRows = 0;
  #hasRegion = false;
  #lastType: "normal" | "alternate" = "normal";

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
    const { parser } = terminal;
    const watch = (final: string, act: (params: Params) => void, prefix = ""): void => {
      parser.registerCsiHandler(prefix === "" ? { final } : { prefix, final }, (params) => {
        act(params);
        // The terminal still acts on the sequence itself.
        return false;
      });
    };
    watch("J", ([how = 0]) => this.#eraseScreen(Number(how)));
    watch("K", ([how = 0]) => this.#eraseRow(Number(how)));
    watch("H", () => this.#place());
    watch("f", () => this.#place());
    watch("r", (params) => this.#confine(params));
    watch("h", (params) => this.#enter(params), "?");
    watch("l", (params) => this.#leave(params), "?");
    parser.registerEscHandler({ final: "c" }, () => this.#resetAll());
    terminal.onScroll(() => this.#scroll());
  }

  get isWhole(): boolean {
    const known = this.#known[this.#type];
    return known === "all" || (this.#cursorKnown && known.every(Boolean));
  }

  /** A part of the stream is missing from here on. */
  forget(): void {
    this.#known.normal = this.#nothing();
    this.#known.alternate = this.#nothing();
    this.#cursorKnown = false;
    this.#hasCleared = false;
    this.#scrolledRows = 0;
    this.#hasRegion = false;
    this.#lastType = this.#type;
  }

  get #type(): "normal" | "alternate" {
    return this.#terminal.buffer.active.type;
  }

  #nothing(): boolean[] {
    return Array.from({ length: this.#terminal.rows }, () => false);
  }

  /** The unknown rows of the screen in view; undefined where there are none. */
  #open(): boolean[] | undefined {
    const known = this.#known[this.#type];
    if (known === "all") return undefined;
    // The window may have changed its size: new rows come at the bottom, with who knows what on them.
    while (known.length < this.#terminal.rows) known.push(false);
    known.length = this.#terminal.rows;
    return known;
  }

  #eraseScreen(how: number): void {
    const { cursorX, cursorY } = this.#terminal.buffer.active;
    // 3 clears the lines that have scrolled away, not the screen.
    if (how === 2) this.#clear();
    else if (!this.#cursorKnown) return;
    else if (how === 0) this.#open()?.fill(true, cursorX === 0 ? cursorY : cursorY + 1);
    else if (how === 1) this.#open()?.fill(true, 0, cursorY);
  }

  #clear(): void {
    if (this.#cursorKnown) this.#open()?.fill(true);
    else this.#hasCleared = true;
  }

  #place(): void {
    if (this.#cursorKnown) return;
    this.#cursorKnown = true;
    if (this.#hasCleared && this.#isBlank()) this.#open()?.fill(true);
  }

  #isBlank(): boolean {
    const { active } = this.#terminal.buffer;
    const rows = Array.from({ length: this.#terminal.rows }, (_, row) => active.getLine(active.baseY + row));
    return rows.every((line) => (line?.translateToString(true) ?? "") === "");
  }

  #eraseRow(how: number): void {
    if (!this.#cursorKnown) return;
    const { cursorX, cursorY } = this.#terminal.buffer.active;
    if (how === 2 || (how === 0 && cursorX === 0)) this.#open()?.fill(true, cursorY, cursorY + 1);
  }

  #confine(params: Params): void {
    const [top = 0, bottom = 0] = params;
    this.#hasRegion = Number(top) > 1 || (Number(bottom) > 0 && Number(bottom) < this.#terminal.rows);
  }

  #enter(modes: Params): void {
    if (!modes.some(isAlternate)) return;
    if (this.#cursorKnown) this.#known.alternate = "all";
    else this.#hasCleared = true;
  }

  /** To a screen that was entered before the gap: ours has been on the other one all along. */
  #leave(modes: Params): void {
    const isGap = this.#known.normal !== "all" && this.#type === "normal";
    if (!isGap || !modes.some(isAlternate)) return;
    this.#known.normal = this.#nothing();
    this.#cursorKnown = false;
  }

  #resetAll(): false {
    this.#known.normal = "all";
    this.#cursorKnown = true;
    this.#hasRegion = false;
    return false;
  }

  #scroll(): void {
    const known = this.#open();
    // xterm 6 says so too when it changes to the other screen.
    const isChange = this.#type !== this.#lastType;
    this.#lastType = this.#type;
    if (isChange) return;
    // Inside a region the rest of the screen stays as it was.
    if (known === undefined || this.#hasRegion) return;
    this.#cursorKnown = true;
    this.#scrolledRows++;
    // A screenful first, to be sure that both move alike.
    if (this.#scrolledRows <= this.#terminal.rows) return;
    known.shift();
    known.push(true);
  }
}

/** Both clear the alternate screen on entering it. */
function isAlternate(mode: number | number[]): boolean {
  return mode === 1049 || mode === 1047;
}
