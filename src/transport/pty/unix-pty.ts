import { closeSync, constants, openSync, readSync } from "node:fs";
import type { ConnectOpts, SocketConstructorOpts } from "node:net";
import { ReadStream } from "node:tty";
import { systemCode } from "../../errors.js";
import { Listeners, type Disposable } from "../../terminal/user/listeners.js";
import { loadPtyBinding, spawnHelperPath } from "./pty-binding.js";
import { PatientWriter } from "../../terminal/user/patient-writer.js";
import { sendSignal } from "../../host/send-signal.js";
import { StopWatch } from "./stop-watch.js";
import type { Pty, PtyExit, PtyOptions, SpawnPty } from "./pty.js";

/** A child in a terminal of the kernel's, byte for byte. */
export const spawnUnixPty: SpawnPty = (command, args, options) => new UnixPty(command, args, options);

/** More than any kernel keeps of a terminal's output (Linux: 12 KB); what comes past it was written after the end. */
const MOST_LEFT_BEHIND = 128 * 1024;
/** How long a quiet terminal that somebody else still holds open is watched after the child's end. */
const LAST_LOOK_MS = 10;
/** What a shell would send goes to the child's process group, as a shell does it. */
const TO_THE_GROUP = new Set(["SIGCONT", "SIGSTOP", "SIGKILL"]);
const TO_END = new Set(["SIGHUP", "SIGKILL"]);
const READ_SIZE = 64 * 1024;

class UnixPty implements Pty {
  readonly pid: number;
  readonly #data = new Listeners<Buffer>();
  readonly #exits = new Listeners<PtyExit>();
  readonly #master: number;
  readonly #stream: ReadStream;
  readonly #scratch = Buffer.allocUnsafeSlow(READ_SIZE);
  #view = this.#scratch;
  readonly #writer: PatientWriter;
  #slave: number | undefined;
  #isPaused = false;
  #stopWatch: StopWatch | undefined;
  #isClosed = false;
  #exit: PtyExit | undefined;

