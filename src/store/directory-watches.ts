import { callSafely } from "../errors.js";
import { DirectoryWatch, type OnChange } from "./directory-watch.js";

/** Directories that many look into: each is watched once, however many ask for it. The owner looks now and then. */
export class DirectoryWatches {
  readonly #shared = new Map<string, Shared>();
  #looks = 0;

  /** As a `DirectoryWatch` of one's own. */
  watch(directory: string, onChange: OnChange): { close(): void } {
    const shared = this.#shared.get(directory) ?? this.#open(directory);
    // A function of its own for each asker: two may come with the same.
    const listener: OnChange = (name) => onChange(name);
    shared.listeners.add(listener);
    return {
      close: () => {
        if (!shared.listeners.delete(listener) || shared.listeners.size > 0) return;
        shared.watch.close();
        this.#shared.delete(directory);
      },
    };
  }

  /** Looks at them all, in case a notification was missed. */
  look(): void {
    const how = ++this.#looks % THOROUGH_EVERY === 0 ? "thoroughly" : "trusting";
    for (const { watch } of this.#shared.values()) watch.look(how);
  }

  close(): void {
    for (const { watch } of this.#shared.values()) watch.close();
    this.#shared.clear();
  }

  #open(directory: string): Shared {
    const listeners = new Set<OnChange>();
    const tellAll: OnChange = (name) => {
      for (const listener of listeners) callSafely(() => listener(name));
    };
    const watch = new DirectoryWatch(directory, tellAll, "never");
    const shared: Shared = { watch, listeners };
    this.#shared.set(directory, shared);
    return shared;
  }
}

/** That a directory was replaced is told by the system; it was missed once in a long while, if ever. */
const THOROUGH_EVERY = 10;

interface Shared {
  readonly watch: DirectoryWatch;
  readonly listeners: Set<OnChange>;
}
