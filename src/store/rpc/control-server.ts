import { rmdirSync } from "node:fs";
import { chmod, lstat, rm } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";

import { surroundings, type Surroundings } from "../../host/paths.js";
import { stackOf, systemCode } from "../../errors.js";
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
  /** The socket was gone, and the one in its place is elsewhere. */
  readonly onMoved?: (address: string) => void;
  /** How often it is seen after that the socket is there; each minute. */
  readonly lookEveryMs?: number;
}

/** Listens for this session, for its own user only. Never keeps the process alive. */
export class ControlServer {
  readonly #options: ControlServerOptions;
  readonly #watch: NodeJS.Timeout | undefined;
  #door: Door;
  #isLooking = false;
  #isLost = false;
  #isClosed = false;

  /** Undefined where nobody can listen here: the session goes on without. */
  static async listen(options: ControlServerOptions): Promise<ControlServer | undefined> {
    const door = await openDoor(options);
    return door && new ControlServer(door, options);
  }

  private constructor(door: Door, options: ControlServerOptions) {
    this.#door = door;
    this.#options = options;
    if (process.platform === "win32") return;
    this.#watch = setInterval(() => {
      if (this.#isLooking) return;
      this.#isLooking = true;
      void this.#lookAfter().finally(() => (this.#isLooking = false));
    }, options.lookEveryMs ?? LOOK_EVERY_MS).unref();
  }

  get address(): string {
    return this.#door.address;
  }

  /** The socket's file is gone when this returns. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#watch);
    shut(this.#door);
  }

  /** A logout takes the runtime directory away, a cleaner what lies in the temporary one: then nobody finds us. */
  async #lookAfter(): Promise<void> {
    const { address } = this.#door;
    if ((await isThere(address)) || this.#isClosed) return;
    // First: a server that ends removes whatever has its name by then.
    shut(this.#door);
    // Said once, however long there is no place.
    const door = await openDoor(this.#isLost ? { ...this.#options, log: () => {} } : this.#options);
    this.#isLost = door === undefined;
    if (door === undefined) return;
    if (this.#isClosed) return shut(door);
    this.#door = door;
    this.#options.log(`the socket was gone and is there again: ${door.address}`);
    if (door.address !== address) this.#options.onMoved?.(door.address);
  }
}

/** A place with somebody who listens there. */
interface Door extends SocketAddress {
  readonly server: Server;
}

async function openDoor(options: ControlServerOptions): Promise<Door | undefined> {
  const place = await findSocketAddress(options.id, options.where ?? surroundings());
  if (place === undefined) {
    options.log("no private directory for a socket: cac resume and cac cancel cannot reach this session");
    return undefined;
  }
  const server = createServer((socket) => void serve(socket, options));
  server.maxConnections = MOST_CONNECTIONS;
  try {
    await bind(server, place.address);
    // At once: an error of the socket without a listener would end the process.
    server.on("error", (error) => options.log(`control socket: ${error.message}`));
    server.unref();
    // The directory is closed to others already; this is for those who look at the file.
    if (process.platform !== "win32") await chmod(place.address, 0o600);
    return { ...place, server };
  } catch (error) {
    server.close();
    options.log(`cannot listen on ${place.address}: ${String(error)}`);
    return undefined;
  }
}

function shut({ server, directory }: Door): void {
  server.close();
  if (directory === undefined) return;
  try {
    rmdirSync(directory);
  } catch {
    // Somebody put something there; it is in the temporary directory, which is cleaned.
  }
}

async function isThere(address: string): Promise<boolean> {
  try {
    await lstat(address);
    return true;
  } catch (error) {
    // What cannot be looked at may well be there.
    return !["ENOENT", "ENOTDIR"].includes(systemCode(error) ?? "");
  }
}

async function serve(socket: Socket, options: ControlServerOptions): Promise<void> {
  socket.unref();
  // Whoever asked has gone; there is nobody to answer.
  socket.on("error", () => socket.destroy());
  const patience = setTimeout(() => socket.destroy(), options.patienceMs ?? PATIENCE_MS).unref();
  const got = await oneLine(socket, MOST_REQUEST_BYTES);
  if (got.type === "line") {
    patience.refresh();
    socket.end(`${JSON.stringify(await answer(got.line, options))}\n`);
  } else if (got.type === "tooLong") {
    socket.end(`${JSON.stringify(refusal("TOO_LONG", "the request is too long"))}\n`);
  } else socket.destroy();
  // What else is sent is thrown away, so that the end can be seen.
  socket.resume();
  socket.once("close", () => clearTimeout(patience));
}

async function answer(line: string, options: ControlServerOptions): Promise<ControlReply | OrderReply> {
  const request = readRequest(line);
  if (request === undefined) return refusal("BAD_REQUEST", "the request is not one that this session knows");
  try {
    return await options.handle(request);
  } catch (error) {
    options.log(`control ${request.op}: ${stackOf(error)}`);
    return refusal("FAILED", "the session failed to answer");
  }
}

const MOST_CONNECTIONS = 32;
const PATIENCE_MS = 5000;
const LOOK_EVERY_MS = 60_000;

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
