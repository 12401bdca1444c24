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
  /** Above this, the idle session that was not used for longest is closed. */
  readonly most: number;
}

interface Session {
  readonly transport: SessionTransport;
  readonly server: McpServer;
  usedAt: number;
}

/**
 * Clients of the protocol's 2025 revisions, each with its own session. They need one: they cancel a call with a second
 * request, which must find the first.
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
    // After a 404 a client starts a new session, as after a restart of the server.
    if (session === undefined) return noSession();
    return serve(session, request);
  }

  async close(): Promise<void> {
    const sessions = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.all(sessions.map(({ server }) => server.close()));
  }

  /** If the request starts no session, the transport answers so, and is dropped. */
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

  /** All sessions have an open request, so none can be closed. */
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

/** Knows whether requests are open, and cancels those whose client is gone. */
class SessionTransport extends WebStandardStreamableHTTPServerTransport {
  /** Open requests, each with a signal that its client hung up. */
  readonly #pending = new Map<RequestId, AbortSignal | undefined>();

  get isIdle(): boolean {
    return this.#pending.size === 0;
  }

  /** The server keeps this listener, and calls it first. */
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
   * A killed client sends no cancellation. Its answer could reach nobody: this server does not resume a closed stream. The
   * protocol says that a lost connection is no cancellation, but on loopback no connection is lost.
   */
  #begin(id: RequestId, hungUp: AbortSignal | undefined): void {
    this.#pending.set(id, hungUp);
    const giveUp = (): void => {
      // Another request may have the id by now.
      if (hungUp === undefined || this.#pending.get(id) !== hungUp) return;
      const params = { requestId: id, reason: "the client hung up" };
      this.onmessage({ jsonrpc: "2.0", method: "notifications/cancelled", params });
    };
    // The server has not received the request yet.
    if (hungUp?.aborted) queueMicrotask(giveUp);
    else hungUp?.addEventListener("abort", giveUp, { once: true });
  }

  #settle(id: unknown): void {
    if (typeof id === "string" || typeof id === "number") this.#pending.delete(id);
  }
}

function tooMany(): Response {
  const error = { code: -32000, message: "too many sessions, and all are busy; try again later" };
  return Response.json(
    { jsonrpc: "2.0", error, id: null },
    { status: 503, headers: { "Retry-After": "30" } },
  );
}

function noSession(): Response {
  const error = { code: -32001, message: "Session not found" };
  return Response.json({ jsonrpc: "2.0", error, id: null }, { status: 404 });
}
