import { randomUUID } from "node:crypto";

import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  WebStandardStreamableHTTPServerTransport,
  type JSONRPCMessage,
  type McpServer,
  type MessageExtraInfo,
  type RequestId,
} from "@modelcontextprotocol/server";

import { stackOf } from "../errors.js";

export interface HttpSessionsOptions {
  readonly newServer: () => McpServer;
  readonly mostBodyBytes: number;
  readonly log: (text: string) => void;
  /** Beyond that the one goes that was used least lately and has nothing under way. */
  readonly most: number;
}

interface Session {
  readonly transport: SessionTransport;
  readonly server: McpServer;
  usedAt: number;
}

/**
 * Clients of the protocol's 2025 revisions, each with a session of its own. It takes one: they cancel a call with a second
 * request, which would not find the first without.
 */
export class HttpSessions {
  readonly #options: HttpSessionsOptions;
  readonly #sessions = new Map<string, Session>();

  constructor(options: HttpSessionsOptions) {
    this.#options = options;
  }

  async fetch(request: Request): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    if (id === null) return this.#begin(request);
    const session = this.#sessions.get(id);
    // With a 404 a client begins anew, as after a restart of ours.
    if (session === undefined) return noSession();
    return serve(session, request);
  }

  async close(): Promise<void> {
    const sessions = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.all(sessions.map(({ server }) => server.close()));
  }

  /** For a request that begins none, the transport says so itself, and is dropped. */
  async #begin(request: Request): Promise<Response> {
    const { newServer, mostBodyBytes } = this.#options;
    if (this.#isFull) return tooMany();
    const server = newServer();
    const transport = new SessionTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: mostBodyBytes,
      onsessioninitialized: (id) => this.#keep(id, session),
      onsessionclosed: (id) => void this.#sessions.delete(id),
    });
    const session: Session = { transport, server, usedAt: Date.now() };
    await server.connect(transport);
    const response = await serve(session, request);
    if (transport.sessionId === undefined) await server.close();
    return response;
  }

  /** All of them have a request under way: none can make room. */
  get #isFull(): boolean {
    const { most } = this.#options;
    return (
      this.#sessions.size >= most && [...this.#sessions.values()].every(({ transport }) => !transport.isIdle)
    );
  }

  #keep(id: string, session: Session): void {
    const { most, log } = this.#options;
    if (this.#sessions.size >= most) {
      const idle = [...this.#sessions].filter(([, { transport }]) => transport.isIdle);
      const [oldest] = idle.toSorted(([, a], [, b]) => a.usedAt - b.usedAt);
      if (oldest) {
        this.#sessions.delete(oldest[0]);
        oldest[1].server.close().catch((error: unknown) => log(stackOf(error)));
      }
    }
    this.#sessions.set(id, session);
  }
}

function serve(session: Session, request: Request): Promise<Response> {
  session.usedAt = Date.now();
  return session.transport.handleRequest(request);
}

/** Knows whether a request waits for its answer, and gives up those whose client has gone. */
class SessionTransport extends WebStandardStreamableHTTPServerTransport {
  /** Each with what tells that its client hung up. */
  readonly #pending = new Map<RequestId, AbortSignal | undefined>();

  get isIdle(): boolean {
    return this.#pending.size === 0;
  }

  /** The server keeps the listener that it finds here, and calls it first. */
  override onmessage = (message: JSONRPCMessage, extra?: MessageExtraInfo): void => {
    if (isJSONRPCRequest(message)) this.#begin(message.id, extra?.request?.signal);
    // A call that was cancelled gets no answer.
    else if (isJSONRPCNotification(message) && message.method === "notifications/cancelled") {
      this.#settle(message.params?.["requestId"]);
    }
  };

  override send(message: JSONRPCMessage, options?: { relatedRequestId?: RequestId }): Promise<void> {
    if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) this.#settle(message.id);
    return super.send(message, options);
  }

  /**
   * One that was killed sends no cancellation. Its answer could reach nobody: a stream that is closed is not resumed here.
   * The protocol would rather have a lost connection told from a cancellation, but on loopback none is lost.
   */
  #begin(id: RequestId, hungUp: AbortSignal | undefined): void {
    this.#pending.set(id, hungUp);
    const giveUp = (): void => {
      // By now another request may have the id.
      if (hungUp === undefined || this.#pending.get(id) !== hungUp) return;
      const params = { requestId: id, reason: "the client hung up" };
      this.onmessage({ jsonrpc: "2.0", method: "notifications/cancelled", params });
    };
    // The server does not have it yet.
    if (hungUp?.aborted) queueMicrotask(giveUp);
    else hungUp?.addEventListener("abort", giveUp, { once: true });
  }

  #settle(id: unknown): void {
    if (typeof id === "string" || typeof id === "number") this.#pending.delete(id);
  }
}

function tooMany(): Response {
  const error = { code: -32000, message: "too many sessions, and all are at work; try again later" };
  return Response.json(
    { jsonrpc: "2.0", error, id: null },
    { status: 503, headers: { "Retry-After": "30" } },
  );
}

function noSession(): Response {
  const error = { code: -32001, message: "Session not found" };
  return Response.json({ jsonrpc: "2.0", error, id: null }, { status: 404 });
}
