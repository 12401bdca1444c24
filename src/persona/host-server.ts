import { rmdirSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";

import { bind } from "../control/control-server.js";
import type { SocketAddress } from "../control/socket-address.js";
import { stackOf } from "../errors.js";
import { serveChat } from "./host-chat.js";
import { error, ourFault } from "./host-fault.js";
import { HostError } from "./host-protocol.js";
import type { LocalHost } from "./host.js";
import { MOST_CALL_BYTES, readCall, type HostCall, type HostReply } from "./host-wire.js";
import { LineLink } from "./line-link.js";

type Log = (event: string, details?: Readonly<Record<string, unknown>>) => void;

/** Lets every `cac mcp` and `cac persona` of this user at the host. */
export class HostServer {
  readonly address: string;
  readonly #server: Server;
  readonly #directory: string | undefined;
  readonly #host: LocalHost;
  readonly #log: Log;
  readonly #links = new Set<LineLink>();
  #isDismissed = false;

  /** Throws the system's own error where nobody can listen there. */
  static async listen(place: SocketAddress, host: LocalHost, log: Log): Promise<HostServer> {
    const server = createServer({ allowHalfOpen: true });
    await bind(server, place.address);
    const made = new HostServer(server, place, host, log);
    // The directory is closed to others already; this is for those who look at the file.
    if (process.platform !== "win32") await chmod(place.address, 0o600);
    return made;
  }

  private constructor(server: Server, place: SocketAddress, host: LocalHost, log: Log) {
    this.address = place.address;
    this.#server = server;
    this.#directory = place.directory;
    this.#host = host;
    this.#log = log;
    server.on("connection", (socket) => this.#serve(socket));
    server.on("error", ({ message }) => log("socketError", { message }));
  }

  /** How many are connected. */
  get clients(): number {
    return this.#links.size;
  }

  /** It was told to end, and nobody has asked for anything since. */
  get isDismissed(): boolean {
    return this.#isDismissed;
  }

  /** Nobody gets in any more, and the socket's file is gone; those who are connected stay so. */
  close(): void {
    this.#server.close();
    if (this.#directory === undefined) return;
    try {
      rmdirSync(this.#directory);
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
      this.#isDismissed =
        (call.op === "end" && call.withHost === true) || (this.#isDismissed && call.op === "status");
      // From here on whoever asked must not ask elsewhere: it may be done twice.
      send({ type: "accepted" });
      if (call.op === "chat") await serveChat({ call, host: this.#host, link, gone, listen });
      else link.end(await this.#result(call, gone, send));
    } catch (thrown) {
      if (!(thrown instanceof HostError)) this.#log("fault", { stack: stackOf(thrown) });
      const { fault } = thrown instanceof HostError ? thrown : ourFault();
      link.end({ type: "fault", fault } satisfies HostReply);
    }
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
        return { type: "asked", asked: await this.#host.ask(call.request, { signal, onProgress }) };
      }
      case "status":
        return { type: "status", sessions: await this.#host.status() };
      case "end": {
        const { persona, projectRoot } = call;
        const which = { ...(persona && { persona }), ...(projectRoot && { projectRoot }) };
        return { type: "ended", count: await this.#host.end(which) };
      }
      default:
        return call satisfies never;
    }
  }
}

function unknownCall(): HostError {
  return error("BAD_REQUEST", {
    message: "the request is not one that this host knows",
    fix: "see that all are the same cac: cac --version; the host ends by itself when its sessions are ended: cac persona end --all",
  });
}
