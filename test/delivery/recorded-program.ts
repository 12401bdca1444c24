import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { onTestFinished } from "vitest";

import { runCommand, type RunCommand } from "../../src/delivery/run-command.js";

/** One call of a program, as it saw it. */
export interface RecordedCall {
  readonly program: string;
  readonly args: readonly string[];
  readonly stdin: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What a program answers to the arguments that `when` matches, joined with blanks; the first that fits. */
export interface Answer {
  readonly when: RegExp;
  readonly stdout?: string;
  readonly stderr?: string;
  readonly exit?: number;
}

/** Programs in a directory of their own, in the place of those of the terminals. Nothing else is on the PATH. */
export class RecordedPrograms {
  readonly directory = realpathSync(mkdtempSync(join(tmpdir(), "cac-programs-")));

  constructor(programs: Readonly<Record<string, readonly Answer[]>>) {
    for (const [name, answers] of Object.entries(programs)) this.answer(name, answers);
  }

  /** From now on this is what it answers. */
  answer(name: string, answers: readonly Answer[]): void {
    const plain = answers.map(({ when, ...rest }) => ({ when: when.source, ...rest }));
    const program = `#!${process.execPath}\nconst [name, answers] = ${JSON.stringify([name, plain])};\n${PROGRAM}`;
    writeFileSync(join(this.directory, name), program, { mode: 0o755 });
  }

  /** Runs what the ways ask for, and finds only these programs. */
  readonly run: RunCommand = (file, args, options) =>
    runCommand(join(this.directory, file), args, {
      ...options,
      env: { ...options?.env, PATH: this.directory },
      timeoutMs: 60_000,
    }).then((result) =>
      !result.ok && !existsSync(join(this.directory, file))
        ? { ...result, says: `${file} was not found` }
        : result,
    );

  calls(): RecordedCall[] {
    const file = join(this.directory, "calls.jsonl");
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, "utf8").trim().split("\n");
    return lines.map((line) => JSON.parse(line) as RecordedCall);
  }

  /** The calls since the last time this was asked, each with its arguments only. */
  takeArgs(): (readonly string[])[] {
    const taken = this.calls().map(({ program, args }) => [program, ...args]);
    rmSync(join(this.directory, "calls.jsonl"), { force: true });
    return taken;
  }
}

const PROGRAM = String.raw`
const fs = require("node:fs");
const path = require("node:path");
const stdin = fs.readFileSync(0, "utf8");
const args = process.argv.slice(2);
const call = JSON.stringify({ program: name, args, stdin, env: process.env });
fs.appendFileSync(path.join(__dirname, "calls.jsonl"), call + "\n");
const answer = answers.find(({ when }) => new RegExp(when).test(args.join(" ")));
if (answer === undefined) { process.stderr.write("unexpected: " + args.join(" ")); process.exit(99); }
process.stdout.write(answer.stdout ?? "");
process.stderr.write(answer.stderr ?? "");
process.exitCode = answer.exit ?? 0;
`;

/** Programs for the test that asks for them; they go with it. */
export function recorded(programs: Readonly<Record<string, readonly Answer[]>>): RecordedPrograms {
  const made = new RecordedPrograms(programs);
  onTestFinished(() => rmSync(made.directory, { recursive: true, force: true }));
  return made;
}
