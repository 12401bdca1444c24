import type { HookEventName, Release } from "../claude/hooks/releases.js";
import { stackOf, throwLater } from "../errors.js";
import { isStill, type Life } from "../session/life/life.js";
import { SessionState } from "../session/session-state.js";
import { personsKeys } from "../terminal/user/person-keys.js";
import { spawnPty, type Pty, type PtyExit, type PtyOptions, type TextPty } from "../transport/pty/pty.js";
import { StdinWriter } from "../terminal/user/stdin-writer.js";
import { UserTerminal } from "../terminal/user/user-terminal.js";
import { InputGate } from "../driver/input-gate.js";
import { PtyTransport } from "./pty-transport.js";
import { Relay } from "./relay.js";
import type { WrappedSession } from "./wrapped-session.js";
import type { HookDrops } from "../launch/hook-drops.js";
import { DEFAULT_SETTINGS, type WrapperSettings } from "../driver/wrapper-settings.js";

/** What is asked of a `spawnFn`, in node-pty's words as well as ours. */
export interface SpawnOptions extends PtyOptions {
  readonly name: string;
  readonly cols: number;
}

export interface ProcessSupervisorOptions {
  /** Starts the command in a terminal of its own; node-pty's `spawn` fits. Default: a PTY, byte for byte. */
  readonly spawnFn?: (command: string, args: string[], options: SpawnOptions) => Pty | TextPty;
  readonly settings?: Partial<WrapperSettings>;
  /** The terminal of the person. Default: this process's own. */
  readonly terminal?: UserTerminal;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The release of Claude Code, where it is known. */
  readonly release?: Release | undefined;
  /** Says which conversation the session is in, where hooks report it. */
  readonly hookDrops?: HookDrops | undefined;
  /** What those hooks are told of. */
  readonly hookEvents?: readonly HookEventName[] | undefined;
  /** Whether the prompt is in vim mode. */
  readonly vim?: () => boolean;
  /** What goes on, in detail. Never written to the terminal. */
  readonly debug?: (message: string) => void;
}

/** One wrapped session, from its start to its end: bytes pass through untouched, and it is carried on after limits. */
export class ProcessSupervisor {
  readonly #options: ProcessSupervisorOptions;
  readonly #settings: WrapperSettings;
  readonly #gate: InputGate;
  #writer: StdinWriter | undefined;
  #relay: Relay | undefined;
  #transport: PtyTransport | undefined;
  #session: WrappedSession | undefined;
  #life: Life | undefined;

  constructor(options: ProcessSupervisorOptions = {}) {
    this.#options = options;
    this.#settings = { ...DEFAULT_SETTINGS, ...options.settings };
    this.#gate = new InputGate({
      whileWaiting: this.#settings.inputWhileWaiting,
      write: (bytes) => this.#writer?.write(bytes),
    });
  }

  get state(): SessionState {
    return this.#life?.tag ?? SessionState.RUNNING;
  }

  /** Resolves when the command has ended, the terminal is as it was, and what is left of the session is on disk. */
  async spawn(command: string, args: readonly string[]): Promise<PtyExit> {
    if (this.#relay) throw new Error("a supervisor supervises one process");
    const { cwd = process.cwd(), env = process.env, terminal = new UserTerminal() } = this.#options;
    const startedAt = Date.now();
    const { spawnFn = spawnPty } = this.#options;
    const { columns, rows } = terminal.size;
    const name = env["TERM"] ?? "xterm-256color";
    const pty = spawnFn(command, [...args], { name, cols: columns, columns, rows, cwd, env });
    const writer = new StdinWriter(pty, (message) => this.#debug(message));
    this.#writer = writer;
    pty.onExit(() => {
      writer.markDead();
      // While the terminal still listens: afterwards it is the shell's.
      this.#safely(() => this.#session?.hush());
    });
    const relay = new Relay({
      pty,
      terminal,
      exitReset: this.#settings.exitReset,
      onOutput: (bytes) => this.#safely(() => this.#transport?.take(bytes)),
      onInput: (bytes) => this.#takeInput(bytes),
      log: (message) => this.#debug(message),
    });
    this.#relay = relay;
    const transport = new PtyTransport({
      writer,
      gate: this.#gate,
      size: () => relay.size,
      resize: (columns, rows) => pty.resize(columns, rows),
    });
    this.#transport = transport;
    relay.onResize(({ columns, rows }) => this.#safely(() => this.#session?.resize(columns, rows)));
    relay.start();
    const attended = this.#attend(transport, relay, { command: [command, ...args], cwd, startedAt });
    const exit = await relay.ended;
    await transport.release();
    if (this.#session) await Promise.race([this.#dismiss(exit), afterMs(LONGEST_END_MS)]);
    // A command that ends at once has nothing to be carried on: nobody waits for what is still being loaded.
    else void attended.then(() => this.#dismiss(exit));
    return exit;
  }

  /** Something of ours failed: it is written down, never to the terminal. */
  noteFault(what: string): void {
    this.#debug(`fault: ${what}`);
    this.#session?.noteFault(what);
  }

  /** From here on bytes are passed on, and nothing else is done. */
  standAside(): void {
    this.#debug("stands aside: too many faults");
    void this.#session?.standAside();
  }

  /** Ends the command as a closed terminal would. Before `spawn` there is nothing to end. */
  shutdown(): void {
    this.#relay?.hangUp("shutdown");
  }

  async #attend(
    transport: PtyTransport,
    relay: Relay,
    about: { command: readonly string[]; cwd: string; startedAt: number },
  ): Promise<void> {
    try {
      const { WrappedSession } = await import("./wrapped-session.js");
      this.#session = await WrappedSession.begin({
        ...about,
        size: () => relay.size,
        settings: this.#settings,
        release: this.#options.release,
        hookDrops: this.#options.hookDrops,
        hookEvents: this.#options.hookEvents ?? [],
        vim: this.#options.vim ?? (() => false),
        transport,
        speak: (sequence) => relay.speak(sequence),
        childTitle: () => relay.childTitle,
        onLife: (life) => this.#live(life),
        debug: (message) => this.#debug(message),
      });
    } catch (error) {
      // The session matters more than we do: it goes on without us.
      await transport.release();
      this.#debug(`not attended: ${stackOf(error)}`);
    }
  }

  #takeInput(bytes: Buffer): void {
    this.#safely(() => {
      const keys = personsKeys(bytes);
      if (keys !== "none") this.#session?.noticeKeys(keys);
    });
    this.#gate.take(bytes);
  }

  async #dismiss(exit: PtyExit): Promise<void> {
    try {
      await this.#session?.end(exit);
    } catch (error) {
      this.noteFault(stackOf(error));
    }
  }

  /** The session's bytes, keys and end pass whatever becomes of us. */
  #safely(act: () => void): void {
    try {
      act();
    } catch (error) {
      throwLater(error);
    }
  }

  #live(life: Life): void {
    this.#life = life;
    this.#gate.setWaiting(isStill(life));
  }

  #debug(message: string): void {
    this.#options.debug?.(message);
  }
}

function afterMs(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

// A disk that hangs must not keep a shell waiting.
const LONGEST_END_MS = 1000;
