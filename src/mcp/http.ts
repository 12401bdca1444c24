import type { AddressInfo } from "node:net";

import { createAdaptorServer } from "@hono/node-server";
import { createMcpHandler, isLegacyRequest, type McpServer } from "@modelcontextprotocol/server";
import { Hono } from "hono";

import { systemCode, UserError } from "../errors.js";
import { refuseRequest } from "./http-guard.js";
import { HttpSessions } from "./http-sessions.js";

export interface HttpOptions {
  readonly newServer: () => McpServer;
  /** 0: any that is free. */
  readonly port: number;
  readonly token: string;
  /** How many clients of 2025 may have a session at once. */
  readonly mostSessions?: number;
  /** What went wrong outside of any call. */
  readonly log: (text: string) => void;
}

export interface HttpServer {
  readonly url: string;
  /** Gives up what is under way. */
  close(): Promise<void>;
}

/** Serves MCP (Streamable HTTP) at `/mcp`, to this machine only and to whoever has the token. */
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
    // A stream at once: clients give up a response of which nothing has come for some minutes.
    responseMode: "sse",
    maxRequestBodySize: MOST_BODY_BYTES,
    onerror,
  });
  const sessions = new HttpSessions({ newServer, mostBodyBytes: MOST_BODY_BYTES, most: mostSessions, log });
  const app = new Hono();
  // Before any path is looked at: who is refused does not learn what there is.
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

/** Never another one: what listens here can have files read and commands run. */
const LOOPBACK = "127.0.0.1";

// A question of 1 MB can be six times as long in JSON, and comes with an envelope.
const MOST_BODY_BYTES = 16 * 1024 * 1024;

function portOf(address: AddressInfo | string | null): number {
  if (address !== null && typeof address === "object") return address.port;
  throw new Error(`a TCP server has the address ${String(address)}`);
}

function cannotListen(error: Error, port: number): Error {
  const code = systemCode(error);
  if (code !== "EADDRINUSE" && code !== "EACCES") return error;
  const says = code === "EADDRINUSE" ? "is in use" : "is not for every user";
  return new UserError("PORT_TAKEN", `port ${port} on ${LOOPBACK} ${says}`, {
    fix: "choose another one with --port N; 0 takes any that is free",
    cause: error,
  });
}
