import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import timersPromises from "node:timers/promises";
import { onTestFinished, vi } from "vitest";

import type { SessionRecord } from "../../../src/store/records/session-record.js";
import { WrappedSession } from "../../../src/wrapper/wrapped-session.js";
import { HookDrops } from "../../../src/launch/hook-drops.js";
import { DEFAULT_VALUES } from "../../../src/config/config-values.js";
import type { WrapperSettings } from "../../../src/driver/wrapper-settings.js";
import { drawScreen, rowOf, type Entry } from "./fake-screen.mjs";

export interface ClockedOptions {
  /** What Claude Code answers to a prompt; undefined: it works, and says so. */
  readonly answer?: (prompt: string) => Entry | undefined;
  /** Hears of each key of ours, before it is taken. */
  readonly onKeys?: (keys: string) => void;
  readonly settings?: Partial<WrapperSettings>;
  /** What was said an hour ago, in a conversation that is resumed now; undefined: it is a new one. */
  readonly past?: readonly Entry[];
}

/**
 * A session in this process, wrapped, by a clock that the test moves: hours pass in milliseconds. Files,
 * the store and the emulator are real.
 */
export class ClockedSession {
  readonly folder = mkdtempSync(join(QUICK_DISK, "cac-attended-"));
  readonly sessionId = randomUUID();
  readonly prompts: string[] = [];
  /** What was said through the terminal. */
  readonly spoken: string[] = [];
  writesRows = true;
  /** A spinner that is none of the conversation's: a command of the person's, say. */
  #isBusy = false;
  readonly #options: ClockedOptions;
  readonly #entries: Entry[] = [];
  #draft = "";
  #wrapped!: WrappedSession;
  #output: (bytes: Buffer) => void = () => {};

  static async begin(options: ClockedOptions): Promise<ClockedSession> {
    const session = new ClockedSession(options);
    await session.#begin();
    return session;
  }

  private constructor(options: ClockedOptions) {
    this.#options = options;
    for (const name of ["HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"]) vi.stubEnv(name, this.folder);
    vi.stubEnv("TERM", "xterm-256color");
    // Not the immediate ones: between the steps of the clock, files are read and written.
    vi.useFakeTimers({
      toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date", "performance"],
      now: new Date("2026-11-15T12:00:00Z"),
    });
    fakeSleep();
  }

  get transcript(): string {
    return join(this.folder, `${this.sessionId}.jsonl`);
  }

  get driver() {
    return this.#wrapped.driver;
  }

  get life() {
    return this.driver.life;
  }

  get records(): readonly SessionRecord[] {
    const directory = join(this.folder, "claude-auto-continue", "sessions");
    const names = existsSync(directory)
      ? readdirSync(directory).filter((name) => name.endsWith(".json"))
      : [];
    return names.map((name) => JSON.parse(readFileSync(join(directory, name), "utf8")) as SessionRecord);
  }

  /** A prompt of the person's. */
  prompt(text: string): void {
    this.#wrapped.noticeKeys("keys");
    this.#submit(text);
  }

  /** Claude Code says something by itself. */
  say(...entries: readonly Entry[]): void {
    for (const entry of entries) this.#note(entry, Date.now());
    // More than a screen shows is nobody's business.
    this.#entries.splice(0, this.#entries.length - 20);
    this.#draw();
  }

  spin(isBusy: boolean): void {
    this.#isBusy = isBusy;
    this.#draw();
  }

  /** Claude Code draws something else than its conversation, until it says or does something. */
  show(rows: readonly string[]): void {
    this.#output(Buffer.from(`\x1b[H\x1b[2J${rows.join("\r\n")}\r\n`));
  }

  /** Lets the time pass, as much as it takes and no more than that. */
  async until(isSo: () => boolean, withinMs: number): Promise<void> {
    const end = performance.now() + withinMs;
    while (!isSo()) {
      if (performance.now() > end) throw new Error(`not within ${withinMs} ms: ${JSON.stringify(this.life)}`);
      await vi.advanceTimersToNextTimerAsync();
      await elsewhere();
    }
  }

