import { execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { spawnPty } from "../../../src/transport/pty/pty.js";

const GENEROUS = { timeout: 15_000, interval: 5 };

/** A home with a project, and processes that look from outside as Claude Code does. */
export class FakeHome {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "cac-live-")));
  readonly configDir = join(this.root, "home", ".claude");
  readonly project = join(this.root, "my.project");
  readonly #processes: FakeClaude[] = [];

  constructor() {
    mkdirSync(this.configDir, { recursive: true });
    mkdirSync(this.project);
  }

  /** Resolves when it is what it is to be: after the fork it is still our own program. */
  async start(options: FakeOptions = {}): Promise<FakeClaude> {
    const claude = new FakeClaude(this, options);
    this.#processes.push(claude);
    const word =
      options.kind === "native" ? "600" : options.kind === "titled" ? "claude\0\0" : "cli.js\0--model";
    await vi.waitUntil(() => readFileSync(`/proc/${claude.pid}/cmdline`, "utf8").includes(word), GENEROUS);
    return claude;
  }

  /** The project's folder of transcripts, made by the same rule, written otherwise. */
  get transcripts(): string {
    return join(this.configDir, "projects", this.project.split(/[/.]/).join("-"));
  }

  transcriptOf(sessionId: string): string {
    return join(this.transcripts, `${sessionId}.jsonl`);
  }

  /** A row as a release of that version writes it. */
  write(sessionId: string, version = "2.0.72"): void {
    mkdirSync(this.transcripts, { recursive: true });
    const row = { type: "user", sessionId, version, message: { role: "user", content: "go on" } };
    writeFileSync(this.transcriptOf(sessionId), `${JSON.stringify(row)}\n`, { flag: "a" });
  }

  async remove(): Promise<void> {
    for (const process of this.#processes) await process.end("SIGKILL");
    rmSync(this.root, { recursive: true });
  }
}

interface FakeOptions {
  /** "titled" names its process "claude", as releases on Node do; "native" is a program of that name. */
  readonly kind?: "script" | "titled" | "native";
  readonly env?: Readonly<Record<string, string>>;
  readonly hasTerminal?: boolean;
  readonly cwd?: string;
}

export class FakeClaude {
  readonly pid: number;
  readonly #home: FakeHome;
  readonly #ended: Promise<void>;

  constructor(home: FakeHome, { kind = "script", env = {}, hasTerminal = true, cwd }: FakeOptions) {
    this.#home = home;
    const [file, ...args] = commandOf(home, kind);
    const environment = { HOME: join(home.root, "home"), TERM: "xterm", API_KEY: "a secret", ...env };
    if (hasTerminal) {
      const pty = spawnPty(file, args, {
        columns: 80,
        rows: 24,
        cwd: cwd ?? home.project,
        env: environment,
      });
      this.pid = pty.pid;
      this.#ended = new Promise((resolve) => pty.onExit(() => resolve()));
      return;
    }
    const child = spawn(file, args, { cwd: cwd ?? home.project, env: environment, detached: true });
    this.pid = child.pid ?? 0;
    this.#ended = new Promise((resolve) => child.once("exit", () => resolve()));
  }

  /** As `ps` has it. */
  get tty(): string {
    return `/dev/${execFileSync("ps", ["-o", "tty=", "-p", String(this.pid)], { encoding: "utf8" }).trim()}`;
  }

  /** When it started, in ticks since the boot. */
  get ticks(): string {
    return readFileSync(`/proc/${this.pid}/stat`, "utf8").split(") ")[1]?.split(" ")[19] ?? "";
  }

  get registration(): string {
    return join(this.#home.configDir, "sessions", `${this.pid}.json`);
  }

  /** What 2.1.197 writes of itself. Returns the session's id. */
  register(changes: object = {}): string {
    const sessionId = randomUUID();
    mkdirSync(join(this.#home.configDir, "sessions"), { recursive: true });
    const entry = {
      pid: this.pid,
      sessionId,
      cwd: this.#home.project,
      startedAt: Date.now(),
      procStart: this.ticks,
      version: "2.1.197",
      peerProtocol: 1,
      kind: "interactive",
      entrypoint: "cli",
      status: "idle",
      updatedAt: Date.now(),
      ...changes,
    };
    writeFileSync(this.registration, JSON.stringify(entry));
    return sessionId;
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    try {
      process.kill(this.pid, signal);
    } catch {
      // It has ended before.
    }
    await this.#ended;
  }
}

function commandOf({ root }: FakeHome, kind: "script" | "titled" | "native"): [string, ...string[]] {
  if (kind === "native") {
    const file = join(root, "claude");
    copyFileSync(realpathSync("/bin/sleep"), file);
    return [file, "600"];
  }
  // Releases on Node name their process "claude" once they run.
  const folder = join(root, "node_modules", "@anthropic-ai", "claude-code");
  mkdirSync(folder, { recursive: true });
  const script = join(folder, "cli.js");
  const title = kind === "titled" ? 'process.title = "claude";' : "";
  writeFileSync(script, `${title} setInterval(() => {}, 1e6);`);
  return [process.execPath, script, "--model", "opus"];
}
