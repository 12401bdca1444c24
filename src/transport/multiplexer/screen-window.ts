import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import type { Screen } from "../../claude/screen/screen.js";
import type { RunCommand } from "../../host/run-command.js";
import { ScreenDisplay } from "./screen-display.js";
import { stuffKeys } from "./stuff-keys.js";
import { ttySize, writeToTty, type TtySize } from "../tty/tty-device.js";

export interface WindowAddress {
  /** STY: `pid of the server.name`. */
  readonly session: string;
  /** WINDOW: the number that the window had when its program started. */
  readonly number: string;
  /** SCREENDIR, where the user has set it. */
  readonly directory: string | undefined;
  /** The terminal device of the window that is meant. */
  readonly tty: string;
}

/**
 * One window of a GNU screen, seen through a display of our own that is attached only while it is used.
 *
 * There is no other way to see it: `hardcopy` keeps neither dim text nor more than the low byte of a character, so
 * that `❯` becomes `o` (4.09.00). And `-Q`, which tells cursor and title, writes its answer into the person's status line.
 */
export class ScreenWindow {
  readonly #address: WindowAddress;
  readonly #program: string;
  readonly #run: RunCommand;
  #attached: Attached | undefined;
  #leaving: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(address: WindowAddress, { program, run }: { program: string; run: RunCommand }) {
    this.#address = address;
    this.#program = program;
    this.#run = run;
  }

  /** Why the window cannot be had; undefined where it is that very window and takes keys. */
  async whyNot(): Promise<string | undefined> {
    // Where the person has changed the size of theirs, ours does not show it all.
    if (this.#attached && !isSame(this.#attached.size, await this.#size())) await this.leave();
    return this.#using((attached) =>
      typeof attached === "string" ? attached : this.#whyNotAnswering(attached),
    );
  }

  see(): Promise<Screen> {
    return this.#using(async (attached) => {
      if (typeof attached === "string") throw new Error(`GNU screen ${attached}`);
      const { display, size, margins } = attached;
      const { lines, columns, cursor } = await display.read();
      // Without the status lines of screen itself.
      const rows = lines.slice(margins.top, margins.top + size.rows);
      const row = (cursor?.row ?? 0) - margins.top;
      return { lines: rows, columns, cursor: cursor && { row, column: cursor.column } };
    });
  }

  async send(keys: string): Promise<void> {
    for (const piece of stuffKeys(keys)) {
      const done = await this.#screen("-p", this.#address.number, "-X", "stuff", piece);
      if (!done.ok) throw new Error(`GNU screen did not take the keys: ${done.says}`);
    }
  }

  /** Takes our display away. */
  leave(): Promise<void> {
    clearTimeout(this.#timer);
    const attached = this.#attached;
    this.#attached = undefined;
    if (attached) this.#leaving = this.#detach(attached);
    return this.#leaving;
  }

  /**
   * Attaches for the work, and for a moment after it. No longer: a person who comes back with `screen -r` must find it
   * free, and one who changes the size of their terminal keeps the old one in a window that two displays show.
   */
  async #using<T>(work: (attached: Attached | string) => T | Promise<T>): Promise<T> {
    clearTimeout(this.#timer);
    if (this.#attached?.display.isOver) await this.leave();
    await this.#leaving;
    try {
      return await work(this.#attached ?? (await this.#attach()));
    } finally {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.leave(), KEPT_ATTACHED_MS).unref();
    }
  }

  async #attach(): Promise<Attached | string> {
    const size = await this.#size();
    if (size === undefined) return `cannot tell the size of its terminal ${this.#address.tty}`;
    const previous = await this.#whereDetached();
    const margins = await this.#lookAround(size);
    if (margins === undefined) return `finds no window ${this.#address.number} any more`;
    const rows = margins.top + size.rows + margins.bottom;
    const display = this.#display(this.#address.number, { ...size, rows });
    const attached = { display, size, margins, previous };
    await display.settle(LONGEST_ANSWER_MS);
    const refused = (await this.#whyNotAnswering(attached)) ?? (await this.#whyNotFitting(attached));
    if (refused === undefined) return (this.#attached = attached);
    await this.#detach(attached);
    return refused;
  }

  /**
   * Writes a mark to the session's own terminal, which screen passes on unchanged to the displays that show its window,
   * where it draws nothing (the end of a link that never began). A window in copy mode passes nothing on, and would
   * take the keys for its own; neither does one under a message of screen's, which stays for five seconds.
   */
  async #whyNotAnswering({ display }: Attached): Promise<string | undefined> {
    const { number, tty } = this.#address;
    for (let tries = 0; tries < MOST_MARKS && !display.isOver; tries++) {
      const mark = `cac-${randomBytes(6).toString("hex")}`;
      if (!(await writeToTty(tty, `\x1bP\x1b]8;id=${mark};\x07\x1b\\`))) return `cannot write to ${tty}`;
      const deadline = performance.now() + LONGEST_ANSWER_MS;
      while (performance.now() < deadline && !display.isOver) {
        if (display.hasSeen(mark)) return undefined;
        await sleep(5);
      }
    }
    if (display.isOver) return "did not let us see its windows";
    return `gets no answer from window ${number}: it is in copy mode, or has another number by now`;
  }

  /** Lines that we did not foresee make the window smaller than it was. */
  async #whyNotFitting({ display, size, margins }: Attached): Promise<string | undefined> {
    const now = await this.#size();
    const missing = size.rows - (now?.rows ?? 0);
    if (now?.columns === size.columns && missing > 0 && missing <= MOST_MARGIN) {
      margins.bottom += missing;
      display.resize(size.columns, margins.top + size.rows + margins.bottom);
      await display.settle(LONGEST_ANSWER_MS);
    }
    for (let tries = 0; tries < 20; tries++) {
      if (isSame(size, await this.#size())) return undefined;
      await sleep(50);
    }
    return "cannot show its window in the size that it has";
  }

  /**
   * A display of no window shows only what screen adds: how many rows it keeps for captions and status lines. As the
   * newest display it also gets what `-Q` would write into the person's own. Undefined where there is no such window:
   * then screen would show us another one, and drop the keys without a word.
   */
  async #lookAround(size: TtySize): Promise<Margins | undefined> {
    const display = this.#display("-", size);
    await display.settle(LONGEST_ANSWER_MS);
    const { lines } = await display.read();
    const { ok } = await this.#screen("-p", this.#address.number, "-Q", "title");
    await display.leave();
    const isDrawn = lines.map(({ text }) => text.trim() !== "");
    const top = isDrawn.indexOf(false);
    const bottom = isDrawn.toReversed().indexOf(false);
    const margins = { top: top > MOST_MARGIN ? 0 : top, bottom: bottom > MOST_MARGIN ? 0 : bottom };
    return ok ? margins : undefined;
  }

  /** The window that a person who has detached will come back to; undefined where one is attached. */
  async #whereDetached(): Promise<string | undefined> {
    // Its exit code means nothing: 1 also where there is one.
    const { stdout } = await this.#run("screen", ["-ls", this.#address.session], { env: this.#env });
    const line = stdout.split("\n").find((text) => text.startsWith(`\t${this.#address.session}\t`));
    if (!/detached\)/i.test(line ?? "")) return undefined;
    const told = await this.#screen("-Q", "number");
    return told.ok ? /^\d+/.exec(told.stdout)?.[0] : undefined;
  }

  async #detach({ display, previous }: Attached): Promise<void> {
    // Or else they would come back to the window that we looked at.
    const isMoved = previous !== undefined && previous !== this.#address.number;
    if (isMoved && !display.isOver) await this.#screen("-X", "select", previous);
    await display.leave();
  }

  #display(window: string, { columns, rows }: TtySize): ScreenDisplay {
    const args = ["-U", "-x", this.#address.session, "-p", window];
    return new ScreenDisplay({ program: this.#program, args, env: this.#env, columns, rows });
  }

  #size(): Promise<TtySize | undefined> {
    return ttySize(this.#address.tty, this.#run);
  }

  #screen(...args: string[]): ReturnType<RunCommand> {
    return this.#run("screen", ["-S", this.#address.session, ...args], { env: this.#env });
  }

  get #env(): Readonly<Record<string, string>> {
    const { directory } = this.#address;
    return directory === undefined ? {} : { SCREENDIR: directory };
  }
}

interface Margins {
  top: number;
  bottom: number;
}

interface Attached {
  readonly display: ScreenDisplay;
  readonly size: TtySize;
  readonly margins: Margins;
  readonly previous: string | undefined;
}

function isSame(a: TtySize, b: TtySize | undefined): boolean {
  return a.columns === b?.columns && a.rows === b.rows;
}

const KEPT_ATTACHED_MS = 1_500;
const LONGEST_ANSWER_MS = 1_000;
const MOST_MARKS = 2;
const MOST_MARGIN = 3;
