import { constants } from "node:fs";
import { open } from "node:fs/promises";

/** The title of the terminal that a device belongs to. Setting it draws nothing and types nothing. */
export class TtyTitle {
  readonly #tty: string;

  constructor(tty: string) {
    this.#tty = tty;
  }

  /** Keeps the title that is there and sets another; `putBack` brings the kept one back. */
  async lay(title: string): Promise<void> {
    await this.#say(`\x1b[22;2t${osc(title)}`);
  }

  /** Not every terminal keeps titles (xterm, VTE and kitty do): look whether it did. */
  async putBack(): Promise<void> {
    await this.#say("\x1b[23;2t");
  }

  async set(title: string): Promise<void> {
    await this.#say(osc(title));
  }

  async #say(sequence: string): Promise<void> {
    // Not to become its session leader's; not to hang where its output is stopped.
    const file = await open(this.#tty, constants.O_WRONLY | constants.O_NOCTTY | constants.O_NONBLOCK);
    try {
      if (!(await file.stat()).isCharacterDevice()) throw new Error(`${this.#tty} is no terminal`);
      await file.write(sequence);
    } finally {
      await file.close();
    }
  }
}

/** OSC 2 sets the window's title and leaves the icon's. */
function osc(title: string): string {
  return `\x1b]2;${title.replaceAll(/\p{Cc}/gu, "")}\x07`;
}
