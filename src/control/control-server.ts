import { rmdirSync } from "node:fs";
import { chmod, rm } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";

import { systemCode } from "../config/file-trouble.js";
import { surroundings, type Surroundings } from "../config/paths.js";
import { stackOf } from "../errors.js";
import { isListening } from "./control-client.js";
import {
  MOST_REQUEST_BYTES,
  readRequest,
  type ControlRefusal,
  type ControlReply,
  type ControlRequest,
  type OrderReply,
} from "./control-protocol.js";
import { oneLine } from "./one-line.js";
import { findSocketAddress, type SocketAddress } from "./socket-address.js";

export interface ControlServerOptions {
  readonly id: string;
  /** Answers one request. What it throws becomes a refusal, and is logged. */
  readonly handle: (request: ControlRequest) => Promise<ControlReply | OrderReply>;
  readonly log: (message: string) => void;
  readonly where?: Surroundings;
  /** How long a connection may take, from its first moment to the end of its request, and again to the reply. */
  readonly patienceMs?: number;
}

/** Listens for this session, for its own user only. Never keeps the process alive. */
export class ControlServer {
  readonly address: string;
  readonly #server: Server;
  readonly #directory: string | undefined;
  readonly #options: ControlServerOptions;

  /** Undefined where nobody can listen here: the session goes on without. */
  static async listen(options: ControlServerOptions): Promise<ControlServer | undefined> {
    const place = await findSocketAddress(options.id, options.where ?? surroundings());
    if (place === undefined) {
      options.log("no private directory for a socket: cac resume and cac cancel cannot reach this session");
      return undefined;
    }
    const server = createServer();
    try {
      await bind(server, place.address);
      // At once: an error of the socket without a listener would end the process.
      const made = new ControlServer(server, place, options);
      // The directory is closed to others already; this is for those who look at the file.
      if (process.platform !== "win32") await chmod(place.address, 0o600);
      return made;
    } catch (error) {
      server.close();
      options.log(`cannot listen on ${place.address}: ${String(error)}`);
      return undefined;
    }
  }

  private constructor(server: Server, place: SocketAddress, options: ControlServerOptions) {
    this.address = place.address;
    this.#server = server;
    this.#directory = place.directory;
    this.#options = options;
    server.maxConnections = MOST_CONNECTIONS;
    server.on("connection", (socket) => void this.#serve(socket));
    server.on("error", (error) => options.log(`control socket: ${error.message}`));
    server.unref();
  }

  /** The socket's file is gone when this returns. */
  close(): void {
    this.#server.close();
    if (this.#directory === undefined) return;
    try {
      rmdirSync(this.#directory);
    } catch {
      // Somebody put something there; it is in the temporary directory, which is cleaned.
    }
  }

  async #serve(socket: Socket): Promise<void> {
    socket.unref();
    // Whoever asked has gone; there is nobody to answer.
    socket.on("error", () => socket.destroy());
    const patience = setTimeout(() => socket.destroy(), this.#options.patienceMs ?? PATIENCE_MS).unref();
    const got = await oneLine(socket, MOST_REQUEST_BYTES);
    if (got.type === "line") {
      patience.refresh();
      socket.end(`${JSON.stringify(await this.#answer(got.line))}\n`);
    } else if (got.type === "tooLong") {
      socket.end(`${JSON.stringify(refusal("TOO_LONG", "the request is too long"))}\n`);
    } else socket.destroy();
    // What else is sent is thrown away, so that the end can be seen.
    socket.resume();
    socket.once("close", () => clearTimeout(patience));
  }

  async #answer(line: string): Promise<ControlReply | OrderReply> {
    const request = readRequest(line);
    if (request === undefined)
      return refusal("BAD_REQUEST", "the request is not one that this session knows");
    try {
      return await this.#options.handle(request);
    } catch (error) {
      this.#options.log(`control ${request.op}: ${stackOf(error)}`);
      return refusal("FAILED", "the session failed to answer");
    }
  }
}

const MOST_CONNECTIONS = 32;
const PATIENCE_MS = 5000;

export async function bind(server: Server, address: string): Promise<void> {
  try {
    await listen(server, address);
  } catch (error) {
    // What a killed wrapper left behind stands in the way. A live one is never pushed aside.
    if (systemCode(error) !== "EADDRINUSE" || process.platform === "win32") throw error;
    if (await isListening(address)) throw error;
    await rm(address, { force: true });
    await listen(server, address);
  }
}

function listen(server: Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(address, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function refusal(code: string, says: string): ControlRefusal {
  return { ok: false, code, says, fix: "see that both are the same cac: cac --version" };
}
