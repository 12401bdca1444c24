import { isInForeground } from "../terminal/user/is-in-foreground.js";
import type { Disposable } from "../terminal/user/listeners.js";
import type { Pty, PtyExit, TextPty } from "../transport/pty/pty.js";
import { TerminalModes } from "../terminal/modes/terminal-modes.js";
import type { TerminalSize, UserTerminal } from "../terminal/user/user-terminal.js";

export interface RelayOptions {
  readonly pty: Pty | TextPty;
  readonly terminal: UserTerminal;
  /** What is done to the terminal at the end: the modes left on are undone, or it is reset altogether. */
  readonly exitReset: "modes" | "full";
  /** The child's bytes, after they went out, until it returns. Must be cheap. */
  onOutput(bytes: Buffer): void;
  /** The person's keys. They are not passed on here. */
  onInput(bytes: Buffer): void;
  log(message: string): void;
}

/** Written and not yet taken: past the first the other side has to wait, in either direction. */
const OUTPUT_HIGH_WATER = 256 * 1024;
const INPUT_HIGH_WATER = 64 * 1024;
/** A terminal that takes nothing for this long after the child's end is not waited for any longer. */
const STALLED_MS = 5_000;
/** How long a child may go on after its terminal is gone. */
const HANG_UP_GRACE_MS = 5_000;
/** What a stopped child wrote last is still on its way. */
const LAST_OUTPUT_MS = 20;
/** If the kernel has not stopped us by then, it will not: there is no shell that could bring us back. */
const STOPPED_WITHIN_MS = 200;
const MOST_UNSPOKEN = 64;
const FULL_RESET = "\x1bc";
const PASSED_ON = ["SIGTERM", "SIGINT", "SIGQUIT"] as const;

