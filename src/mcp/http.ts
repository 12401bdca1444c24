import type { AddressInfo } from "node:net";

import { createAdaptorServer } from "@hono/node-server";
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  isLegacyRequest,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
  type McpServer,
} from "@modelcontextprotocol/server";
import { Hono } from "hono";

import { systemCode, UserError } from "../errors.js";
import { HttpSessions } from "./http-sessions.js";
import { carriesToken } from "./token.js";

export interface HttpOptions {
  readonly newServer: () => McpServer;
  /** 0: any free one. */
  readonly port: number;
  readonly token: string;
  /** How many clients of the 2025 protocol may have a session at once. */
  readonly mostSessions?: number;
  /** For errors outside of any call. */
  readonly log: (text: string) => void;
}

export interface HttpServer {
  readonly url: string;
  /** Cancels open calls. */
  close(): Promise<void>;
}

/** Serves MCP (Streamable HTTP) at `/mcp`, only to this machine, and only to clients with the token. */
export async function serveOverHttp({
  newServer,
  port,
  token,
  mostSessions = 64,
  log,
}: HttpOptions): Promise<HttpServer> {
  const onerror = (error: Error): void => log(error.message);
  const modern = createMcpHandler(newServer, {
    legacy: "reject",
    // A stream from the start: clients give up a response after some minutes of silence.
    responseMode: "sse",
    maxRequestBodySize: MOST_BODY_BYTES,
    onerror,
  });
  const sessions = new HttpSessions({ newServer, mostBodyBytes: MOST_BODY_BYTES, most: mostSessions, log });
  const app = new Hono();
  // Before any path is looked at: a refused client must not learn what exists.
  app.use(async ({ req }, next) => refuseRequest(req.raw, token) ?? (await next()));
  app.all("/mcp", async ({ req }) =>
    (await isLegacyRequest(req.raw, undefined, { maxRequestBodySize: MOST_BODY_BYTES }))
      ? sessions.fetch(req.raw)
      : modern.fetch(req.raw),
  );
  app.onError((error) => {
    log(error.stack ?? error.message);
    return new Response("internal error\n", { status: 500 });
  });

  const server = createAdaptorServer({ fetch: app.fetch });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(cannotListen(error, port)));
    server.listen(port, LOOPBACK, resolve);
  });
  return {
    url: `http://${LOOPBACK}:${portOf(server.address())}/mcp`,
    close: async () => {
      await Promise.all([modern.close(), sessions.close()]);
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        if ("closeAllConnections" in server) server.closeAllConnections();
      });
    },
  };
}

/** Never another one: this server can have files read and commands run. */
const LOOPBACK = "127.0.0.1";

// A question of 1 MB can be six times as long in JSON, plus the envelope.
const MOST_BODY_BYTES = 16 * 1024 * 1024;

function portOf(address: AddressInfo | string | null): number {
  if (address !== null && typeof address === "object") return address.port;
  throw new Error(`a TCP server has the address ${String(address)}`);
}

function cannotListen(error: Error, port: number): Error {
  const code = systemCode(error);
  if (code !== "EADDRINUSE" && code !== "EACCES") return error;
  const says = code === "EADDRINUSE" ? "is in use" : "is reserved for the superuser";
  return new UserError("PORT_TAKEN", `port ${port} on ${LOOPBACK} ${says}`, {
    fix: "choose another one with --port N; 0 takes any free one",
    cause: error,
  });
}

/**
 * Refuses a request; undefined if it may pass. Listening on loopback is not enough: a page in the user's browser can send
 * requests here, also by a host name of its own.
 */
function refuseRequest(request: Request, token: string): Response | undefined {
  return (
    hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
    originValidationResponse(request, localhostAllowedOrigins()) ??
    (carriesToken(request.headers.get("authorization"), token) ? undefined : unauthorized())
  );
}

function unauthorized(): Response {
  const message =
    "the token is missing or wrong; fix: send the header Authorization: Bearer TOKEN, with the token from the file that cac mcp --http names";
  const body = { jsonrpc: "2.0", error: { code: -32000, message }, id: null };
  return Response.json(body, {
    status: 401,
    headers: { "WWW-Authenticate": 'Bearer realm="claude-auto-continue", error="invalid_token"' },
  });
}
