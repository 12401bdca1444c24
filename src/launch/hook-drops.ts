import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { readHookInput } from "../claude/hooks/hook-input.js";
import type { JsonObject } from "../claude/json.js";
import { DirectoryWatch } from "../store/directory-watch.js";

/** A session that Claude Code has begun, resumed or cleared in the wrapped process. */
export interface SessionStart {
  readonly sessionId: string;
  readonly transcriptPath: string | undefined;
  /** `startup`, `resume`, `clear`, `compact` or what else the release calls it. */
  readonly source: string | undefined;
  readonly cwd: string | undefined;
}

/** A call that Claude Code asks leave for, in the words of its hook. */
export interface PermissionCall {
  readonly sessionId: string;
  readonly cwd: string | undefined;
  readonly tool: string;
  readonly input: JsonObject;
  /** The session is in plan mode. */
  readonly inPlan: boolean;
}

/** A private directory of one run: the settings file that carries our hooks, and what they drop. */
export class HookDrops {
  readonly #directory: string;
  readonly #watch: DirectoryWatch;
  readonly #starts = new Kept<SessionStart>();
  readonly #requests = new Kept<PermissionCall>();

  /** Throws where no directory can be made in `parent`, which must be private already. */
  constructor(parent: string) {
    this.#directory = mkdtempSync(join(parent, `run-${process.pid}-`));
    this.#watch = new DirectoryWatch(this.#directory, () => this.#collect());
  }

  /** The shell command that a hook runs to drop its input here. It prints nothing and never fails. */
  get dropCommand(): string {
    return dropCommand(this.#directory, process.platform, process.execPath);
  }

  /** Writes the settings file of this run and returns its path. */
  writeSettings(json: string): string {
    const file = join(this.#directory, "settings.json");
    writeFileSync(file, json, { mode: 0o600 });
    return file;
  }

  /** Also hears of those that came before it was set. */
  onStart(listener: (start: SessionStart) => void): void {
    this.#starts.listen(listener);
    this.#collect();
  }

  /** The same. */
  onRequest(listener: (request: PermissionCall) => void): void {
    this.#requests.listen(listener);
    this.#collect();
  }

  /** Removes the directory. At once, so that it can be done on the way out. */
  close(): void {
    this.#watch.close();
    this.#starts.listen(undefined);
    this.#requests.listen(undefined);
    try {
      rmSync(this.#directory, { recursive: true, force: true });
    } catch {
      // Swept away by a later run.
    }
  }

  #collect(): void {
    for (const file of this.#drops()) {
      const event = readHookInput(readAndRemove(file));
      if (event?.type === "sessionStarted") {
        const { sessionId, transcriptPath, source, cwd } = event;
        this.#starts.tell({ sessionId, transcriptPath, source, cwd });
      } else if (event?.type === "permissionRequested") {
        const { sessionId, cwd, toolName: tool, toolInput: input, permissionMode } = event;
        this.#requests.tell({ sessionId, cwd, tool, input, inPlan: permissionMode === "plan" });
      }
    }
  }

  #drops(): string[] {
    try {
      const files = readdirSync(this.#directory)
        .filter((name) => name.endsWith(DROP))
        .map((name) => join(this.#directory, name));
      return files.length < 2 ? files : files.sort((a, b) => statSync(a).mtimeMs - statSync(b).mtimeMs);
    } catch {
      this.#makeAnew();
      return [];
    }
  }

  /** Removed behind our back, by a cleaner of temporary files: the next conversation will look for it. */
  #makeAnew(): void {
    try {
      mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
    } catch {
      // The session goes on without it: its screen is still seen.
    }
  }
}

/** Kept until somebody listens: hooks come before all is loaded. */
class Kept<Value> {
  #kept: Value[] = [];
  #listener: ((value: Value) => void) | undefined;

  tell(value: Value): void {
    if (this.#listener) this.#listener(value);
    else this.#kept = [...this.#kept, value].slice(-MOST_KEPT);
  }

  listen(listener: ((value: Value) => void) | undefined): void {
    this.#listener = listener;
    for (const value of this.#kept.splice(0)) listener?.(value);
  }
}

const MOST_KEPT = 100;
const DROP = ".drop";

/** POSIX: a name that is unique by the shell's own process id, moved into place when it is whole. */
export function dropCommand(directory: string, platform: NodeJS.Platform, node: string): string {
  if (platform === "win32") {
    const script = `const f=require('fs'),d=process.argv[1],n=d+'/'+Date.now()+'-'+process.pid;try{f.writeFileSync(n,f.readFileSync(0));f.renameSync(n,n+'${DROP}')}catch{}`;
    return `"${node}" -e "${script}" "${directory.replaceAll("\\", "/")}"`;
  }
  const quoted = `'${directory.replaceAll("'", `'\\''`)}'`;
  const drop = `{ d=${quoted}; cat >"$d/$$" && mv "$d/$$" "$d/$$${DROP}"; } >/dev/null 2>&1`;
  // Its input is read in any case: whoever writes it must not meet a closed pipe.
  return `${drop} || cat >/dev/null 2>&1 || :`;
}

function readAndRemove(file: string): string {
  try {
    const text = readFileSync(file, "utf8");
    rmSync(file, { force: true });
    return text;
  } catch {
    // Somebody took it: nothing to read.
    return "";
  }
}
