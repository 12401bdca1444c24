import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { onTestFinished } from "vitest";

import { runCommand, type RunCommand } from "../../../src/host/run-command.js";

/** One call of a program, as it saw it. */
export interface RecordedCall {
  readonly program: string;
  readonly args: readonly string[];
  readonly stdin: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What a program answers to the arguments that `when` matches, joined with blanks; the first that fits. */
export interface Answer {
  /** As grep -E understands it too. */
  readonly when: RegExp;
  readonly stdout?: string;
  readonly stderr?: string;
  readonly exit?: number;
}

/** Programs in a directory of their own, in the place of those of the terminals. Nothing else is on the PATH. */
export class RecordedPrograms {
  readonly directory = realpathSync(mkdtempSync(join(tmpdir(), "cac-programs-")));
  #answers = 0;

  constructor(programs: Readonly<Record<string, readonly Answer[]>>) {
    mkdirSync(join(this.directory, "calls"));
    for (const [name, answers] of Object.entries(programs)) this.answer(name, answers);
  }

  /** From now on this is what it answers. */
  answer(name: string, answers: readonly Answer[]): void {
    const cases = answers.map(({ when, stdout = "", stderr = "", exit = 0 }) => {
      const file = join(this.directory, `answer-${this.#answers++}`);
      writeFileSync(`${file}.when`, when.source.replaceAll("\\/", "/"));
      writeFileSync(`${file}.out`, stdout);
      writeFileSync(`${file}.err`, stderr);
      return `answer '${file}' ${exit}`;
    });
    const program = [`#!/bin/sh`, `name='${name}'`, PROGRAM, ...cases, `echo "unexpected: $*" >&2; exit 99`];
    // At once: a shell reads on in the file while it runs.
    const unfinished = join(this.directory, ".unfinished");
    writeFileSync(unfinished, `${program.join("\n")}\n`, { mode: 0o755 });
    renameSync(unfinished, join(this.directory, name));
  }

  /** Runs what the ways ask for, and finds only these programs. */
  readonly run: RunCommand = async (file, args, options) => {
    const program = join(this.directory, file);
    const env = { ...options?.env, PATH: this.directory };
    // The machine may be busy: none of them hangs.
    const result = await runCommand(program, args, { ...options, env, timeoutMs: 60_000 });
    return result.ok || existsSync(program) ? result : { ...result, says: `${file} was not found` };
  };

  calls(): RecordedCall[] {
    const calls = join(this.directory, "calls");
    const numbers = readdirSync(calls).map(Number);
    return numbers
      .toSorted((a, b) => a - b)
      .map((number) => {
        const read = (part: string): string => readFileSync(join(calls, String(number), part), "utf8");
        const env = read("env").split("\0").slice(0, -1);
        return {
          program: read("program"),
          args: read("args").split("\0").slice(0, -1),
          stdin: read("stdin"),
          env: Object.fromEntries(env.map((each) => [each.split("=", 1)[0], each.replace(/^[^=]*=/, "")])),
        };
      });
  }

  /** The calls since the last time this was asked, each with its arguments only. */
  takeArgs(): (readonly string[])[] {
    const taken = this.calls().map(({ program, args }) => [program].concat(args));
    const calls = join(this.directory, "calls");
    for (const number of readdirSync(calls)) rmSync(join(calls, number), { recursive: true });
    return taken;
  }
}

// A shell's, because it starts in no time: some of the ways ask twenty questions before they press a key.
const PROGRAM = `calls="\${0%/*}/calls"
number=0
until /bin/mkdir "$calls/$number" 2>/dev/null; do number=$((number + 1)); done
call="$calls/$number"
printf %s "$name" > "$call/program"
if [ $# -eq 0 ]; then : > "$call/args"; else printf '%s\\0' "$@" > "$call/args"; fi
/bin/cat > "$call/stdin"
/usr/bin/env -0 > "$call/env"
answer() {
  printf '%s\\n' "$words" | /bin/grep -Eqf "$1.when" || return 0
  /bin/cat "$1.out"
  /bin/cat "$1.err" >&2
  exit "$2"
}
words="$*"`;

/** Programs for the test that asks for them; they go with it. */
export function recorded(programs: Readonly<Record<string, readonly Answer[]>>): RecordedPrograms {
  const made = new RecordedPrograms(programs);
  onTestFinished(() => rmSync(made.directory, { recursive: true, force: true }));
  return made;
}
