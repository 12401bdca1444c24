import { spawnSync } from "node:child_process";
import { isInForeground } from "./is-in-foreground.js";

/**
 * The line settings of a terminal, changed and put back by `stty`.
 * Node's own `setRawMode` leaves output processing on, so that a bare LF would leave as CR LF.
 */
export class TtySettings {
  readonly #descriptor: number;
  #saved: string | undefined;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  /** Bytes pass both ways as they are. False where there is no `stty`, or no terminal any more. */
  makeRaw(): boolean {
    this.#saved ??= this.#stty(["-g"]);
    // GNU's `raw` leaves iexten on, in which macOS still takes Ctrl+V and Ctrl+O for itself.
    return this.#saved !== undefined && this.#stty(["raw", "-echo", "-iexten"]) !== undefined;
  }

  /** As it was before `makeRaw`, to the last bit; nothing where it was not changed. */
  putBack(): void {
    const saved = this.#saved;
    this.#saved = undefined;
    // In the background the terminal is somebody else's, and the kernel would stop us for touching it.
    if (saved !== undefined && isInForeground()) this.#stty([saved]);
  }

  /** Returns what it said, undefined where it failed. */
  #stty(args: readonly string[]): string | undefined {
    // No time limit: in the background the kernel stops it together with us, until we are brought back.
    const { status, stdout } = spawnSync("stty", args, {
      stdio: [this.#descriptor, "pipe", "ignore"],
      encoding: "utf8",
    });
    return status === 0 ? stdout.trim() : undefined;
  }
}
