import type { EventEmitter } from "node:events";
import { writeSync } from "node:fs";
import type { ReadStream, WriteStream } from "node:tty";
import { systemCode } from "../../errors.js";
import { Listeners, type Disposable } from "./listeners.js";
import { TtySettings } from "./tty-settings.js";
import { windowsInput } from "./windows-input.js";

/** The types of Node's streams do not say that they have one. */
interface WithDescriptor {
  readonly fd: number;
}
export type TerminalInput = ReadStream & WithDescriptor;
export type TerminalOutput = WriteStream & WithDescriptor;

export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

const DEFAULT_SIZE: TerminalSize = { columns: 80, rows: 24 };
/** How long `writeNow` waits for room: it is used where the process is about to end. */
const LAST_WORDS_MS = 500;

/** The terminal that the person sits at: raw while we have it, as it was afterwards. Writing to it never blocks. */
export class UserTerminal {
  readonly #input: TerminalInput;
  readonly #output: TerminalOutput;
  readonly #isWindows: boolean;
  readonly #settings: TtySettings;
  readonly #closes = new Listeners<void>();
  readonly #drains = new Listeners<void>();
  readonly #inputs = new Listeners<Buffer>();
  readonly #resizes = new Listeners<TerminalSize>();
  readonly #streamListeners: readonly (() => void)[];
  #isClosed = false;

  constructor(
    input: TerminalInput = process.stdin,
    output: TerminalOutput = process.stdout,
    platform: NodeJS.Platform = process.platform,
  ) {
    this.#input = input;
    this.#output = output;
    this.#isWindows = platform === "win32";
    this.#settings = new TtySettings(input.fd);
    const closed = () => this.#close();
    const pass = (bytes: Buffer) => this.#inputs.call(bytes);
    this.#streamListeners = [
      listen(input, "data", this.#isWindows ? windowsInput(pass) : pass),
      // The end of a pipe is the end of the input, not of the terminal.
      listen(input, "end", () => input.isTTY && closed()),
      listen(input, "error", closed),
      listen(output, "error", closed),
      listen(output, "drain", () => this.#drains.call()),
      listen(output, "resize", () => this.#resizes.call(this.size)),
    ];
    input.pause();
  }

  get size(): TerminalSize {
    const { columns, rows } = this.#output;
    // A terminal that does not know its size says 0.
    return columns > 0 && rows > 0 ? { columns, rows } : DEFAULT_SIZE;
  }

  /** How many written bytes the terminal has not taken yet. */
  get backlog(): number {
    return this.#output.writableLength;
  }

  /** Somebody may be looking. Under another program the output can be a pipe or a file. */
  get isTerminal(): boolean {
    return this.#output.isTTY;
  }

  /** The terminal is gone: nobody sees what is written. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  onInput(listener: (bytes: Buffer) => void): Disposable {
    return this.#inputs.add(listener);
  }

  onResize(listener: (size: TerminalSize) => void): Disposable {
    return this.#resizes.add(listener);
  }

  onClose(listener: () => void): Disposable {
    return this.#closes.add(listener);
  }

  /** The backlog is empty again. */
  onDrain(listener: () => void): Disposable {
    return this.#drains.add(listener);
  }

  /** From here on bytes pass as they are, and keys are read. */
  enter(): void {
    // A pipe, as in a test or under another program, has no modes.
    if (this.#input.isTTY && (this.#isWindows || !this.#settings.makeRaw())) {
      this.#input.setRawMode(true);
    }
    setBlocking(this.#output, false);
    refreshSize(this.#output);
    this.#input.resume();
  }

  /** As it was before `enter`. Synchronous, so that it works in an exit handler too; twice is as good as once. */
  leave(): void {
    this.#input.pause();
    if (this.#input.isRaw) {
      stopReading(this.#input);
      this.#input.setRawMode(false);
    }
    this.#settings.putBack();
    setBlocking(this.#output, true);
  }

  pauseInput(): void {
    this.#input.pause();
  }

  resumeInput(): void {
    this.#input.resume();
  }

  /** Straight to the terminal as long as it takes everything; what it does not take waits in the stream. */
  write(data: Buffer | string): void {
    if (this.#isClosed) return;
    const bytes = typeof data === "string" ? Buffer.from(data) : data;
    const taken = this.#output.writableLength === 0 ? this.#offer(bytes) : 0;
    // A copy: the bytes are another's as soon as we return.
    if (taken < bytes.length && !this.#isClosed) this.#output.write(Buffer.from(bytes.subarray(taken)));
  }

  /** Resolves when everything is written, or when the terminal has taken nothing for that long. */
  async flush(stallMs: number): Promise<void> {
    let [left, since] = [this.backlog, Date.now()];
    while (this.backlog > 0 && !this.#isClosed && Date.now() - since < stallMs) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (this.backlog < left) [left, since] = [this.backlog, Date.now()];
    }
  }

  /** For a process that is about to end: past whatever still waits to be written, and without the event loop. */
  writeNow(text: string): void {
    let rest = Buffer.from(text);
    const until = Date.now() + LAST_WORDS_MS;
    for (;;) {
      rest = rest.subarray(this.#offer(rest));
      if (rest.length === 0 || this.#isClosed || Date.now() > until) return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }

  /** Lets go of the streams. */
  dispose(): void {
    for (const stop of this.#streamListeners) stop();
    this.#input.pause();
    // Without this an error that comes late (EIO of a terminal that is closed now) would be a crash.
    this.#output.on("error", () => {});
    this.#input.on("error", () => {});
  }

  /** Returns how many bytes the terminal has taken. */
  #offer(bytes: Buffer): number {
    // What is written to its descriptor a console takes for text of its code page (nodejs/node#24550). The stream turns
    // UTF-8 into what the console wants, and writes at once as well.
    if (this.#isWindows && this.#output.isTTY) {
      this.#output.write(Buffer.from(bytes));
      return bytes.length;
    }
    try {
      return writeSync(this.#output.fd, bytes);
    } catch (error) {
      const code = systemCode(error);
      // Anything else: EIO or EPIPE of a terminal that is gone.
      if (code !== "EAGAIN" && code !== "EINTR") this.#close();
      return 0;
    }
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#closes.call();
  }
}

function listen(stream: EventEmitter, event: string, listener: (bytes: Buffer) => void): () => void {
  stream.on(event, listener);
  return () => stream.off(event, listener);
}

/**
 * `pause` stops the reading a tick later only. On Windows a console that leaves raw mode while it is read begins to wait
 * for a whole line, in a thread that only Enter ends (libuv 1.46).
 */
function stopReading(stream: ReadStream): void {
  const { _handle: handle }: { _handle?: { reading?: boolean; readStop?(): void } } = Object(stream);
  if (handle === undefined) return;
  handle.reading = false;
  handle.readStop?.();
}

/** Of a window that was resized while we were stopped the kernel told the shell alone, and Node keeps the old size. */
function refreshSize(stream: WriteStream): void {
  const { _refreshSize: refresh }: { _refreshSize?: (this: WriteStream) => void } = Object(stream);
  refresh?.call(stream);
}

/**
 * Node writes to terminals synchronously: one that is slow would hold up the keys as well. libuv has opened the terminal
 * anew for us, so this does not change it for others.
 */
function setBlocking(stream: WriteStream, blocking: boolean): void {
  const { _handle: handle }: { _handle?: { setBlocking?(blocking: boolean): void } } = Object(stream);
  handle?.setBlocking?.(blocking);
}
