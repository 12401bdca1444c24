import { execFile } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll } from "vitest";

import { systemCode } from "../../../src/errors.js";
import type { SessionRecord } from "../../../src/store/records/session-record.js";
import { spawnPty, type Pty, type PtyExit } from "../../../src/transport/pty/pty.js";
import { CAC } from "../cli/run-cac.js";
import { isAlive, until } from "./outer-terminal.js";

const FAKE_CLAUDE = fileURLToPath(new URL("fake-claude.mjs", import.meta.url));

/** For the end of the file: its tests run side by side, and share one list. */
const leftovers: (() => Promise<void> | void)[] = [];
afterAll(async () => {
  for (const cleanUp of leftovers.splice(0).toReversed()) await cleanUp();
});

/** What the fake Claude Code wrote down about itself. */
export interface DiaryEntry {
  readonly at: number;
  readonly event: "started" | "keys" | "prompt";
  readonly text?: string;
  readonly pid?: number;
  readonly sessionId?: string;
  readonly transcript?: string;
}

type Environment = Readonly<Record<string, string>>;

export interface StartOptions {
  /** Of `cac run`. */
  readonly options?: readonly string[];
  /** Of Claude Code. */
  readonly args?: readonly string[];
  readonly env?: Environment;
}

/** A home of its own with a fake Claude Code in it, in which any number of sessions run one after the other. */
export class FakeHome {
  readonly folder = mkdtempSync(join(tmpdir(), "cac-fake-"));
  readonly env: Environment;

  constructor(env: Environment = {}) {
    leftovers.push(() => rm(this.folder, { recursive: true, force: true, maxRetries: 10 }));
    const bin = join(this.folder, "bin");
    for (const folder of ["bin", "run", "tmp", ".config/claude-auto-continue"]) {
      mkdirSync(join(this.folder, folder), { recursive: true, mode: 0o700 });
    }
    // Named as the native installer does it, so that nobody has to ask it for its release.
    const program = `ulimit -S -f unlimited; exec "$FAKE_CLAUDE_NODE" "$FAKE_CLAUDE_SCRIPT" "$@"`;
    script(join(bin, "2.1.197"), program);
    symlinkSync(join(bin, "2.1.197"), join(bin, "claude"));
    script(join(bin, "cac"), `exec "$FAKE_CLAUDE_NODE" "${CAC}" "$@"`);
    this.configure({ resume: { safetyBuffer: "0s", escGap: "20ms", enterGap: "50ms" } });
    this.env = {
      HOME: this.folder,
      PATH: `${bin}:/usr/local/bin:/usr/bin:/bin`,
      TMPDIR: join(this.folder, "tmp"),
      XDG_RUNTIME_DIR: join(this.folder, "run"),
      TERM: "xterm-256color",
      TZ: "UTC",
      FAKE_CLAUDE_FOLDER: this.folder,
      FAKE_CLAUDE_NODE: process.execPath,
      FAKE_CLAUDE_SCRIPT: FAKE_CLAUDE,
      ...env,
    };
  }

  get stateDirectory(): string {
    return join(this.folder, ".local", "state", "claude-auto-continue");
  }

  get diary(): readonly DiaryEntry[] {
    return readLines(join(this.folder, "diary.jsonl")).map((line) => JSON.parse(line) as DiaryEntry);
  }

  /** The prompts that reached Claude Code. */
  get prompts(): readonly string[] {
    return this.diary.flatMap(({ event, text = "" }) => (event === "prompt" ? [text] : []));
  }

  /** The keys that reached Claude Code, from that entry of its diary on. */
  keysSince(index: number): readonly string[] {
    return this.diary.slice(index).flatMap(({ event, text = "" }) => (event === "keys" ? [text] : []));
  }

  /** The last Claude Code that was started. */
  get claude(): { readonly pid: number; readonly sessionId: string; readonly transcript: string } {
    const started = this.diary.findLast(({ event }) => event === "started");
    return { pid: 0, sessionId: "", transcript: "", ...started };
  }

  /** All that Claude Code wrote to its terminal. */
  get tape(): Buffer {
    const file = join(this.folder, "tape.bin");
    return existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  }

  /** What is on disk of the sessions. */
  get records(): readonly SessionRecord[] {
    const directory = join(this.stateDirectory, "sessions");
    const names = existsSync(directory) ? readdirSync(directory) : [];
    return names
      .filter((name) => name.endsWith(".json"))
      .map((name) => readIfThere(join(directory, name)))
      .filter((text) => text !== "")
      .map((text) => JSON.parse(text) as SessionRecord);
  }

