import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { vi, type TestContext } from "vitest";

import { CancelledStops } from "../../../src/daemon/queue/cancelled-stops.js";
import { Daemon, type DaemonOptions } from "../../../src/daemon/daemon.js";
import type { DaemonSettings } from "../../../src/daemon/daemon-settings.js";
import type { QueueEntry } from "../../../src/daemon/queue/queue-entry.js";
import { lookAtQueue, QueueFile, type QueueFileOptions } from "../../../src/daemon/queue/queue-file.js";
import { dropEvent, inboxDir, type InboxEvent } from "../../../src/discover/inbox.js";
import type { NoticeText } from "../../../src/driver/notices.js";
import { FakeClaude, wayTo } from "./fake-claude.js";

/** So short that nobody waits, and long enough to tell them apart. */
export const QUICK: DaemonSettings = {
  prompt: "continue",
  safetyBufferMs: 50,
  cooldownMs: 100,
  nativeMode: "backstop",
  nativeGraceMs: 100,
  verifyMs: 2000,
  escGapMs: 1,
  enterGapMs: 1,
  notify: true,
  pollMs: 100,
  spreadMs: 100,
  verifyPollMs: 50,
  allowBlind: false,
  whenTerminalGone: "notify",
};

export interface StageOptions extends Partial<Omit<DaemonOptions, "settings" | "queue" | "cancelled">> {
  readonly settings?: Partial<DaemonSettings>;
  readonly queueFile?: QueueFileOptions;
}

export interface Logged {
  readonly event: string;
  readonly [detail: string]: unknown;
}

/** A daemon in this process, with its files in a directory of its own and made-up sessions to attend. */
export class DaemonStage {
  readonly configDir: string;
  readonly directory: string;
  readonly folder: string;
  readonly claudes: FakeClaude[] = [];
  readonly logged: Logged[] = [];
  readonly notices: NoticeText[] = [];
  daemon!: Daemon;

  /** Tests run side by side: each says by its own context when it is over. */
  constructor(
    { onTestFinished }: Pick<TestContext, "onTestFinished">,
    configDir = realpathSync(mkdtempSync(join(tmpdir(), "cac-daemon-"))),
  ) {
    this.configDir = configDir;
    this.directory = join(configDir, "auto-resume");
    this.folder = join(configDir, "projects", "p");
    mkdirSync(this.folder, { recursive: true });
    onTestFinished(async () => {
      await this.daemon?.close();
      rmSync(this.configDir, { recursive: true, force: true });
    });
  }

  /** A session with a short past. */
  claude(number = this.claudes.length + 1): FakeClaude {
    const claude = new FakeClaude(number, this.folder);
    this.claudes.push(claude);
    claude.say({ type: "prompt", text: "make it faster" }, Date.now() - 60_000);
    return claude;
  }

  async start({ settings, queueFile, ...options }: StageOptions = {}): Promise<void> {
    const log = (event: string, details: object = {}) => void this.logged.push({ event, ...details });
    this.daemon = new Daemon({
      directory: this.directory,
      configDir: this.configDir,
      settings: { ...QUICK, ...settings },
      queue: await QueueFile.load(this.directory, log, queueFile),
      cancelled: await CancelledStops.load(this.directory, log),
      attendedBy: () => Promise.resolve(undefined),
      log,
      timeZone: "UTC",
      transports: () => Promise.resolve([wayTo(this.claudes)]),
      vim: () => false,
      notify: (text) => void this.notices.push(text),
      isAlive: ({ reach }) =>
        Promise.resolve(
          this.claudes.some(
            ({ session, isAlive }) => isAlive && session.reach.process?.pid === reach.process?.pid,
          ),
        ),
      revive: () => Promise.resolve("not done"),
      ...options,
    });
  }

  /** What hooks leave. */
  async drop(...events: readonly InboxEvent[]): Promise<void> {
    for (const event of events) await dropEvent(this.inboxDir, event);
  }

  get inboxDir(): string {
    return inboxDir(this.directory);
  }

  get inbox(): readonly string[] {
    return readdirSync(this.inboxDir).filter((name) => name.endsWith(".json"));
  }

  /** As it stands on the disk. */
  async queue(): Promise<readonly QueueEntry[]> {
    return (await lookAtQueue(this.directory)).entries;
  }

  async queued(...states: readonly string[]): Promise<void> {
    await until(async () => {
      const now = (await this.queue()).map(({ state }) => state);
      return JSON.stringify(now) === JSON.stringify(states);
    });
  }

  /** Everything that was dropped has been dealt with. */
  async heard(): Promise<void> {
    await until(() => this.inbox.length === 0);
  }

  saidOf(event: string): readonly Logged[] {
    return this.logged.filter((line) => line.event === event);
  }
}

/** Waits for the condition, with a generous end. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  await vi.waitUntil(isSo, { timeout: 100_000, interval: 10 });
}
