import { statSync, watch, type FSWatcher } from "node:fs";
import { basename, dirname, relative, sep } from "node:path";

/**
 * Calls back when something may have happened in the directory: by the system's notifications, and now and then in
 * case one was missed, as on network file systems. The directory need not exist yet; it may be removed and come
 * back. Keeps no process alive.
 */
export class DirectoryWatch {
  readonly #directory: string;
  readonly #onChange: OnChange;
  readonly #poll: NodeJS.Timeout | undefined;
  #watcher: FSWatcher | undefined;
  #watched: Place | undefined;

  /**
   * `onChange` gets the name of what changed, or undefined where it may be anything. Never called by the constructor.
   * With "never" the owner calls `look` now and then.
   */
  constructor(directory: string, onChange: OnChange, pollMs: number | "never" = POLL_MS) {
    this.#directory = directory;
    this.#onChange = onChange;
    if (pollMs !== "never") this.#poll = setInterval(() => this.look(), pollMs).unref();
    this.#attach();
  }

  /**
   * Makes sure that the right directory is watched, and calls back. "trusting" believes that it is as long as the
   * system has not told otherwise, and costs nothing.
   */
  look(how: "thoroughly" | "trusting" = "thoroughly"): void {
    if (how === "thoroughly" || this.#watched?.directory !== this.#directory) this.#attach();
    this.#onChange(undefined);
  }

  close(): void {
    clearInterval(this.#poll);
    this.#detach();
  }

  /** Watches the directory, or the nearest one above it that exists: there its creation shows. */
  #attach(): void {
    // Looked at again after each: what is made between the look and the watch shows in neither.
    for (;;) {
      const nearest = nearestTo(this.#directory);
      if (nearest === undefined || isSame(nearest, this.#watched)) return;
      this.#detach();
      if (!this.#start(nearest.directory)) return;
      this.#watched = nearest;
    }
  }

  #start(directory: string): boolean {
    try {
      const watcher = watch(directory, { persistent: false }, (_, name) => this.#notice(directory, name));
      watcher.on("error", () => this.#detach());
      this.#watcher = watcher;
      return true;
    } catch {
      // No notifications to be had, or all used up: the poll does it.
      return false;
    }
  }

  #notice(directory: string, name: string | null): void {
    // A directory's own end comes under its own name.
    if (name === null || name === basename(directory)) this.look();
    else if (directory === this.#directory) this.#onChange(name);
    // On the way there only the next step counts: whatever else is written beside it is not ours.
    else if (name === relative(directory, this.#directory).split(sep)[0]) this.look();
  }

  #detach(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
    this.#watched = undefined;
  }
}

export type OnChange = (name: string | undefined) => void;

const POLL_MS = 5_000;

interface Place {
  readonly directory: string;
  readonly identity: string;
}

/** The directory, or the nearest one above it that exists. */
function nearestTo(wanted: string): Place | undefined {
  for (let directory = wanted; ; directory = dirname(directory)) {
    const identity = identityOf(directory);
    if (identity !== undefined) return { directory, identity };
    if (dirname(directory) === directory) return undefined;
  }
}

function isSame(a: Place, b: Place | undefined): boolean {
  return a.directory === b?.directory && a.identity === b.identity;
}

function identityOf(directory: string): string | undefined {
  try {
    const stat = statSync(directory, { bigint: true, throwIfNoEntry: false });
    return stat?.isDirectory() ? `${stat.dev}:${stat.ino}` : undefined;
  } catch {
    // Not to be reached: as good as absent.
    return undefined;
  }
}
