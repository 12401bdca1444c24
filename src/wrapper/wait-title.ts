import { plainText } from "../notify/plain-text.js";
import { terminalFeatures } from "../notify/terminal-features.js";
import { clockTime, countdown } from "../time/clock-face.js";

export interface WaitTitleOptions {
  /** Writes a sequence that draws nothing to the user's terminal. */
  readonly speak: (sequence: string) => void;
  /** The title that the session itself set last; undefined where it set none. */
  readonly childTitle: () => string | undefined;
  /** False: nothing is ever written. */
  readonly title: boolean;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly timeZone?: string;
  readonly now?: () => number;
}

/** Milliseconds of the wall clock since 1970. */
export interface WaitSpan {
  readonly startedAt: number;
  readonly dueAt: number;
}

/** Shows a wait where it disturbs nothing: in the window's title and on the taskbar. Puts both back afterwards. */
export class WaitTitle {
  readonly #options: WaitTitleOptions;
  readonly #now: () => number;
  readonly #title: boolean;
  readonly #progress: boolean;
  #timer: NodeJS.Timeout | undefined;
  #isOn = false;
  #shownTitle = "";
  #shownProgress = "";

  constructor(options: WaitTitleOptions) {
    const features = terminalFeatures(options.env ?? process.env);
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#title = options.title && features.title;
    this.#progress = options.title && features.progress;
  }

  /** Counts down to `dueAt`. A second call changes what is counted down to. */
  show({ startedAt, dueAt }: WaitSpan): void {
    clearTimeout(this.#timer);
    if (!this.#title && !this.#progress) return;
    let until = { minute: NaN, text: "" };
    const tick = (): void => {
      const nowMs = this.#now();
      // Looked up at each step: a clock that was set, or a laptop that slept, shows at once.
      const leftMs = Math.max(0, dueAt - nowMs);
      // Formatting dates is the dear part of a step; whether the due time is today's changes at a full minute.
      const minute = Math.floor(nowMs / 60_000);
      if (minute !== until.minute) {
        until = { minute, text: clockTime(new Date(dueAt), new Date(nowMs), this.#options.timeZone) };
      }
      const percent = Math.floor((100 * (nowMs - startedAt)) / Math.max(1, dueAt - startedAt));
      this.#say(
        `⏳ ${countdown(leftMs)} · continues ${until.text}`,
        `1;${Math.min(100, Math.max(0, percent))}`,
      );
      // To just after the moment at which the text changes: one look a second, and none in vain.
      this.#timer = setTimeout(tick, leftMs > 0 ? (leftMs % 1000) + MARGIN_MS : 1000).unref();
    };
    tick();
  }

  /** Says that the person is needed, and stays so. */
  needsYou(text: string): void {
    clearTimeout(this.#timer);
    this.#say(`⚠ needs you · ${text}`, "4;100");
  }

  /** Puts title and taskbar back as they were, or as the session wants them. */
  clear(): void {
    clearTimeout(this.#timer);
    if (!this.#isOn) return;
    this.#isOn = false;
    this.#shownTitle = "";
    this.#shownProgress = "";
    const own = this.#options.childTitle();
    let sequence = "";
    // Empty first: it brings back the default on a terminal that keeps no stack.
    if (this.#title) sequence += `${titleOf("")}${POP_TITLE}${own === undefined ? "" : titleOf(own)}`;
    if (this.#progress) sequence += progressOf("0");
    if (sequence !== "") this.#options.speak(sequence);
  }

  #say(title: string, progress: string): void {
    let sequence = "";
    if (this.#title && !this.#isOn) sequence += PUSH_TITLE;
    if (this.#title && title !== this.#shownTitle) sequence += titleOf(title);
    if (this.#progress && progress !== this.#shownProgress) sequence += progressOf(progress);
    this.#isOn = true;
    this.#shownTitle = title;
    this.#shownProgress = progress;
    if (sequence !== "") this.#options.speak(sequence);
  }
}

// Timers may fire a moment early.
const MARGIN_MS = 2;
// XTWINOPS: the window's title, without the icon's.
const PUSH_TITLE = "\x1b[22;2t";
const POP_TITLE = "\x1b[23;2t";

function titleOf(text: string): string {
  return `\x1b]2;${plainText(text)}\x07`;
}

function progressOf(state: string): string {
  return `\x1b]9;4;${state}\x07`;
}