/** Carries a child's bytes to the person's terminal, and everything that happens to either to the other. */
export class Relay {
  readonly ended: Promise<PtyExit>;
  readonly #options: RelayOptions;
  readonly #pty: Pty | TextPty;
  readonly #terminal: UserTerminal;
  readonly #modes = new TerminalModes();
  readonly #undo: (() => void)[] = [];
  #unspoken: string[] = [];
  #isSuspended = false;
  /** What the child has switched on since then: before that, all was undone. */
  #sinceSuspended = new TerminalModes();
  /** Somebody has sent a signal to end what is suspended. */
  #isDismissed = false;
  #isRestored = false;
  #isPaused = false;
  #resolveEnded!: (exit: PtyExit) => void;
  #onResize: (size: TerminalSize) => void = () => {};
  #hangUpTimer: NodeJS.Timeout | undefined;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#pty = options.pty;
    this.#terminal = options.terminal;
    this.ended = new Promise((resolve) => (this.#resolveEnded = resolve));
  }

  /** The title that the child gave the window last. */
  get childTitle(): string | undefined {
    return this.#modes.title;
  }

  get size(): TerminalSize {
    return this.#terminal.size;
  }

  onResize(listener: (size: TerminalSize) => void): void {
    this.#onResize = listener;
  }

  start(): void {
    // Before anything that takes time: until then a signal would end us and leave the child behind.
    this.#listen("exit", () => this.#crashed());
    for (const signal of PASSED_ON) this.#listen(signal, () => this.#passOn(signal));
    this.#listen("SIGHUP", () => this.hangUp("SIGHUP"));
    // Ctrl+Break on Windows, which no raw mode makes a key of; elsewhere there is none.
    this.#listen("SIGBREAK", () => this.hangUp("SIGBREAK"));
    this.#listen("SIGTSTP", this.#stopChild);
    this.#terminal.enter();
    // After a signal that came with it: `kill %1` of a shell sends both.
    this.#listen("SIGCONT", () => setImmediate(() => this.#wake()));
    this.#keep(this.#terminal.onInput((bytes) => this.#takeInput(bytes)));
    this.#keep(this.#terminal.onDrain(() => this.#resumeOutput()));
    this.#keep(this.#terminal.onResize(() => this.#takeSize()));
    this.#keep(this.#terminal.onClose(() => this.hangUp("the terminal was closed")));
    if (this.#pty.onStop !== undefined) this.#keep(this.#pty.onStop(() => void this.#suspend()));
    if (this.#pty.onDrain !== undefined) this.#keep(this.#pty.onDrain(() => this.#terminal.resumeInput()));
    this.#keep(this.#pty.onExit((exit) => void this.#end(exit)));
    this.#keep(this.#pty.onData((data: Buffer | string) => this.#takeOutput(asBytes(data))));
  }

  /** Writes a sequence that draws nothing (a title, progress, a notification) as soon as the child's stream is at rest. */
  speak(sequence: string): void {
    if (this.#isRestored || this.#terminal.isClosed || !this.#terminal.isTerminal) return;
    this.#unspoken.push(sequence);
    if (this.#unspoken.length > MOST_UNSPOKEN) this.#unspoken.shift();
    this.#speakAtRest();
  }

  /** Takes back what the child left on and gives the terminal back, at once. */
  restore(): void {
    if (this.#isRestored) return;
    this.#isRestored = true;
    const words = this.#farewell();
    if (words !== "") this.#terminal.writeNow(words);
    // While it is suspended the terminal is the shell's.
    if (!this.#isSuspended) this.#terminal.leave();
    this.#stopListening();
  }

  /** As a terminal does that is closed: the child is told, and not left behind if it does not listen. */
  hangUp(why: string): void {
    if (this.#hangUpTimer !== undefined) return;
    this.#options.log(`${why}: the child is hung up`);
    // Set first: what looks like a PTY may report the exit from within `kill`.
    this.#hangUpTimer = setTimeout(() => this.#pty.kill("SIGKILL"), HANG_UP_GRACE_MS);
    this.#pty.kill("SIGHUP");
    // Only then: at SIGCONT Claude Code draws everything anew (2.0.72, 2.1.325).
    if (this.#isSuspended) this.#dismiss();
    // Nobody reads it any more, but a child that cannot write cannot end either.
    this.#resumeOutput();
  }

  #takeOutput(bytes: Buffer): void {
    this.#terminal.write(bytes);
    this.#modes.feed(bytes);
    if (this.#isSuspended) this.#sinceSuspended.feed(bytes);
    if (this.#unspoken.length > 0) this.#speakAtRest();
    if (!this.#isPaused && this.#terminal.backlog >= OUTPUT_HIGH_WATER) {
      this.#isPaused = true;
      this.#pty.pause?.();
    }
    this.#options.onOutput(bytes);
  }

  #resumeOutput(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#pty.resume?.();
  }

  #takeInput(bytes: Buffer): void {
    this.#options.onInput(bytes);
    if ((this.#pty.backlog ?? 0) >= INPUT_HIGH_WATER) this.#terminal.pauseInput();
  }

  #takeSize(): void {
    const { columns, rows } = this.#terminal.size;
    this.#pty.resize(columns, rows);
    this.#onResize({ columns, rows });
  }

  #speakAtRest(): void {
    if (!this.#modes.atRest || this.#isSuspended) return;
    const sequences = this.#unspoken.join("");
    this.#unspoken = [];
    this.#terminal.write(sequences);
  }

  #passOn(signal: NodeJS.Signals): void {
    this.#options.log(`${signal} passed on to the child`);
    this.#pty.kill(signal);
    if (this.#isSuspended) this.#dismiss();
  }

  /** A child that is stopped hears of its signal when it goes on. */
  #dismiss(): void {
    this.#isDismissed = true;
    this.#pty.kill("SIGCONT");
  }

  readonly #stopChild = () => this.#pty.kill("SIGSTOP");

  /** The child has stopped itself: the shell gets its terminal back, and we stop as well. */
  async #suspend(): Promise<void> {
    if (this.#isSuspended || this.#isRestored) return;
    await new Promise((resolve) => setTimeout(resolve, LAST_OUTPUT_MS));
    if (this.#isRestored) return;
    this.#isSuspended = true;
    this.#sinceSuspended = new TerminalModes();
    this.#terminal.write(this.#modes.undo());
    await this.#terminal.flush(STALLED_MS);
    this.#terminal.leave();
    // A listener would make an event of the signal.
    process.off("SIGTSTP", this.#stopChild);
    // To our whole group, as the kernel does for Ctrl+Z: npx and its like have to stop with us.
    process.kill(0, "SIGTSTP");
    setTimeout(() => {
      if (this.#isSuspended) this.#wake();
    }, STOPPED_WITHIN_MS);
  }

  /** Brought back by the shell, or never stopped. */
  #wake(): void {
    if (this.#isRestored) return;
    // The kernel would stop us for touching the terminal, and the child's end would have to wait for us.
    if (this.#isDismissed && !isInForeground()) return;
    this.#isDismissed = false;
    this.#terminal.enter();
    if (this.#isSuspended) {
      this.#isSuspended = false;
      process.on("SIGTSTP", this.#stopChild);
      this.#terminal.write(this.#modes.redo());
      this.#pty.kill("SIGCONT");
    }
    this.#takeSize();
    this.#speakAtRest();
  }

  async #end(exit: PtyExit): Promise<void> {
    clearTimeout(this.#hangUpTimer);
    try {
      if (!this.#isRestored) await this.#giveBack();
    } finally {
      // Whatever went wrong: nobody may be kept before the terminal of a child that is gone.
      this.#resolveEnded(exit);
    }
  }

  async #giveBack(): Promise<void> {
    this.#isRestored = true;
    // The undo ends an open sequence, so what was kept back can follow: the title that was there before.
    const words = this.#farewell() + this.#unspoken.join("");
    // Under `stty tostop` even an empty write from the background would stop us.
    if (words !== "") this.#terminal.write(words);
    await this.#terminal.flush(STALLED_MS);
    // While it is suspended the terminal is the shell's.
    if (!this.#isSuspended) this.#terminal.leave();
    this.#stopListening();
  }

  /** The process ends while the child is on: by an error of ours, or because somebody called for it. */
  #crashed(): void {
    this.restore();
    this.#pty.kill("SIGHUP");
  }

  #farewell(): string {
    if (this.#isSuspended) return this.#sinceSuspended.undo();
    return this.#options.exitReset === "full" ? this.#modes.undo() + FULL_RESET : this.#modes.undo();
  }

  /** Whatever looks like node-pty fits, also where its listeners cannot be taken back. */
  #keep(disposable: Disposable | undefined): void {
    if (disposable) this.#undo.push(() => disposable.dispose());
  }

  #listen(event: NodeJS.Signals | "exit", listener: () => void): void {
    process.on(event, listener);
    this.#undo.push(() => process.off(event, listener));
  }

  #stopListening(): void {
    for (const undo of this.#undo.splice(0)) undo();
    this.#terminal.dispose();
  }
}

/** node-pty and what is like it hand out text, unless they are told not to. */
function asBytes(data: Buffer | string): Buffer {
  return typeof data === "string" ? Buffer.from(data) : data;
}
