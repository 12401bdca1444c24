import type { Socket } from "node:net";

import { parseJson } from "../../claude/json.js";

export interface LineLinkOptions {
  /** A line that is longer ends the connection. */
  readonly mostBytes: number;
  /** Every line that is JSON, and undefined for one that is not. */
  readonly onMessage: (message: unknown) => void;
  /** Called once, whoever ended it. */
  readonly onClosed: () => void;
}

/** JSON values over a socket, one in each line. */
export class LineLink {
  readonly #socket: Socket;
  readonly #options: LineLinkOptions;
  #parts: Buffer[] = [];
  #length = 0;

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
    let rest = chunk;
    for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
      const line = Buffer.concat([...this.#parts, rest.subarray(0, end)]);
      this.#parts = [];
      this.#length = 0;
      rest = rest.subarray(end + 1);
      if (line.length > this.#options.mostBytes) return this.destroy();
      this.#options.onMessage(parseJson(line.toString("utf8")));
    }
    if (rest.length === 0) return;
    this.#parts.push(rest);
    this.#length += rest.length;
    if (this.#length > this.#options.mostBytes) this.destroy();
  }
}

const NEWLINE = 10;