  async #begin(): Promise<void> {
    mkdirSync(join(this.folder, "run"), { mode: 0o700 });
    const hookDrops = new HookDrops(join(this.folder, "run"));
    this.#wrapped = await WrappedSession.begin({
      settings: { ...DEFAULT_VALUES, ...this.#options.settings },
      command: ["claude"],
      cwd: this.folder,
      release: { major: 2, minor: 1, patch: 197 },
      hookDrops,
      hookEvents: ["SessionStart"],
      startedAt: Date.now(),
      size: () => ({ columns: 80, rows: 24 }),
      vim: () => false,
      transport: {
        hasGap: false,
        onOutput: (listener) => {
          this.#output = listener;
          return { dispose: () => {} };
        },
        send: (text) => this.#take(text),
        holdUserKeys: () => ({ dispose: () => {} }),
        repaint: () => this.#draw(),
      },
      speak: (sequence) => void this.spoken.push(sequence),
      childTitle: () => undefined,
      onLife: () => undefined,
      debug: () => undefined,
    });
    onTestFinished(async () => {
      await this.#wrapped.end({ exitCode: 0 });
      vi.useRealTimers();
      vi.unstubAllEnvs();
      rmSync(this.folder, { recursive: true, force: true });
    });
    for (const entry of this.#options.past ?? []) this.#note(entry, Date.now() - 60 * 60_000);
    this.#draw();
    const input = {
      hook_event_name: "SessionStart",
      source: this.#options.past ? "resume" : "startup",
      session_id: this.sessionId,
      transcript_path: this.transcript,
    };
    spawnSync("sh", ["-c", hookDrops.dropCommand], { input: JSON.stringify(input) });
    await this.until(() => this.records[0]?.claudeSessionId === this.sessionId, 60_000);
  }

  #note(entry: Entry, at: number): void {
    this.#entries.push(entry);
    if (!this.writesRows) return;
    const origin = { sessionId: this.sessionId, uuid: randomUUID(), timestamp: new Date(at).toISOString() };
    appendFileSync(this.transcript, `${JSON.stringify({ ...origin, ...rowOf(entry) })}\n`);
  }

  #take(keys: string): void {
    this.#options.onKeys?.(keys);
    if (keys === "\r") return this.#submit(this.#draft);
    if (!keys.startsWith("\x1b")) this.#draft += keys;
    this.#draw();
  }

  #submit(prompt: string): void {
    this.#draft = "";
    this.prompts.push(prompt);
    this.say({ type: "prompt", text: prompt });
    this.say(this.#options.answer?.(prompt) ?? { type: "said", text: `Done: ${prompt}` });
  }

  #draw(): void {
    const screen = drawScreen({
      columns: 80,
      rows: 24,
      entries: this.#entries,
      draft: this.#draft,
      isStashed: false,
      isBusy: this.#isBusy,
    });
    this.#output(Buffer.from(screen));
  }
}

// In memory where there is such a place: every life is synced to the disk, hundreds of times.
const QUICK_DISK = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/** Vitest's clock leaves the promises of `node:timers/promises` alone. */
function fakeSleep(): void {
  const real = timersPromises.setTimeout;
  timersPromises.setTimeout = (ms, value) =>
    new Promise((resolve) => {
      setTimeout(() => resolve(value!), ms);
    });
  syncBuiltinESMExports();
  onTestFinished(() => {
    timersPromises.setTimeout = real;
    syncBuiltinESMExports();
  });
}

/** Until nothing is being read or written: files take real time, of which the clock knows nothing. */
async function elsewhere(): Promise<void> {
  for (let turns = 0; turns < 3; turns++) {
    await new Promise((resolve) => setImmediate(resolve));
    if (process.getActiveResourcesInfo().some((name) => /^FSReq|^CloseReq$/.test(name))) turns = 0;
  }
}
