import { execFile, spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { Screen } from "../claude/screen.js";
import { UserError } from "../errors.js";
import { EmulatedScreen } from "../terminal/emulated-screen.js";
import { endTree } from "./process-tree.js";
import { isolatedHome, type IsolatedHome } from "./isolated-home.js";
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
import type { Launch } from "./pty-session.js";
import { launchOf, type SessionOptions } from "./session.js";
import type { ApiRequest, StandInApi } from "./stand-in-api.js";

const run = promisify(execFile);
const TARGET = "lab:0.0";

/** Starts Claude Code of that release in a tmux server of its own; the API is the caller's to close. */
export async function startTmuxSession(api: StandInApi, options: SessionOptions): Promise<TmuxSession> {
  ensureTmux();
  const home = await isolatedHome(options);
  const session = new TmuxSession(home, api, options.size ?? DEFAULT_SIZE);
  try {
    await session.start(await launchOf(home, api, options));
    return session;
  } catch (error) {
    await session.close();
    throw error;
  }
}

/** The same session in a tmux pane; `socket` and `target` let others reach it (`tmux -S <socket>`). */
export class TmuxSession implements LabSession {
  readonly home: IsolatedHome;
  readonly socket: string;
  readonly target = TARGET;
  readonly #api: StandInApi;
  readonly #bytesFile: string;
  #size: SessionSize;
  #pid = 0;
  #isOver = (): void => undefined;

  constructor(home: IsolatedHome, api: StandInApi, size: SessionSize) {
    this.home = home;
    this.#api = api;
    this.#size = size;
    // In the home, so that it goes with it.
    this.socket = join(home.root, "tmux.socket");
    this.#bytesFile = join(home.root, "pane.bytes");
  }

  get pid(): number {
    return this.#pid;
  }

  async start(launch: Launch): Promise<void> {
    await writeFile(this.#bytesFile, "");
    const { columns, rows } = this.#size;
    const variables = Object.entries(launch.environment).map(([name, value]) => `${name}=${value}`);
    // The program waits until the pipe is in place, so that its first byte is kept too. What is typed is for it, not
    // for what waits.
    const gate = ["sh", "-c", `tmux -S ${this.socket} wait-for start < /dev/null && exec "$@"`, "sh"];
    const command = [...gate, "env", "-i", ...variables, "TERM=tmux-256color", launch.file, ...launch.args];
    const size = ["-x", `${columns}`, "-y", `${rows}`];
    this.#isOver = undoOnExit(() => {
      this.#endPane();
      spawnSync("tmux", ["-S", this.socket, "kill-server"], { stdio: "ignore" });
    });
    await this.#tmux(
      "-f",
      "/dev/null",
      "new-session",
      "-d",
      "-s",
      "lab",
      ...size,
      "-c",
      this.home.project,
      ...command,
    );
    await this.#tmux("set-option", "-g", "status", "off");
    await this.#tmux("set-option", "-g", "remain-on-exit", "on");
    await this.#tmux("resize-window", "-t", "lab", ...size);
    await this.#tmux("pipe-pane", "-O", "-t", TARGET, `cat >> '${this.#bytesFile}'`);
    this.#pid = Number(await this.#ask("#{pane_pid}"));
    await this.#tmux("wait-for", "-S", "start");
  }

  async screen(): Promise<Screen> {
    const shown = await this.#tmux("capture-pane", "-p", "-e", "-t", TARGET);
    const [column, row] = (await this.#ask("#{cursor_x} #{cursor_y}")).split(" ").map(Number);
    const emulated = new EmulatedScreen(this.#size);
    await emulated.write(Buffer.from(shown.replace(/\n$/, "").replaceAll("\n", "\r\n")));
    const screen = emulated.read();
    emulated.dispose();
    return { ...screen, cursor: { row: row ?? 0, column: column ?? 0 } };
  }

  screenText(): Promise<string> {
    return readScreenText(this);
  }

  bytes(): Promise<Buffer> {
    return readFile(this.#bytesFile);
  }

  async type(text: string): Promise<void> {
    // As hexadecimal bytes: tmux would take a word like "Enter" for the key.
    const bytes = [...Buffer.from(text)].map((byte) => byte.toString(16).padStart(2, "0"));
    if (bytes.length > 0) await this.#tmux("send-keys", "-H", "-t", TARGET, ...bytes);
  }

  press(key: Key): Promise<void> {
    return this.type(KEYS[key]);
  }

  async resize(size: SessionSize): Promise<void> {
    await this.#tmux("resize-window", "-t", "lab", "-x", `${size.columns}`, "-y", `${size.rows}`);
    this.#size = size;
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
    return settleBytes(async () => (await this.bytes()).length, quietMs);
  }

  async exited(): Promise<ExitStatus> {
    for (;;) {
      const [dead, status, signal] = (
        await this.#ask("#{pane_dead},#{pane_dead_status},#{pane_dead_signal}")
      ).split(",");
      // tmux sees the terminal close a moment before it learns how the program ended.
      if (dead === "1" && (status || signal)) {
        return { exitCode: optionalNumber(status), signal: optionalNumber(signal) };
      }
      await sleep(100);
    }
  }

  async close(): Promise<void> {
    this.#endPane();
    // The server is ours alone. One that has gone already is as good as ended.
    await this.#tmux("kill-server").catch(() => "");
    this.#isOver();
    await this.home.remove();
  }

  #endPane(): void {
    if (this.#pid !== 0) endTree(this.#pid);
    this.#pid = 0;
  }

  async #ask(format: string): Promise<string> {
    return (await this.#tmux("display-message", "-p", "-t", TARGET, format)).trim();
  }

  async #tmux(...args: string[]): Promise<string> {
    const { stdout } = await run("tmux", ["-S", this.socket, ...args], { maxBuffer: 16 * 1024 * 1024 });
    return stdout;
  }
}

/** Installs tmux where it is missing and we may. */
function ensureTmux(): void {
  if (hasTmux()) return;
  const isRoot = process.getuid?.() === 0;
  if (isRoot) spawnSync("apt-get", ["install", "-y", "tmux"], { stdio: "ignore" });
  if (hasTmux()) return;
  throw new UserError("TMUX_NOT_FOUND", "tmux is not installed", {
    fix: "install it, for example: sudo apt-get install tmux",
  });
}

function hasTmux(): boolean {
  return spawnSync("tmux", ["-V"], { stdio: "ignore" }).status === 0;
}

function optionalNumber(text: string | undefined): number | undefined {
  return text === undefined || text === "" ? undefined : Number(text);
}
