import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { text as readText } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { field } from "../json-value.js";
import { messageEvents, wholeMessage, type Content } from "./message-stream.js";
import { errorAnswer, type Reply } from "./reply.js";

/**
 * A request as it came in. `conversation` is the main thread or a subagent, which bring Claude Code's tools along;
 * `helper` is everything it asks on the side (titles, the quota probe, topic detection) and never uses up the script.
 */
export interface ApiRequest {
  readonly kind: "conversation" | "helper" | "other";
  readonly at: Date;
  readonly method: string;
  readonly path: string;
  /** Without credentials. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Called once for each conversation request, retries included. */
export type Script = (request: ApiRequest) => Reply | Promise<Reply>;

/** One reply for each request in turn; the last one answers all that follow. */
export function replies(first: Reply, ...rest: Reply[]): Script {
  const queue = [first, ...rest];
  return () => (queue.length > 1 ? queue.shift() : queue[0]) ?? first;
}

/** About four characters make a token: old releases ask before they give a tool's long result to the model. */
function tokensIn(body: unknown): number {
  return Math.ceil(JSON.stringify(field(body, "messages") ?? "").length / 4);
}

const CREDENTIALS = new Set(["authorization", "x-api-key", "cookie", "proxy-authorization"]);
// How 2.1.32 asks what the user might type next: with the conversation and its tools, but not part of it.
const SUGGESTION_QUERY = "[SUGGESTION MODE:";

/** A Messages API on loopback that says what the script says and remembers what it was asked. */
export class StandInApi {
  readonly #server: Server;
  readonly #requests: ApiRequest[] = [];
  readonly #tunnels = new Set<Duplex>();
  readonly #refusedHosts: string[] = [];
  readonly #closing = new AbortController();
  #script: Script;
  #suggestion = "";
  #port = 0;
  #toolUses = 0;

