import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import type { TtyTitle } from "../tty/tty-title.js";
import type { TabbedWindow } from "./x11-window.js";
import type { Xdotool } from "./xdotool.js";

export interface TabTurnerOptions {
  readonly x: Xdotool;
  readonly title: TtyTitle;
  /** Those that may show the session. */
  readonly windows: readonly string[];
  /** Asked right before a tab is turned. */
  readonly tabbed: () => Promise<TabbedWindow | undefined>;
}

/**
 * Brings a session's window and tab up, and puts back what the person had before them. The proof is a title that is
 * set on the session's own device: the window that shows it shows the session.
 */
export class TabTurner {
  readonly #x: Xdotool;
  readonly #title: TtyTitle;
  readonly #options: TabTurnerOptions;
  #shown: string | undefined;
  #taken: { readonly from: string | undefined; readonly to: string } | undefined;
  #turned = 0;

  constructor(options: TabTurnerOptions) {
    this.#x = options.x;
    this.#title = options.title;
    this.#options = options;
  }

  /** The window that shows the session, and has the keyboard until `putBack`. Throws where there is none that could be told. */
  async bringUp(): Promise<string> {
    const before = this.#shown;
    const window = await this.#marked(async (mark) => {
      const showing = await this.#showing(mark, FIRST_SHOW_MS);
      if (before === undefined) return showing ?? this.#turnTo(mark);
      // It was up already: whoever turned away from it was the person.
      if (showing !== before) throw new Error("another tab was chosen meanwhile");
      return before;
    });
    this.#shown = window;
    await this.#focus(window);
    return window;
  }

  /** Leaves alone whatever the person has touched since. */
  async putBack(): Promise<void> {
    const [shown, taken, turned] = [this.#shown, this.#taken, this.#turned];
    this.#shown = this.#taken = undefined;
    this.#turned = 0;
    if (shown !== undefined && turned > 0 && (await this.#x.focused()) === shown) {
      if ((await this.#marked((mark) => this.#showing(mark))) === shown) await this.#turnBack(shown, turned);
    }
    if (taken?.from !== undefined && (await this.#x.focused()) === taken.to) await this.#x.focus(taken.from);
  }

  /** Does something while the session's title is one that no other has. */
  async #marked<T>(act: (mark: string) => Promise<T>): Promise<T> {
    const mark = `cac-${randomBytes(6).toString("hex")}`;
    const titles = await this.#titles();
    await this.#title.lay(mark);
    try {
      return await act(mark);
    } finally {
      await this.#title.putBack();
      await this.#unmark(mark, titles);
    }
  }

  /** A terminal that keeps no titles still shows the mark: it is given the one that its window had. */
  async #unmark(mark: string, before: ReadonlyMap<string, string | undefined>): Promise<void> {
    let marked: readonly string[] = [];
    for (let wait = 0; wait < SHOW_MS; wait += POLL_MS) {
      marked = await this.#x.windowsTitled(mark);
      if (marked.length === 0) return;
      await sleep(POLL_MS);
    }
    await this.#title.set(before.get(marked[0] ?? "") ?? "");
  }

  async #titles(): Promise<ReadonlyMap<string, string | undefined>> {
    const { windows } = this.#options;
    const titles = await Promise.all(windows.map((window) => this.#x.title(window)));
    return new Map(windows.map((window, index) => [window, titles[index]]));
  }

  /** The window that shows the mark, also one that was not thought of. */
  async #showing(mark: string, withinMs = SHOW_MS): Promise<string | undefined> {
    for (let wait = 0; wait < withinMs; wait += POLL_MS) {
      const [window, other] = await this.#x.windowsTitled(mark);
      if (other !== undefined) throw new Error("two windows show the session: they cannot be told apart");
      if (window !== undefined) return window;
      await sleep(POLL_MS);
      // The session may have set its own meanwhile: 2.1.325 does so a moment after it says that it is idle.
      await this.#title.set(mark);
    }
    return undefined;
  }

  /** Turns the tabs of the one window that must have it, until it shows. */
  async #turnTo(mark: string): Promise<string> {
    const tabbed = await this.#options.tabbed();
    if (tabbed === undefined)
      throw new Error("no window shows the session, or more than one may have it as a tab");
    await this.#focus(tabbed.window);
    for (let turned = 1; turned < tabbed.tabs; turned++) {
      await this.#x.press(tabbed.window, [{ key: "ctrl+Page_Down" }]);
      this.#turned = turned;
      if ((await this.#showing(mark)) !== undefined) return tabbed.window;
    }
    await this.#turnBack(tabbed.window, this.#turned);
    this.#turned = 0;
    throw new Error("none of the window's tabs shows the session's title");
  }

  async #turnBack(window: string, turned: number): Promise<void> {
    for (let step = 0; step < turned; step++) await this.#x.press(window, [{ key: "ctrl+Page_Up" }]);
  }

  async #focus(window: string): Promise<void> {
    const from = await this.#x.focused();
    if (from === window) return;
    this.#taken = { from, to: window };
    await this.#x.focus(window);
    for (let wait = 0; wait < FOCUS_MS; wait += POLL_MS) {
      if ((await this.#x.focused()) === window) return;
      await sleep(POLL_MS);
    }
    throw new Error("the session's window could not be given the keyboard");
  }
}

const POLL_MS = 50;
// How long a terminal may take to show a title that it was given, or a tab that it was turned to.
const SHOW_MS = 600;
// Tabs are turned only when it is sure that the one in front is another.
const FIRST_SHOW_MS = 1_500;
const FOCUS_MS = 2_000;