  /** What the wrapper noted about itself, for whoever looks for a fault. */
  get debugLog(): string {
    return readLines(join(this.folder, "debug.log")).join("\n");
  }

  configure(settings: object): void {
    writeFileSync(
      join(this.folder, ".config", "claude-auto-continue", "config.json"),
      JSON.stringify(settings),
    );
  }

  /** Starts Claude Code under cac. */
  start({ options = [], args = [], env = {} }: StartOptions = {}): FakeSession {
    const debug = ["--debug", join(this.folder, "debug.log")];
    return this.run(["cac", "run", ...options, ...debug, "--", "claude", ...args], env);
  }

  /** Starts any command in the terminal of a person. */
  run(words: readonly string[], env: Environment = {}): FakeSession {
    return new FakeSession(this, words, { ...this.env, ...env });
  }

  /** Runs one of our verbs beside the session. */
  async cac(...args: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(process.execPath, [CAC, ...args], { env: this.env });
    return stdout;
  }

  async prompted(...prompts: string[]): Promise<void> {
    await until(
      () => this.prompts.length >= prompts.length,
      () => `${JSON.stringify(prompts)}, got ${JSON.stringify(this.prompts)}\n${this.debugLog}`,
    );
  }

  /** Waits until the only record is in that state. */
  async reached(state: SessionRecord["state"]): Promise<SessionRecord> {
    const [record] = await this.recorded(
      ([record, ...others]) => record?.state === state && others.length === 0,
    );
    return record!;
  }

  async recorded(isSo: (records: readonly SessionRecord[]) => boolean): Promise<readonly SessionRecord[]> {
    await until(
      () => isSo(this.records),
      () => `other records than ${JSON.stringify(this.records)}\n${this.debugLog}`,
    );
    return this.records;
  }
}

/** A command in the terminal of a person. */
export class FakeSession {
  readonly home: FakeHome;
  readonly pty: Pty;
  readonly exited: Promise<PtyExit>;
  readonly #chunks: Buffer[] = [];
  #kept = 0;
  #exit: PtyExit | undefined;

  constructor(home: FakeHome, words: readonly string[], env: Environment) {
    this.home = home;
    const found = ["-c", 'exec "$0" "$@"', ...words];
    this.pty = spawnPty("/bin/sh", found, { columns: 80, rows: 24, cwd: home.folder, env });
    this.pty.onData((data) => this.#keep(Buffer.from(data)));
    this.exited = new Promise((resolve) => {
      this.pty.onExit((exit) => {
        this.#exit = exit;
        resolve(exit);
      });
    });
    leftovers.push(async () => {
      if (this.#exit !== undefined) return;
      this.pty.kill("SIGKILL");
      await this.exited;
    });
  }

  /** The wrapper's own process. */
  get pid(): number {
    return this.pty.pid;
  }

  /** All that came to the person's terminal; of a flood, its end. */
  get bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  type(keys: string): void {
    this.pty.write(keys);
  }

  async shows(text: string): Promise<void> {
    await until(
      () => this.bytes.includes(text),
      () => `${JSON.stringify(text)} in ${JSON.stringify(this.bytes.subarray(-1000).toString())}`,
    );
  }

  /** Types a prompt and sends it, as a person does: not in one piece. */
  async prompt(text: string): Promise<void> {
    await this.shows("? for shortcuts");
    const before = this.home.diary.length;
    this.type(text);
    await until(
      () => this.home.keysSince(before).join("").endsWith(text),
      () => `${JSON.stringify(text)} in ${JSON.stringify(this.home.keysSince(before))}`,
    );
    this.type("\r");
  }

  /** Brings the session to a limit, and waits until its wait is on disk. */
  async limit(seconds: number): Promise<SessionRecord> {
    await this.prompt(`limit ${seconds}`);
    return this.home.reached("WAITING");
  }

  #keep(data: Buffer): void {
    this.#chunks.push(data);
    this.#kept += data.length;
    while (this.#kept > MOST_KEPT_BYTES) this.#kept -= this.#chunks.shift()?.length ?? 0;
  }
}

const MOST_KEPT_BYTES = 4 * 1024 * 1024;

/** Waits until the process is gone. */
export async function gone(pid: number): Promise<void> {
  await until(
    () => !isAlive(pid),
    () => `the end of process ${pid}`,
  );
}

function script(file: string, text: string): void {
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o755);
}

/** The complete lines of a file that may not be there yet. */
function readLines(file: string): string[] {
  return readIfThere(file).split("\n").slice(0, -1);
}

/** What others write may be removed between two looks. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
    return "";
  }
}
