import { execFileSync, spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { ensurePrograms } from "../../../src/lab/machine/ensure-programs.js";
import { RUST } from "./allowances.js";
import { NEEDED } from "./programs.js";
import { findTouched, type CanaryCommand, type Observation, type Touched } from "./touched.js";
import { buildTemplate } from "./template.js";

export interface SandboxOptions {
  /** How many commands run at the same time. */
  readonly lanes?: number;
  /** Shell scripts in the places of programs that cannot run here, by name. */
  readonly standIns?: Readonly<Record<string, string>>;
  /** Programs that are installed first, with their packages. */
  readonly needed?: Readonly<Record<string, string>>;
}

/** What happened to all commands so far. */
export interface Tally {
  /** Commands that were run, each in both shells. */
  commands: number;
  /** Runs by their end: `0`, `1` …, `late` at the limit, `gone` where the command ended its shell. */
  readonly ends: Map<string, number>;
}

/**
 * A throwaway root with its own home, a read-only system and only loopback, where commands run in bash and in zsh.
 * The same paths exist outside, with the state that each command finds: a verdict can look at real files.
 */
export class CanarySandbox {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "cac-canary-")));
  readonly #programs = mkdtempSync(join(tmpdir(), "cac-canary-lane-"));
  readonly home = join(this.root, "home/ada");
  readonly project = join(this.home, "app");
  readonly tally: Tally = { commands: 0, ends: new Map() };
  readonly #lanes: Lane[] = [];

  static open({ lanes = 3, standIns = {}, needed = NEEDED }: SandboxOptions = {}): Promise<CanarySandbox> {
    ensurePrograms(needed, { title: "the programs of the canary test" });
    const sandbox = new CanarySandbox();
    buildTemplate(sandbox.root);
    for (const [name, script] of Object.entries(standIns))
      writeFileSync(join(sandbox.root, "bin", name), `#!/bin/sh\n${script}`, { mode: 0o755 });
    const program = join(sandbox.#programs, "lane");
    execFileSync("gcc", ["-O2", "-o", program, ...SOURCES], { cwd: LANE });
    for (let at = 0; at < lanes; at++) sandbox.#lanes.push(new Lane(program, sandbox));
    return Promise.resolve(sandbox);
  }

  private constructor() {
    // Opened by `open`, which prepares the files first.
  }

  /** Paths in commands are written as `/home/ada` and `/srv/elsewhere`; here they lie below the root. */
  inside(text: string): string {
    return text.replaceAll(/\/(?=home\/ada\b|srv\/elsewhere\b)/g, `${this.root}/`);
  }

  outside(text: string): string {
    return text.replaceAll(`${this.root}/`, "/");
  }

  /** Runs each command in both shells; returns those that did what they may not. */
  async run(commands: readonly CanaryCommand[]): Promise<readonly Touched[]> {
    const touched: Touched[] = [];
    const waiting = commands[Symbol.iterator]();
    await this.runEach(
      () => waiting.next().value,
      (each) => touched.push(each),
    );
    return touched;
  }

  /** The same for commands that are made while others run; `pull` returns undefined where there are no more. */
  async runEach(pull: () => CanaryCommand | undefined, onTouched: (touched: Touched) => void): Promise<void> {
    const work = async (lane: Lane): Promise<void> => {
      for (let command = pull(); command !== undefined; command = pull()) {
        for (const observation of await lane.run(command)) {
          this.#count(observation);
          for (const each of findTouched(command, observation, (text) => this.outside(text))) onTouched(each);
        }
        this.tally.commands++;
      }
    };
    // Several at a time in each lane: the next command is there when the one before it has ended.
    await Promise.all(this.#lanes.flatMap((lane) => [work(lane), work(lane), work(lane)]));
  }

  /** How long the command takes in the faster of the shells. */
  async measure(command: string): Promise<number> {
    const runs = await this.#lanes[0]?.run({
      command,
      mayRun: [],
      mayWrite: [],
      denied: [],
      limitMs: 10_000,
    });
    return Math.min(...(runs ?? []).map(({ ms }) => ms));
  }

  async close(): Promise<void> {
    await Promise.all(this.#lanes.map((lane) => lane.close()));
    for (const folder of [this.root, this.#programs]) rmSync(folder, { recursive: true, force: true });
  }

  #count({ end }: Observation): void {
    this.tally.ends.set(end, (this.tally.ends.get(end) ?? 0) + 1);
  }
}

const LANE = fileURLToPath(new URL("lane/", import.meta.url));
const SOURCES = readdirSync(LANE).filter((name) => name.endsWith(".c"));
const MODULES = fileURLToPath(new URL("../../../node_modules", import.meta.url));

/** One process that runs commands one after the other. The order of answers is the order of commands. */
class Lane {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #waiting: { resolve: (runs: readonly Observation[]) => void; reject: (error: Error) => void }[] =
    [];
  #rest = Buffer.alloc(0);
  #fields: string[] = [];
  #runs: Observation[] = [];
  #stderr = "";

  constructor(program: string, { root, home, project }: CanarySandbox) {
    const env = {
      HOME: home,
      USER: "ada",
      LOGNAME: "ada",
      SHELL: "/bin/bash",
      LANG: "C.UTF-8",
      PATH: `${root}/bin:${root}/tools/rust/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin`,
      // As Claude Code sets them.
      CLAUDECODE: "1",
      GIT_EDITOR: "true",
      // Nothing here reaches a registry, and waiting for one would take the whole limit.
      GOFLAGS: "-mod=mod",
      GOPROXY: "off",
      GOTOOLCHAIN: "local",
      CARGO_NET_OFFLINE: "true",
      PIP_NO_INDEX: "1",
      PIP_DISABLE_PIP_VERSION_CHECK: "1",
      PYTHONDONTWRITEBYTECODE: "1",
    };
    const binds = existsSync(MODULES) ? [MODULES, `${root}/tools/node_modules`] : [];
    if (RUST !== undefined) binds.push(RUST, `${root}/tools/rust`);
    this.#process = spawn(program, [root, project, ...binds], { env, cwd: "/" });
    this.#process.stdout.on("data", (bytes: Buffer) => this.#read(bytes));
    this.#process.stderr.on("data", (bytes: Buffer) => (this.#stderr += bytes.toString()));
    this.#process.stdin.on("error", () => {
      // The end of the process says more.
    });
    this.#process.on("close", (code) => {
      const error = new Error(`the lane ended with ${code}: ${this.#stderr}`);
      for (const { reject } of this.#waiting.splice(0)) reject(error);
    });
  }

  run({ command, limitMs = 2_000 }: CanaryCommand): Promise<readonly Observation[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#process.stdin.write(`${limitMs}\0${command}\0`);
    });
  }

  async close(): Promise<void> {
    if (this.#process.exitCode !== null) return;
    await new Promise((resolve) => {
      this.#process.on("close", resolve);
      this.#process.stdin.end();
    });
  }

  #read(bytes: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    for (let end = this.#rest.indexOf(0); end !== -1; end = this.#rest.indexOf(0)) {
      this.#fields.push(this.#rest.toString("utf8", 0, end));
      this.#rest = this.#rest.subarray(end + 1);
      if (this.#fields.length % 2 === 0 && this.#fields.at(-2) === "end") this.#finish();
    }
  }

  #finish(): void {
    const pairs = Array.from({ length: this.#fields.length / 2 }, (_, at) => ({
      what: this.#fields[2 * at] ?? "",
      detail: this.#fields[2 * at + 1] ?? "",
    }));
    const [shell = "", end = "", ms = ""] = (pairs.pop()?.detail ?? "").split(" ");
    this.#fields = [];
    this.#runs.push({ shell, end, ms: Number(ms), seen: pairs });
    if (this.#runs.length < 2) return;
    this.#waiting.shift()?.resolve(this.#runs);
    this.#runs = [];
  }
}
