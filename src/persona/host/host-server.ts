import { rmdirSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";

import { bind } from "../../store/rpc/control-server.js";
import { isPrivateSocket, type SocketAddress } from "../../store/rpc/socket-address.js";
import { stackOf } from "../../errors.js";
import { serveChat } from "./host-chat.js";
import { error, ourFault } from "./host-fault.js";
import { HostError } from "./host-protocol.js";
import type { LocalHost } from "./host.js";
import { MOST_CALL_BYTES, readCall, type HostCall, type HostReply } from "./host-wire.js";
import { LineLink } from "../../store/rpc/line-link.js";

export interface HostServerOptions {
  readonly place: SocketAddress;
  readonly host: LocalHost;
  readonly log: Log;
  /** Of this package, as those who ask are told. */
  readonly version?: string | undefined;
  /** How often those who wait are told that we are there. */
  readonly againMs?: number | undefined;
  /** Somebody ended everything, or had us started for no more than that. */
  readonly onEnded?: () => void;
}

type Log = (event: string, details?: Readonly<Record<string, unknown>>) => void;

/** Lets every `cac mcp` and `cac persona` of this user at the host. */
export class HostServer {
  readonly #host: LocalHost;
  readonly #options: HostServerOptions;
  readonly #links = new Set<LineLink>();
  #server: Server | undefined;
  #place: SocketAddress;
  /** Somebody has asked, or looked in. */
  #hasServed = false;

  /** Throws the system's own error where nobody can listen there. */
  static async listen(options: HostServerOptions): Promise<HostServer> {
    const made = new HostServer(options);
    await made.moveTo(options.place);
    return made;
  }

  private constructor(options: HostServerOptions) {
    this.#host = options.host;
    this.#options = options;
    this.#place = options.place;
  }

  get address(): string {
    return this.#place.address;
  }

  /** Whether those who ask find it: who clears the directory of its socket does not end it. */
  isReachable(): Promise<boolean> {
    return isPrivateSocket(this.address);
  }

  /** Listens there from now on; those who are connected stay so. Throws as `listen` does. */
  async moveTo(place: SocketAddress): Promise<void> {
    // First: whoever stops listening removes the file of that name, also where it is a new one.
    this.close();
    const server = createServer({ allowHalfOpen: true });
    await bind(server, place.address);
    server.on("connection", (socket) => this.#serve(socket));
    server.on("error", ({ message }) => this.#options.log("socketError", { message }));
    this.#server = server;
    this.#place = place;
    // The directory is closed to others already; this is for those who look at the file.
    if (process.platform !== "win32") await chmod(place.address, 0o600);
  }

  /** How many are connected. */
  get clients(): number {
    return this.#links.size;
  }

  /** Nobody gets in any more, and the socket's file is gone; those who are connected stay so. */
  close(): void {
    this.#server?.close();
    if (this.#server === undefined || this.#place.directory === undefined) return;
    try {
      rmdirSync(this.#place.directory);
    } catch {
      // Somebody put something there; it is in the temporary directory, which is cleaned.
    }
  }

  /** Cuts off those who are still connected. */
  cutOff(): void {
    for (const link of this.#links) link.destroy();
  }

  #serve(socket: Socket): void {
    let isCalled = false;
    // What comes before somebody listens: a person who types while their session starts.
    const early: unknown[] = [];
    let onInput = (message: unknown): void => void early.push(message);
    const gone = new AbortController();
    const link = new LineLink(socket, {
      mostBytes: MOST_CALL_BYTES,
      onMessage: (message) => {
        if (isCalled) return onInput(message);
        isCalled = true;
        void this.#answer(message, link, gone.signal, (listener) => {
          onInput = listener;
          for (const each of early) listener(each);
        });
      },
      onClosed: () => {
        this.#links.delete(link);
        gone.abort();
      },
    });
    this.#links.add(link);
  }

  async #answer(
    message: unknown,
    link: LineLink,
    gone: AbortSignal,
    listen: (onInput: (message: unknown) => void) => void,
  ): Promise<void> {
    const call = readCall(message);
    const send = (reply: HostReply): void => link.send(reply);
    try {
      if (call === undefined) throw unknownCall();
      this.#hasServed ||= call.op === "ask" || call.op === "chat";
      // From here on whoever asked must not ask elsewhere: it may be done twice.
      if (call.op === "chat") {
        send({ type: "accepted" });
        await serveChat({ call, host: this.#host, link, gone, listen });
      } else {
        const stop = this.#tellAgain(send);
        link.end(await this.#result(call, gone, send).finally(stop));
      }
    } catch (thrown) {
      if (!(thrown instanceof HostError)) this.#options.log("fault", { stack: stackOf(thrown) });
      const { fault } = thrown instanceof HostError ? thrown : ourFault();
      link.end({ type: "fault", fault } satisfies HostReply);
    }
  }

  /** In words that an older client knows, and passes over. One who chats would take it for another beginning. */
  #tellAgain(send: (reply: HostReply) => void): () => void {
    const { againMs = AGAIN_MS } = this.#options;
    const tell = (): void => send({ type: "accepted", againMs });
    tell();
    const timer = setInterval(tell, againMs);
    return () => clearInterval(timer);
  }

  async #result(
    call: Exclude<HostCall, { op: "chat" }>,
    signal: AbortSignal,
    send: (reply: HostReply) => void,
  ): Promise<HostReply> {
    switch (call.op) {
      case "ask": {
        const onProgress = (progress: Extract<HostReply, { type: "progress" }>["progress"]): void =>
          send({ type: "progress", progress });
        return {
          type: "asked",
          asked: await this.#host.ask(call.request, { signal, onProgress, login: call.login }),
        };
      }
      case "status":
        return { type: "status", sessions: await this.#host.status(), version: this.#options.version };
      case "end": {
        const { persona, projectRoot } = call;
        // An empty name is nobody's. It must not mean everybody.
        const which = {
          ...(persona !== undefined && { persona }),
          ...(projectRoot !== undefined && { projectRoot }),
        };
        const count = await this.#host.end(which);
        const isAll = persona === undefined && projectRoot === undefined;
        // One that served somebody stays for a while: it knows their logins.
        if (isAll || !this.#hasServed) this.#options.onEnded?.();
        return { type: "ended", count };
      }
      default:
        return call satisfies never;
    }
  }
}

const AGAIN_MS = 10_000;

function unknownCall(): HostError {
  return error("BAD_REQUEST", {
    message: "the request is not one that this host knows",
    fix: "see that all are the same cac: cac --version; the host ends by itself when its sessions are ended: cac persona end --all",
  });
}
