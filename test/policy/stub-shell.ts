import { execFile } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join, relative } from "node:path";

/** A program that the shell ran, as the program itself saw it. */
export interface Ran {
  readonly argv: readonly string[];
  readonly cwd: string;
  /** Whether the variable FOO was in its environment. */
  readonly hasFoo: boolean;
}

export interface Run {
  readonly cwd: string;
  readonly home: string;
  readonly ran: readonly Ran[];
  /** Files that were not there before, by their whole paths. */
  readonly written: readonly string[];
}

/** Write down how they were called, and nothing else; `says` prints a command, `fail` fails. */
const STUBS = { alpha: "", beta: "", gamma: "", says: "echo beta from-says", fail: "exit 1" };
/** Real ones that run others, or hand text on. */
const REAL = ["bash", "zsh", "sh", "env", "timeout", "nice", "nohup", "xargs", "find", "cat"];

const OPTIONS = { bash: ["-c"], zsh: ["-f", "-c"] } as const;

/** Shells that can reach nothing but stubs, in a directory of their own. */
export class StubShell {
  readonly #root = realpathSync(mkdtempSync(join(tmpdir(), "cac-stub-shell-")));
  #runs = 0;

  constructor() {
    const bin = this.#in("bin");
    mkdirSync(bin);
    // One write for each call, so that calls at the same time do not mix.
    const record = `printf '%s\\0' "$#" "$(pwd -P)" "\${FOO+set}" "\${0##*/}" "$@" >> "$STUB_LOG"`;
    for (const [name, rest] of Object.entries(STUBS))
      writeFileSync(join(bin, name), `#!/bin/sh\n${record}\n${rest}\n`, { mode: 0o755 });
    for (const name of REAL) symlinkSync(find(name), join(bin, name));
  }

  async run(shell: "bash" | "zsh", command: string): Promise<Run> {
    const box = this.#in(`run-${this.#runs++}`);
    const [cwd, home, log] = [join(box, "work"), join(box, "home"), join(box, "log")];
    for (const folder of [join(cwd, "sub", "deep"), home]) mkdirSync(folder, { recursive: true });
    for (const file of ["a.txt", "b c.txt", "sub/d.txt"]) writeFileSync(join(cwd, file), "alpha from-file\n");
    writeFileSync(log, "");
    const before = new Set(filesIn(box));
    const env = { PATH: this.#in("bin"), HOME: home, STUB_LOG: log, LC_ALL: "C.UTF-8" };
    await new Promise<void>((resolve) => {
      // A failed command is as good as any; one that does not end is cut off, and what it ran still counts.
      const child = execFile(find(shell), [...OPTIONS[shell], command], { cwd, env, timeout: 20_000 }, () =>
        resolve(),
      );
      child.stdin?.end();
    });
    return { cwd, home, ran: readLog(log), written: filesIn(box).filter((file) => !before.has(file)) };
  }

  async end(): Promise<void> {
    await rm(this.#root, { recursive: true, force: true, maxRetries: 5 });
  }

  #in(name: string): string {
    return join(this.#root, name);
  }
}

function readLog(log: string): readonly Ran[] {
  const fields = readFileSync(log, "utf8").split("\0");
  const ran: Ran[] = [];
  for (let at = 0; at + 3 < fields.length;) {
    const end = at + 4 + Number(fields[at]);
    ran.push({
      argv: fields.slice(at + 3, end),
      cwd: fields[at + 1] ?? "",
      hasFoo: fields[at + 2] === "set",
    });
    at = end;
  }
  return ran;
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function find(name: string): string {
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    if (relative("/", folder) !== "" && isIn(folder, name)) return join(folder, name);
  }
  throw new Error(`${name} is not on PATH`);
}

function isIn(folder: string, name: string): boolean {
  try {
    return readdirSync(folder).includes(name);
  } catch {
    // PATH may name folders that are not there.
    return false;
  }
}
