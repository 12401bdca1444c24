import type { Socket } from "node:net";

import { parseJson } from "../../claude/json.js";

export interface LineLinkOptions {
  readonly mostBytes: number;
  /** Every line that is JSON, and undefined for one that is not. */
  readonly onMessage: (message: unknown) => void;
  /** A line is longer than `mostBytes`; nothing more is read. Without this the connection ends. */
  readonly onTooLong?: () => void;
  /** Called once, whoever ended it. */
  readonly onClosed: () => void;
}

/** JSON values over a socket, one in each line. */
export class LineLink {
  readonly #socket: Socket;
  readonly #options: LineLinkOptions;
  #parts: Buffer[] = [];
  #length = 0;
  #isTooLong = false;

  constructor(socket: Socket, options: LineLinkOptions) {
    this.#socket = socket;
    this.#options = options;
    socket.on("data", (chunk: Buffer) => this.#take(chunk));
    // The other side went away; "close" follows.
    socket.on("error", () => socket.destroy());
    socket.on("end", () => socket.end());
    socket.once("close", options.onClosed);
  }

  /** How much the other side has not taken yet. */
  get backlog(): number {
    return this.#socket.writableLength;
  }

  send(message: object): void {
    if (this.#socket.writable) this.#socket.write(`${JSON.stringify(message)}\n`);
  }

  /** What was sent before still arrives. */
  end(message: object): void {
    if (this.#socket.writable) this.#socket.end(`${JSON.stringify(message)}\n`);
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    // What else is sent is read and dropped, so that the end can be seen.
    if (this.#isTooLong) return;
    let rest = chunk;
    for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
      const line = Buffer.concat([...this.#parts, rest.subarray(0, end)]);
      this.#parts = [];
      this.#length = 0;
      rest = rest.subarray(end + 1);
      if (line.length > this.#options.mostBytes) return this.#refuse();
      this.#options.onMessage(parseJson(line.toString("utf8")));
    }
    if (rest.length === 0) return;
    this.#parts.push(rest);
    this.#length += rest.length;
    if (this.#length > this.#options.mostBytes) this.#refuse();
  }

  #refuse(): void {
    this.#isTooLong = true;
    this.#parts = [];
    if (this.#options.onTooLong) this.#options.onTooLong();
    else this.destroy();
  }
}

const NEWLINE = 10;
