import { rmdirSync } from "node:fs";
import { chmod, rm } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";

import type { Surroundings } from "../../host/paths.js";
import { stackOf, systemCode } from "../../errors.js";
import { LineLink } from "./line-link.js";
import { isListening } from "./rpc-client.js";
import { PROTOCOL_VERSION, versionOf, withVersion, type AnyRequest, type Protocol } from "./rpc-protocol.js";
import { findSocketAddress, isPrivateSocket, type SocketAddress } from "./socket-address.js";

export interface RpcServerOptions<Request extends AnyRequest, Reply extends object> {
  /** Names the socket. */
  readonly id: string;
  readonly where: Surroundings;
  readonly protocol: Protocol<Request, Reply>;
  /** Resolves to the last reply; undefined: it was sent already. What it throws is logged, and refused. */
  readonly handle: (request: Request, caller: Caller<Reply>) => Promise<Reply | undefined>;
  readonly log: (message: string) => void;
  /** The socket was gone, and the new one is elsewhere. */
  readonly onMoved?: (address: string) => void;
  /** The socket was gone, and there is no place for a new one yet. */
  readonly onLost?: () => void;
  /** How often the server checks that its socket is still there. */
  readonly lookEveryMs?: number | undefined;
  /** How long a caller may take to send its request. */
  readonly requestWithinMs?: number | undefined;
  /** How long the last reply may take. */
  readonly replyWithinMs?: number | undefined;
  readonly mostConnections?: number;
}

/** Whoever made a call. */
export interface Caller<Reply extends object> {
  readonly link: LineLink;
  /** Aborted when the caller has gone. */
  readonly gone: AbortSignal;
  readonly send: (reply: Reply) => void;
  /** Gets everything that the caller sends behind its request, also what came before. */
  readonly listen: (onInput: (message: unknown) => void) => void;
}

/** Answers calls of this user's processes on a private socket. Never keeps the process alive. */
export class RpcServer<Request extends AnyRequest, Reply extends object> {
  readonly #options: RpcServerOptions<Request, Reply>;
  readonly #links = new Set<LineLink>();
  readonly #watch: NodeJS.Timeout | undefined;
  #door: Door;
  #isLooking = false;
  #isLost = false;
  #isClosed = false;

  /** Undefined if there is no place for a socket here; the reason is logged. */
  static async listen<Request extends AnyRequest, Reply extends object>(
    options: RpcServerOptions<Request, Reply>,
  ): Promise<RpcServer<Request, Reply> | undefined> {
    const door = await openDoor(options, options.log);
    return door && new RpcServer(options, door);
  }

  private constructor(options: RpcServerOptions<Request, Reply>, door: Door) {
    this.#options = options;
    this.#door = door;
    door.server.on("connection", (socket) => this.#serve(socket));
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

  /** How many are connected. */
  get clients(): number {
    return this.#links.size;
  }

  /** The socket's file is gone when this returns. Callers that are connected stay so. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#watch);
    shut(this.#door);
  }

  /** Ends the connections that are left. */
  cutOff(): void {
    for (const link of this.#links) link.destroy();
  }

  /** A logout removes the runtime directory, a cleaner the files in the temporary one: then nobody finds us. */
  async #lookAfter(): Promise<void> {
    const { log, onMoved, onLost } = this.#options;
    const { address } = this.#door;
    if ((await isPrivateSocket(address)) || this.#isClosed) return;
    // First: a server that ends removes whatever has its name by then.
    shut(this.#door);
    // Logged once, however long there is no place.
    const door = await openDoor(this.#options, this.#isLost ? () => {} : log);
    this.#isLost = door === undefined;
    if (door === undefined) return onLost?.();
    if (this.#isClosed) return shut(door);
    this.#door = door;
    door.server.on("connection", (socket) => this.#serve(socket));
    log(`the socket was gone and is there again: ${door.address}`);
    if (door.address !== address) onMoved?.(door.address);
  }

  #serve(socket: Socket): void {
    const { protocol, requestWithinMs = REQUEST_MS, replyWithinMs } = this.#options;
    socket.unref();
    const gone = new AbortController();
    const send = (reply: Reply): void => link.send(withVersion(reply));
    const end = (reply: Reply): void => link.end(withVersion(reply));
    let isCalled = false;
    // What comes before somebody listens: a person who types while their session starts.
    const early: unknown[] = [];
    let onInput = (message: unknown): void => void early.push(message);
    const listen = (listener: (message: unknown) => void): void => {
      onInput = listener;
      for (const each of early.splice(0)) listener(each);
    };
    let patience = setTimeout(() => link.destroy(), requestWithinMs).unref();
    const begin = (): void => {
      isCalled = true;
      clearTimeout(patience);
      if (replyWithinMs !== undefined) patience = setTimeout(() => link.destroy(), replyWithinMs).unref();
    };
    const link: LineLink = new LineLink(socket, {
      mostBytes: protocol.mostRequestBytes,
      onMessage: (message) => {
        if (isCalled) return onInput(message);
        begin();
        void this.#answer(message, { link, gone: gone.signal, send, listen }).then(
          (reply) => reply && end(reply),
        );
      },
      onTooLong: () => {
        if (isCalled) return link.destroy();
        begin();
        end(protocol.refuse({ type: "tooLong" }));
      },
      onClosed: () => {
        clearTimeout(patience);
        this.#links.delete(link);
        gone.abort();
      },
    });
    this.#links.add(link);
  }

  async #answer(message: unknown, caller: Caller<Reply>): Promise<Reply | undefined> {
    const { protocol, handle, log } = this.#options;
    const request = protocol.readRequest(message);
    if (request === undefined) {
      const isNewer = versionOf(message) > PROTOCOL_VERSION;
      return protocol.refuse({ type: isNewer ? "newerRequest" : "unknownRequest" });
    }
    try {
      return await handle(request, caller);
    } catch (error) {
      log(`${request.op}: ${stackOf(error)}`);
      return protocol.refuse({ type: "failed" });
    }
  }
}

const LOOK_EVERY_MS = 60_000;
const REQUEST_MS = 5000;

/** A place with a server that listens there. */
interface Door extends SocketAddress {
  readonly server: Server;
}

async function openDoor<Request extends AnyRequest, Reply extends object>(
  { id, where, mostConnections }: RpcServerOptions<Request, Reply>,
  log: (message: string) => void,
): Promise<Door | undefined> {
  const place = await findSocketAddress(id, where);
  if (place === undefined) {
    log("there is no private directory for a socket: other processes cannot reach this one");
    return undefined;
  }
  const server = createServer({ allowHalfOpen: true });
  if (mostConnections !== undefined) server.maxConnections = mostConnections;
  try {
    await bind(server, place.address);
    // At once: an error of the socket without a listener would end the process.
    server.on("error", (error) => log(`socket: ${error.message}`));
    server.unref();
    // The directory is closed to others already; this is for those who look at the file.
    if (process.platform !== "win32") await chmod(place.address, 0o600);
    return { ...place, server };
  } catch (error) {
    server.close();
    log(`cannot listen on ${place.address}: ${String(error)}`);
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

async function bind(server: Server, address: string): Promise<void> {
  try {
    await listen(server, address);
  } catch (error) {
    // A killed process left its socket there. A live one is never replaced.
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
