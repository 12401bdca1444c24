import { readFileSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";

/**
 * The processes on this machine that run Claude Code, whoever started them; for releases that tell of themselves
 * neither by a registry nor by hooks. Only Linux shows them.
 *
 * A process is looked at until a look comes some seconds after the first: between its fork and its start as Claude Code
 * it is still a shell. One that becomes Claude Code later, by an `exec` in an old shell, is found when `forget` was called.
 */
export class ClaudeProcesses {
  readonly #proc: string;
  readonly #now: () => number;
  #looks = new Map<number, Look>();

  /** `proc` is where the system shows its processes. */
  constructor(proc = "/proc", now = (): number => performance.now()) {
    this.#proc = proc;
    this.#now = now;
  }

  /**
   * Those of the listed that are not known already. Nothing else is checked: they may be other users', without a
   * terminal, or about to end.
   */
  find(listed: ReadonlySet<number>, known: { has(pid: number): boolean } = NONE): readonly number[] {
    const looks = new Map<number, Look>();
    for (const pid of listed) if (!known.has(pid)) looks.set(pid, this.#lookAt(pid));
    this.#looks = looks;
    return [...looks].filter(([, { isClaude }]) => isClaude).map(([pid]) => pid);
  }

  /** Everything is looked at again the next time. */
  forget(): void {
    this.#looks.clear();
  }

  #lookAt(pid: number): Look {
    const process = join(this.#proc, String(pid));
    const inode = inodeOf(process);
    const last = this.#looks.get(pid);
    const before = last?.inode === inode ? last : undefined;
    if (before !== undefined && (before.isClaude || before.isLast)) return before;
    const now = this.#now();
    const firstAt = before?.firstAt ?? now;
    return { inode, isClaude: runsClaude(process), firstAt, isLast: now - firstAt >= STARTED_MS };
  }
}

const NONE: ReadonlySet<number> = new Set();

interface Look {
  readonly inode: number | undefined;
  readonly isClaude: boolean;
  readonly firstAt: number;
  readonly isLast: boolean;
}

// Looks may come in quick succession, each time another session starts or ends.
const STARTED_MS = 5000;

/**
 * Which process has that number: the kernel gives the next one's directory another inode (6.x; one call instead of the
 * four that its start time takes). Another inode can be the same process, and then it is looked at once more.
 */
function inodeOf(process: string): number | undefined {
  return statSync(process, { throwIfNoEntry: false })?.ino;
}

/** `process` is its directory in /proc. False where that cannot be told. */
export function runsClaude(process: string): boolean {
  try {
    // An update replaces the file of a program that runs.
    const program = readlinkSync(join(process, "exe")).replace(/ \(deleted\)$/, "");
    if (NATIVE.test(program)) return true;
    if (!RUNTIMES.has(basename(program))) return false;
    return isScriptOfClaude(readFileSync(join(process, "cmdline"), "utf8"), join(process, "cwd"));
  } catch {
    // Another user's, a kernel thread, or it has ended.
    return false;
  }
}

/** The native program: by npm under its own name, by its installer under that of its version. */
const NATIVE = /\/claude(?:\.exe)?$|\/claude\/versions\/\d+\.\d+\.\d+[^/]*$/;
const RUNTIMES = new Set(["node", "nodejs", "bun"]);

function isScriptOfClaude(commandLine: string, cwd: string): boolean {
  const [, ...words] = commandLine.split("\0");
  // It soon names its process "claude", over everything that stood there (1.0.64 to 2.1.75).
  if (commandLine.replace(/\0+$/, "") === "claude") return true;
  const script = words.find((word) => !word.startsWith("-"));
  // Machines are full of Node: what is called otherwise is not looked into.
  if (script === undefined || !CALLED.test(script)) return false;
  return SCRIPT.test(realpathSync.native(resolve(readlinkSync(cwd), script)));
}

const CALLED = /(?:^|\/)(?:claude|cli\.m?js)$/;
const SCRIPT = /\/@anthropic-ai\/claude-code\/cli\.m?js$/;
