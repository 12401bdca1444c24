import { spawn, type IPty } from "@lydell/node-pty";
import type { Screen } from "../claude/screen.js";
import { EmulatedScreen } from "../terminal/emulated-screen.js";
import { endTree, signalProcess } from "./process-tree.js";
import type { IsolatedHome } from "./isolated-home.js";
import { undoOnExit } from "./left-behind.js";
import {
  DEFAULT_SIZE,
  KEYS,
  readScreenText,
  readTranscript,
  settleBytes,
  waitForScreen,
  type Condition,
  type ExitStatus,
  type Key,
  type LabSession,
  type SessionSize,
  type TranscriptRow,
} from "./lab-session.js";
import type { ApiRequest, StandInApi } from "./stand-in-api.js";

export interface Launch {
  readonly file: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly size?: SessionSize;
}

/** A program of the lab in a PTY of ours, its bytes kept and its screen emulated. */
export class PtySession implements LabSession {
  readonly home: IsolatedHome;
  readonly #api: StandInApi;
  readonly #pty: IPty;
  readonly #emulated: EmulatedScreen;
  readonly #chunks: Buffer[] = [];
  readonly #exited: Promise<ExitStatus>;
  #written: Promise<void> = Promise.resolve();
  #byteCount = 0;
  #hasExited = false;

  constructor(home: IsolatedHome, api: StandInApi, launch: Launch) {
    const size = launch.size ?? DEFAULT_SIZE;
    this.home = home;
    this.#api = api;
    this.#emulated = new EmulatedScreen(size, (reply) => this.#write(reply));
    this.#pty = spawn(launch.file, [...launch.args], {
      cols: size.columns,
      rows: size.rows,
      cwd: home.project,
      env: { ...launch.environment },
      encoding: null,
    });
    const isOver = undoOnExit(() => endTree(this.pid));
    // With `encoding: null` node-pty hands out buffers, which its types do not say.
    this.#pty.onData((data: unknown) => {
      if (Buffer.isBuffer(data)) this.#take(data);
    });
    this.#exited = new Promise((resolve) => {
      this.#pty.onExit(({ exitCode, signal }) => {
        this.#hasExited = true;
        // From here on the number may be another process's.
        isOver();
        resolve({ exitCode, signal: signal === 0 ? undefined : signal });
      });
    });
  }

  get pid(): number {
    return this.#pty.pid;
  }

  async screen(): Promise<Screen> {
    await this.#written;
    return this.#emulated.read();
  }

  screenText(): Promise<string> {
    return readScreenText(this);
  }

  bytes(): Promise<Buffer> {
    return Promise.resolve(Buffer.concat(this.#chunks));
  }

  type(text: string): Promise<void> {
    this.#write(text);
    return Promise.resolve();
  }

  press(key: Key): Promise<void> {
    return this.type(KEYS[key]);
  }

  resize(size: SessionSize): Promise<void> {
    this.#pty.resize(size.columns, size.rows);
    this.#emulated.resize(size.columns, size.rows);
    return Promise.resolve();
  }

  transcript(): Promise<TranscriptRow[]> {
    return readTranscript(this.home);
  }

  requests(): readonly ApiRequest[] {
    return this.#api.requests();
  }

  waitFor(condition: Condition, options: { timeoutMs?: number } = {}): Promise<string> {
    return waitForScreen(this, condition, options.timeoutMs);
  }

  settle(quietMs = 600): Promise<void> {
    return settleBytes(() => Promise.resolve(this.#byteCount), quietMs);
  }

  exited(): Promise<ExitStatus> {
    return this.#exited;
  }

  async close(): Promise<void> {
    if (!this.#hasExited) {
      endTree(this.pid);
      await this.#exited;
    }
    this.#emulated.dispose();
    await this.home.remove();
  }

  /** Sends a signal to the program's process group: the PTY made it the leader of its own. */
  signal(signal: NodeJS.Signals): void {
    signalProcess(-this.pid, signal);
  }

  #take(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#byteCount += chunk.length;
    this.#written = this.#emulated.write(chunk);
  }

  #write(text: string): void {
    if (!this.#hasExited) this.#pty.write(text);
  }
}
