import { execFile, spawnSync } from "node:child_process";
import { readFile, stat, writeFile } from "node:fs/promises";
import { constants } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { Screen } from "../../claude/screen/screen.js";
import { shellWord } from "../../host/shell-word.js";
import { EmulatedScreen } from "../../terminal/emulator/emulated-screen.js";
import { ensurePrograms } from "../machine/ensure-programs.js";
import { endTree, signalProcess } from "../machine/process-tree.js";
import { isolatedHome, type IsolatedHome } from "../machine/isolated-home.js";
import { undoOnExit } from "../machine/left-behind.js";
import { DEFAULT_SIZE, type ExitStatus, type SessionSize } from "./lab-session.js";
import type { LabLaunch } from "./pty-session.js";
import { launchOf, type SessionOptions } from "./start-session.js";
import type { StandInApi } from "../api/stand-in-api.js";
import { TerminalSession } from "./terminal-session.js";

const run = promisify(execFile);
const TARGET = "lab:0.0";
// Nothing is inherited but what tmux itself tells its panes.
const GATE =
  'tmux -S "$1" wait-for start < /dev/null && shift && exec env -i "TMUX=$TMUX" "TMUX_PANE=$TMUX_PANE" "$@"';

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
export class TmuxSession extends TerminalSession {
  readonly socket: string;
  readonly target = TARGET;
  readonly #bytesFile: string;
  #size: SessionSize;
  #pid = 0;
  #isClosed = false;
  #isWatched = false;
  #isOver = (): void => undefined;
  #ended: (status: ExitStatus) => void = () => undefined;
  readonly #exited = new Promise<ExitStatus>((resolve) => {
    this.#ended = resolve;
  });

  constructor(home: IsolatedHome, api: StandInApi, size: SessionSize) {
    super(home, api);
    this.#size = size;
    // In the home, so that it goes with it.
    this.socket = join(home.root, "tmux.socket");
    this.#bytesFile = join(home.root, "pane.bytes");
  }

  get pid(): number {
    return this.#pid;
  }

  async start(launch: LabLaunch): Promise<void> {
    await writeFile(this.#bytesFile, "");
    const { columns, rows } = this.#size;
    const variables = Object.entries(launch.environment).map(([name, value]) => `${name}=${value}`);
    // The program waits until the pipe is in place, so that its first byte is kept too. What is typed is for it, not
    // for what waits.
    const gate = ["sh", "-c", GATE, "sh", this.socket];
    const command = [...gate, ...variables, "TERM=tmux-256color", launch.file, ...launch.args];
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
    await this.#tmux("pipe-pane", "-O", "-t", TARGET, `cat >> ${shellWord(this.#bytesFile)}`);
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

  bytes(): Promise<Buffer> {
    return readFile(this.#bytesFile);
  }

  async type(text: string): Promise<void> {
    // As hexadecimal bytes: tmux would take a word like "Enter" for the key.
    const bytes = [...Buffer.from(text)].map((byte) => byte.toString(16).padStart(2, "0"));
    if (bytes.length > 0) await this.#tmux("send-keys", "-H", "-t", TARGET, ...bytes);
  }

  async resize(size: SessionSize): Promise<void> {
    await this.#tmux("resize-window", "-t", "lab", "-x", `${size.columns}`, "-y", `${size.rows}`);
    this.#size = size;
  }

  protected async byteCount(): Promise<number> {
    return (await stat(this.#bytesFile)).size;
  }

  exited(): Promise<ExitStatus> {
    if (!this.#isWatched) void this.#watch();
    this.#isWatched = true;
    return this.#exited;
  }

  async close(): Promise<void> {
    // A program that had ended before keeps its own status.
    const status = await this.#exitStatus();
    this.#isClosed = true;
    try {
      this.#endPane();
    } finally {
      this.#ended(status ?? KILLED);
      // The server is ours alone. One that has gone already is as good as ended.
      await this.#tmux("kill-server").catch(() => "");
      this.#isOver();
      await this.home.remove();
    }
  }

  async #watch(): Promise<void> {
    for (; !this.#isClosed; await sleep(100)) {
      const status = await this.#exitStatus();
      if (status !== undefined) return this.#ended(status);
    }
  }

  /** Undefined while the program runs. */
  async #exitStatus(): Promise<ExitStatus | undefined> {
    const told = await this.#ask("#{pane_dead},#{pane_dead_status},#{pane_dead_signal}").catch(
      () => undefined,
    );
    if (told === undefined) {
      // No server to ask. If the program went with it, nobody knows how.
      const hasEnded = this.#pid !== 0 && !signalProcess(this.#pid, 0);
      return hasEnded ? { exitCode: undefined, signal: undefined } : undefined;
    }
    const [dead, exitCode, signal] = told.split(",");
    if (dead !== "1") return undefined;
    if (!exitCode && !signal) {
      // tmux sees the terminal close before it learns how the program ended, and 3.3a at times does not learn it
      // until another child of its own ends.
      await this.#tmux("run-shell", "true").catch(() => "");
      return undefined;
    }
    return { exitCode: optionalNumber(exitCode), signal: optionalNumber(signal) };
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
export function ensureTmux(mayInstall?: boolean): void {
  ensurePrograms({ tmux: "tmux" }, mayInstall === undefined ? {} : { mayInstall });
}

const KILLED: ExitStatus = { exitCode: undefined, signal: constants.signals.SIGKILL };

function optionalNumber(text: string | undefined): number | undefined {
  return text === undefined || text === "" ? undefined : Number(text);
}
