import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { nameableReset, WrappedStage } from "../../../src/lab/capture/wrapped-stage.js";
import { labPath, type IsolatedHome } from "../../../src/lab/machine/isolated-home.js";
import { field } from "../../../src/lab/json-value.js";
import { undoOnExit } from "../../../src/lab/machine/left-behind.js";
import { LAB_TIME_ZONE, type SessionOptions } from "../../../src/lab/session/start-session.js";
import { replies, StandInApi } from "../../../src/lab/api/stand-in-api.js";
import type { TerminalSession } from "../../../src/lab/session/terminal-session.js";
import { startTmuxSession } from "../../../src/lab/session/tmux-session.js";
import { CAC } from "../../../src/lab/session/wrapped-session.js";

/** What the scenes set, so that they need not wait for what a person would. */
const QUICK = { daemon: { delay: "1s", spread: "1s", poll: "5s" }, native: { grace: "5s" } };

export interface DaemonStageOptions extends SessionOptions {
  /** Settings of ours, over the quick ones. */
  readonly cac?: object;
  /** PATH of the first daemon, made in the session's own directory. */
  readonly daemonPath?: (root: string) => Promise<string>;
  /** What the first daemon runs, in place of the build: made there too. */
  readonly script?: (root: string) => string;
  readonly start?: (api: StandInApi, options: SessionOptions) => Promise<TerminalSession>;
}

/** A session that was started without us, in tmux, and the daemon beside it. */
export class DaemonStage extends WrappedStage {
  #daemon: ChildProcess | undefined;

  get daemonPid(): number {
    return this.#daemon?.pid ?? 0;
  }

  /** As `cac daemon` from the person's own shell; resolves when it watches. */
  async startDaemon(environment: Readonly<Record<string, string>> = {}, script = CAC): Promise<void> {
    const { home } = this.session.home;
    const daemon = spawn(process.execPath, [script, "daemon"], {
      env: { HOME: home, PATH: labPath(), TMPDIR: join(home, "tmp"), TZ: LAB_TIME_ZONE, ...environment },
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#daemon = daemon;
    daemon.once(
      "exit",
      undoOnExit(() => daemon.kill("SIGKILL")),
    );
    await Promise.race([
      once(daemon.stdout, "data"),
      once(daemon, "exit").then(() => Promise.reject(new Error("the daemon has ended"))),
    ]);
  }

  /** Without the pause that the crash guard makes: it has tests of its own. */
  async startDaemonAgain(environment: Readonly<Record<string, string>> = {}): Promise<void> {
    await rm(join(autoResume(this.session.home), ".last-start"), { force: true });
    await this.startDaemon(environment);
  }

  async endDaemon(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    const daemon = this.#daemon;
    if (daemon === undefined || daemon.exitCode !== null || daemon.signalCode !== null) return;
    const ended = once(daemon, "exit");
    daemon.kill(signal);
    await ended;
  }

  async queue(): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const text = await readFile(join(autoResume(this.session.home), "status.json"), "utf8").catch(() => "{}");
    return (JSON.parse(text) as { queue?: Record<string, unknown>[] }).queue ?? [];
  }

  /** Waits until the queue holds so many sessions in that state. */
  async queued(state: string, count = 1, timeoutMs = 30_000): Promise<void> {
    const isSo = async () => (await this.queue()).filter((entry) => entry["state"] === state).length >= count;
    const deadline = Date.now() + timeoutMs;
    while (!(await isSo())) {
      if (Date.now() > deadline) throw new Error(`not ${state}: ${JSON.stringify(await this.queue())}`);
      await this.sleep(200);
    }
  }

  async queueEmpty(timeoutMs = 30_000): Promise<void> {
    const deadline = Date.now() + timeoutMs;
    while ((await this.queue()).length > 0) {
      if (Date.now() > deadline) throw new Error(`still queued: ${JSON.stringify(await this.queue())}`);
      await this.sleep(200);
    }
  }

  /** Waits until the daemon has ended by itself, or by somebody else's hand. */
  async daemonEnded(timeoutMs: number): Promise<void> {
    const daemon = this.#daemon;
    if (daemon === undefined || daemon.exitCode !== null || daemon.signalCode !== null) return;
    await once(daemon, "exit", { signal: AbortSignal.timeout(timeoutMs) });
  }

  claudePid(entry: Readonly<Record<string, unknown>> | undefined): number {
    const pid = field(field(field(field(entry, "session"), "reach"), "process"), "pid");
    if (typeof pid !== "number") throw new Error(`no process in ${JSON.stringify(entry)}`);
    return pid;
  }

  async daemonLog(): Promise<string> {
    return readFile(join(autoResume(this.session.home), "daemon.log"), "utf8").catch(() => "");
  }
}

export async function onDaemonStage<Result>(
  options: DaemonStageOptions,
  play: (stage: DaemonStage) => Promise<Result>,
): Promise<Result> {
  const api = await StandInApi.start(replies({ type: "text", text: "Done." }));
  try {
    const session = await (options.start ?? startTmuxSession)(api, options);
    const stage = new DaemonStage(session, api, options.release);
    try {
      await configure(session.home, { ...QUICK, ...options.cac });
      const PATH = await options.daemonPath?.(session.home.root);
      await stage.startDaemon(PATH === undefined ? {} : { PATH }, options.script?.(session.home.root));
      return await play(stage);
    } catch (cause) {
      const [what] = String(cause).split("\n");
      const evidence = ["--- screen", await session.screenText(), "--- log", await stage.daemonLog()];
      throw new Error([what, ...evidence].join("\n"), { cause });
    } finally {
      await stage.endDaemon();
      await session.close();
    }
  } finally {
    await api.close();
  }
}

/** Into a five-hour limit that ends in seconds. Returns when it ends. */
export async function runIntoLimit(stage: DaemonStage): Promise<Date> {
  await stage.ready();
  const resetsAt = nameableReset(stage.release, 12_000);
  stage.limitUntil("five_hour", resetsAt);
  await stage.prompt("make the parser skip blank lines");
  await stage.answered();
  return resetsAt;
}

function autoResume(home: IsolatedHome): string {
  return join(home.home, ".claude", "auto-resume");
}

async function configure(home: IsolatedHome, settings: object): Promise<void> {
  const file = join(home.home, ".config", "claude-auto-continue", "config.json");
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(settings));
}