  constructor(command: string, args: readonly string[], options: PtyOptions) {
    const child = loadPtyBinding().fork(
      command,
      [...args],
      Object.entries(options.env).flatMap(([name, value]) =>
        value === undefined ? [] : [`${name}=${value}`],
      ),
      options.cwd,
      options.columns,
      options.rows,
      -1,
      -1,
      true,
      spawnHelperPath(),
      (exitCode, signal) => this.#childEnded(signal === 0 ? { exitCode } : { exitCode, signal }),
    );
    this.pid = child.pid;
    this.#master = child.fd;
    this.#slave = holdOpen(child.pty);
    this.#writer = new PatientWriter(child.fd);
    const reading: SocketConstructorOpts & ConnectOpts = {
      // An end that libuv merely believes in must not close the descriptor: at the child's end we look ourselves.
      allowHalfOpen: true,
      onread: {
        buffer: this.#scratch,
        callback: (length) => {
          this.#data.call(this.#read(length));
          return true;
        },
      },
    };
    this.#stream = new ReadStream(child.fd, reading);
    this.#stream.on("error", () => {
      // EIO: nobody has the terminal open any more, so the exit is on its way. The stream has closed the descriptor.
      this.#close();
    });
  }

  onData(listener: (data: Buffer) => void): Disposable {
    const disposable = this.#data.add(listener);
    if (!this.#isPaused && !this.#isClosed) this.#stream.resume();
    return disposable;
  }

  onExit(listener: (exit: PtyExit) => void): Disposable {
    const exit = this.#exit;
    if (exit !== undefined && this.#isClosed) queueMicrotask(() => listener(exit));
    return this.#exits.add(listener);
  }

  onStop(listener: () => void): Disposable {
    if (this.#slave === undefined) return { dispose: () => {} };
    this.#stopWatch ??= new StopWatch(this.pid, this.#slave);
    return this.#stopWatch.stopped.add(listener);
  }

  onDrain(listener: () => void): Disposable {
    return this.#writer.drained.add(listener);
  }

  get backlog(): number {
    return this.#writer.backlog;
  }

  write(data: string | Buffer): void {
    const bytes = typeof data === "string" ? Buffer.from(data) : data;
    this.#writer.write(bytes);
    this.#stopWatch?.typed(bytes);
  }

  resize(columns: number, rows: number): void {
    if (!this.#isClosed && columns > 0 && rows > 0) loadPtyBinding().resize(this.#master, columns, rows);
  }

  pause(): void {
    this.#isPaused = true;
    if (!this.#isClosed) this.#stream.pause();
  }

  resume(): void {
    this.#isPaused = false;
    if (!this.#isClosed && this.#exit === undefined && this.#data.size > 0) this.#stream.resume();
  }

  kill(signal = "SIGHUP"): void {
    // Once the exit is known the number may be another process's.
    if (this.#exit !== undefined) return;
    if (signal === "SIGCONT") this.#stopWatch?.continued();
    if (signal === "SIGSTOP" && this.#stopWatch) return this.#stopWatch.stop();
    // A child of this very moment has no group of its own yet.
    const inGroup = TO_THE_GROUP.has(signal) ? sendSignal(-this.pid, signal) : "gone";
    const sent = inGroup === "gone" ? sendSignal(this.pid, signal) : inGroup;
    if (sent === "refused" && TO_END.has(signal)) this.#hangUp();
  }

  /** The child is another user's (`sudo`): the kernel hangs it up for us when its terminal is gone. */
  #hangUp(): void {
    this.#close();
    this.#stream.destroy();
  }

  #childEnded(exit: PtyExit): void {
    this.#exit = exit;
    this.#stopWatch?.close();
    this.#writer.close();
    if (this.#isClosed) {
      this.#exits.call(exit);
      return;
    }
    // From here on we read ourselves, paused or not: what is left is little, and nobody can be slowed down any more.
    this.#stream.pause();
    this.#letGo();
    this.#drain(MOST_LEFT_BEHIND, true);
  }

  /** Hands out what the child left in the kernel, then reports its exit. */
  #drain(most: number, isFirst: boolean): void {
    let left = most;
    while (left > 0) {
      const length = readNow(this.#master, this.#scratch);
      if (length === "nothing yet" && isFirst) {
        // A process of the child's holds the terminal open; bytes may still be on their way inside the kernel.
        setTimeout(() => this.#drain(left, false), LAST_LOOK_MS);
        return;
      }
      if (typeof length !== "number" || length === 0) break;
      left -= length;
      this.#data.call(this.#read(length));
    }
    this.#close();
    this.#stream.destroy();
    this.#exits.call(this.#exit!);
  }

  /** What was read last. In a flood always as much, so the view is kept. */
  #read(length: number): Buffer {
    if (this.#view.length !== length) this.#view = this.#scratch.subarray(0, length);
    return this.#view;
  }

  #close(): void {
    this.#isClosed = true;
    this.#writer.close();
    this.#letGo();
  }

  #letGo(): void {
    if (this.#slave !== undefined) closeSync(this.#slave);
    this.#slave = undefined;
  }
}

/**
 * Keeps the child's side of its terminal open. Without it the last process that closes it makes the kernel report a
 * hang-up, and libuv takes that for the end after the next short read, with bytes still to come.
 */
function holdOpen(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDWR | constants.O_NOCTTY);
  } catch {
    // Already gone with a child that ended at once (macOS), or hidden by a sandbox. The drain reads the rest.
    return undefined;
  }
}

/** Returns 0 or "the end" where nobody can write any more. */
function readNow(descriptor: number, into: Buffer): number | "nothing yet" | "the end" {
  for (;;) {
    try {
      return readSync(descriptor, into);
    } catch (error) {
      const code = systemCode(error);
      if (code === "EAGAIN") return "nothing yet";
      if (code !== "EINTR") return "the end";
    }
  }
}