  private constructor(script: Script) {
    this.#script = script;
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        response.destroy(error instanceof Error ? error : undefined);
      });
    });
    this.#server.on("connect", (request, socket) => this.#tunnel(request.url ?? "", socket));
  }

  /** Listens on a port of the system's choosing unless one is given. */
  static async start(script: Script, port = 0): Promise<StandInApi> {
    const api = new StandInApi(script);
    api.#server.listen(port, "127.0.0.1");
    await once(api.#server, "listening");
    const address = api.#server.address();
    if (typeof address === "object" && address !== null) api.#port = address.port;
    return api;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Hosts that were asked for through the API as a proxy and not reached. */
  refusedHosts(): readonly string[] {
    return this.#refusedHosts;
  }

  /** What comes next, from now on. */
  set script(script: Script) {
    this.#script = script;
  }

  /** What Claude Code is told that the user might type next: releases that ask show it dim in the empty box. */
  set suggestion(text: string) {
    this.#suggestion = text;
  }

  requests(): readonly ApiRequest[] {
    return this.#requests;
  }

  conversation(): ApiRequest[] {
    return this.#requests.filter((request) => request.kind === "conversation");
  }

  /** Forgets what it was asked: in hours that becomes much. */
  forget(): void {
    this.#requests.length = 0;
  }

  /** Ends held and slow streams too: nothing keeps the process alive afterwards. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#server.closeAllConnections();
    for (const socket of this.#tunnels) socket.destroy();
    if (!this.#server.listening) return;
    this.#server.close();
    await once(this.#server, "close");
  }

  /**
   * The API is its sessions' HTTPS proxy too, which leads nowhere but back to it: 1.0.64 does not heed NO_PROXY,
   * and whatever a release tries outside ends here.
   */
  #tunnel(host: string, socket: Duplex): void {
    // A client that goes away is no error of ours.
    socket.on("error", () => socket.destroy());
    if (`http://${host}` !== this.url) {
      this.#refusedHosts.push(host);
      socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
      return;
    }
    const inner = connect(this.#port, "127.0.0.1");
    for (const end of [socket, inner]) {
      this.#tunnels.add(end);
      end.on("error", () => end.destroy()).on("close", () => this.#tunnels.delete(end));
    }
    socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    socket.pipe(inner).pipe(socket);
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await record(incoming);
    this.#requests.push(request);
    if (request.kind === "other") {
      sendJson(
        response,
        404,
        {},
        { type: "error", error: { type: "not_found_error", message: "Not found" } },
      );
    } else if (request.path.includes("/count_tokens")) {
      sendJson(response, 200, {}, { input_tokens: tokensIn(request.body) });
    } else if (request.kind === "helper") {
      const text = isSuggestionQuery(request.body) ? this.#suggestion : "Lab";
      await this.#stream(request, response, { type: "text", text }, [{ type: "text", text }]);
    } else {
      await this.#reply(request, response, await this.#script(request));
    }
  }

  async #reply(request: ApiRequest, response: ServerResponse, reply: Reply): Promise<void> {
    const error = errorAnswer(reply, new Date());
    if (error !== undefined) return sendJson(response, error.status, error.headers, error.body);
    if (reply.type === "dropped" && reply.when === "beforeHeaders") {
      response.socket?.destroy();
      return;
    }
    await this.#stream(request, response, reply, this.#content(reply));
  }

  #content(reply: Reply): Content[] {
    const text =
      "text" in reply && reply.text !== undefined ? [{ type: "text" as const, text: reply.text }] : [];
    if (reply.type !== "toolUse") return text;
    const calls = [reply, ...(reply.also ?? [])].map(({ name, input }) => {
      const id = `toolu_lab_${String(++this.#toolUses).padStart(4, "0")}`;
      return { type: "tool_use" as const, id, name, input };
    });
    return [...text, ...calls];
  }

  async #stream(
    request: ApiRequest,
    response: ServerResponse,
    reply: Reply,
    content: readonly Content[],
  ): Promise<void> {
    const model = modelOf(request.body);
    const headers = reply.type === "text" ? (reply.headers ?? {}) : {};
    const isPartial = reply.type === "held" || reply.type === "dropped";
    if (!wantsStream(request.body) && !isPartial) {
      return sendJson(response, 200, headers, wholeMessage(model, content));
    }
    response.writeHead(200, { "content-type": "text/event-stream", ...headers });
    const events = messageEvents(model, content);
    // The three last events end the block and the message: a held or dropped stream has not come to them.
    for (const event of isPartial ? events.slice(0, -3) : events) {
      if (response.destroyed) return;
      response.write(event);
      if (reply.type === "text" && reply.chunkDelayMs !== undefined) await this.#pause(reply.chunkDelayMs);
    }
    if (reply.type === "dropped") {
      await this.#pause(50);
      response.socket?.destroy();
      return;
    }
    if (reply.type === "held") {
      const gone = once(response, "close", { signal: this.#closing.signal }).catch(() => "closing");
      await Promise.race([reply.released, gone]);
      if (response.destroyed) return;
      for (const event of events.slice(-3)) response.write(event);
    }
    response.end();
  }

  async #pause(ms: number): Promise<void> {
    // An aborted pause is the API closing: the connection is gone, and the next write sees that.
    await sleep(ms, undefined, { signal: this.#closing.signal }).catch(() => undefined);
  }
}

async function record(incoming: IncomingMessage): Promise<ApiRequest> {
  const body = parse(await readText(incoming));
  const path = incoming.url ?? "/";
  const headers = Object.fromEntries(
    Object.entries(incoming.headers)
      .filter(([name]) => !CREDENTIALS.has(name))
      .map(([name, value]) => [name, String(value)]),
  );
  return { kind: kindOf(path, body), at: new Date(), method: incoming.method ?? "GET", path, headers, body };
}

function kindOf(path: string, body: unknown): ApiRequest["kind"] {
  if (!path.startsWith("/v1/messages")) return "other";
  const tools = field(body, "tools");
  const hasOwnTools = Array.isArray(tools) && tools.some((tool) => field(tool, "name") === "Bash");
  const isAside = path.includes("/count_tokens") || isSuggestionQuery(body);
  return hasOwnTools && !isAside ? "conversation" : "helper";
}

function isSuggestionQuery(body: unknown): boolean {
  const messages = field(body, "messages");
  return Array.isArray(messages) && JSON.stringify(messages.at(-1)).includes(SUGGESTION_QUERY);
}

function modelOf(body: unknown): string {
  const model = field(body, "model");
  return typeof model === "string" ? model : "claude-lab";
}

function wantsStream(body: unknown): boolean {
  return field(body, "stream") === true;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not ours to judge: a request without a JSON body is recorded as the text it had.
    return text;
  }
}

function sendJson(
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body: object,
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}
