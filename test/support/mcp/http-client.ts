import { RpcClient, type Message } from "./rpc-client.js";

/** What a client of the 2026-07-28 revision sends with every request, in the place of a handshake. */
export const MODERN_META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

/** A client over Streamable HTTP; with `meta` one of the 2026 revision. */
export class HttpClient extends RpcClient {
  readonly #url: string;
  readonly #token: string;
  readonly #meta: Record<string, unknown> | undefined;
  readonly #hangUp = new AbortController();
  sessionId: string | undefined;

  constructor(url: string, token: string, meta?: Record<string, unknown>) {
    super((message) => void this.#exchange(message));
    this.#url = url;
    this.#token = token;
    this.#meta = meta;
  }

  hangUp(): void {
    this.#hangUp.abort();
  }

  async close(): Promise<void> {
    const response = await fetch(this.#url, { method: "DELETE", headers: this.#headers({}) });
    await response.body?.cancel();
  }

  post(message: object): Promise<Response> {
    return fetch(this.#url, {
      method: "POST",
      headers: this.#headers(message),
      body: JSON.stringify(this.#meta === undefined ? message : withMeta(message, this.#meta)),
      signal: this.#hangUp.signal,
    });
  }

  async #exchange(message: object): Promise<void> {
    try {
      const response = await this.post(message);
      this.sessionId ??= response.headers.get("mcp-session-id") ?? undefined;
      if (response.headers.get("content-type")?.startsWith("application/json")) {
        this.receive((await response.json()) as Message);
      } else if (response.body) await this.#readEvents(response.body);
      // Behind an answer this changes nothing.
      if ("id" in message) this.receive(failed(Number(message.id), "no answer"));
    } catch (error) {
      if ("id" in message) this.receive(failed(Number(message.id), String(error)));
    }
  }

  async #readEvents(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of body) {
      text += decoder.decode(chunk, { stream: true });
      const events = text.split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) {
        const data = /^data: (.+)$/m.exec(event)?.[1];
        if (data !== undefined) this.receive(JSON.parse(data) as Message);
      }
    }
  }

  #headers(message: object): Record<string, string> {
    const { method, params } = message as { method?: string; params?: { name?: string } };
    return {
      authorization: `Bearer ${this.#token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(this.sessionId === undefined ? {} : { "mcp-session-id": this.sessionId }),
      ...(this.#meta === undefined
        ? {}
        : {
            "mcp-protocol-version": "2026-07-28",
            "mcp-method": method ?? "",
            ...(params?.name === undefined ? {} : { "mcp-name": params.name }),
          }),
    };
  }
}

function withMeta(message: object, meta: Record<string, unknown>): object {
  const { params = {} } = message as { params?: { _meta?: object } };
  return { ...message, params: { ...params, _meta: { ...params["_meta"], ...meta } } };
}

function failed(id: number, message: string): Message {
  return { jsonrpc: "2.0", id, error: { code: 0, message } };
}
