import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** What a run does, one step after the other; it exits 0 where no step says otherwise. */
export type FakeStep =
  | { readonly out: string }
  /** As fast as the reader takes it. */
  | { readonly flood: number; readonly of: string }
  | { readonly err: string }
  | { readonly sleep: number }
  /** Reads its input to the end. */
  | { readonly readAll: true }
  /** Reads until a line holds the text. */
  | { readonly readUntil: string }
  | { readonly exit: number }
  | { readonly kill: string }
  /** Lives until a signal ends it, and says which it was. */
  | { readonly hang: true }
  /** Writes a transcript row into its home. */
  | { readonly row: object; readonly session: string }
  /** Leaves a process behind that holds its output open. */
  | { readonly leaveBehind: true };

export interface FakeRun {
  readonly args: string[];
  readonly stdin: string;
  readonly env: Record<string, string>;
  readonly cwd: string;
}

/** A program in the place of `claude`, whose runs go by a script. After the last one of it, it repeats that. */
export class FakeClaude {
  readonly directory = mkdtempSync(join(tmpdir(), "cac-fake-"));
  readonly command = join(this.directory, "claude");
  readonly env: NodeJS.ProcessEnv;

  constructor(...script: (readonly FakeStep[])[]) {
    writeFileSync(join(this.directory, "script.json"), JSON.stringify(script));
    writeFileSync(this.command, `#!${process.execPath}\n${PROGRAM}`, { mode: 0o755 });
    this.env = { HOME: this.directory, PATH: process.env["PATH"], TZ: "UTC", FAKE: this.directory };
  }

  runs(): FakeRun[] {
    const lines = readFileSync(join(this.directory, "runs.jsonl"), "utf8").trim().split("\n");
    return lines.map((line) => JSON.parse(line) as FakeRun);
  }

  /** The args of each run, ids replaced by names: the first one seen is ID1. */
  calls(): string[] {
    const names = new Map<string, string>();
    const named = (id: string): string => names.get(id) ?? names.set(id, `ID${names.size + 1}`).get(id) ?? "";
    return this.runs().map(({ args }) => args.join(" ").replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, named));
  }

  remove(): void {
    const left = join(this.directory, "left");
    if (existsSync(left)) process.kill(Number(readFileSync(left, "utf8")), "SIGKILL");
    rmSync(this.directory, { recursive: true, force: true });
  }
}

const PROGRAM = String.raw`
const fs = require("node:fs");
const path = require("node:path");
if (process.argv[2] === "--version") { console.log("2.1.325 (Claude Code)"); process.exit(0); }
const home = process.env.FAKE;
const script = JSON.parse(fs.readFileSync(path.join(home, "script.json"), "utf8"));
const counter = path.join(home, "count");
const number = fs.existsSync(counter) ? Number(fs.readFileSync(counter, "utf8")) : 0;
fs.writeFileSync(counter, String(number + 1));
const steps = script[Math.min(number, script.length - 1)];
let stdin = "";
const finish = () => fs.appendFileSync(path.join(home, "runs.jsonl"),
  JSON.stringify({ args: process.argv.slice(2), stdin, env: process.env, cwd: process.cwd() }) + "\n");
const write = (stream, text) => new Promise((resolve) => stream.write(text, resolve));
process.stdout.on("error", () => { fs.writeFileSync(path.join(home, "epipe"), ""); finish(); process.exit(7); });
let heard = () => {};
let isListening = false;
const listen = () => {
  if (!isListening) process.stdin.on("data", (data) => { stdin += data; heard(); });
  isListening = true;
};
const doing = {
  out: ({ out }) => write(process.stdout, out),
  flood: async ({ flood, of }) => { for (let i = 0; i < flood; i++) await write(process.stdout, of); },
  err: ({ err }) => write(process.stderr, err),
  sleep: ({ sleep }) => new Promise((resolve) => setTimeout(resolve, sleep)),
  readAll: () => new Promise((resolve) => { listen(); process.stdin.on("end", resolve); }),
  readUntil: ({ readUntil }) => new Promise((resolve) => {
    heard = () => { if (stdin.includes(readUntil)) resolve(); };
    listen();
    heard();
  }),
  exit: ({ exit }) => { finish(); process.exit(exit); },
  kill: ({ kill }) => { finish(); process.kill(process.pid, kill); return new Promise(() => {}); },
  hang: () => new Promise(() => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
      process.on(signal, () => { process.stdout.write(signal + "\n"); finish(); process.exit(9); });
    fs.writeFileSync(path.join(home, "hangs"), "");
    setInterval(() => {}, 1000);
  }),
  row: ({ row, session }) => {
    const directory = path.join(home, ".claude", "projects", process.cwd().replace(/[^a-zA-Z0-9]/g, "-"));
    fs.mkdirSync(directory, { recursive: true });
    const whole = { sessionId: session, cwd: process.cwd(), timestamp: new Date().toISOString(), ...row };
    fs.appendFileSync(path.join(directory, session + ".jsonl"), JSON.stringify(whole) + "\n");
  },
  leaveBehind: () => {
    const left = require("node:child_process").spawn("sleep", ["60"], { stdio: ["ignore", "inherit", "inherit"], detached: true });
    left.unref();
    fs.writeFileSync(path.join(home, "left"), String(left.pid));
  },
};
(async () => {
  for (const step of steps) await doing[Object.keys(step)[0]](step);
  finish();
  process.exit(0);
})();
`;

/** A fake for the test that asks for it; it goes with the test. */
export function claude(...script: FakeStep[][]): FakeClaude {
  const fake = new FakeClaude(...script);
  onTestFinished(() => fake.remove());
  return fake;
}

/** A run that says this and fails, as at a limit. */
export function failsWith(text: string): FakeStep[] {
  return [{ readAll: true }, { out: `${text}\n` }, { exit: 1 }];
}

export function answersWith(text: string): FakeStep[] {
  return [{ readAll: true }, { out: `${text}\n` }];
}
