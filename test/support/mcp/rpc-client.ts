/** A JSON-RPC message, as it comes over the wire. */
export interface Message {
  readonly jsonrpc: "2.0";
  readonly id?: number | null;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** What MCP clients share; written by hand, so that the server is held to the wire and not to its own library. */
export class RpcClient {
  readonly notifications: Message[] = [];
  readonly #send: (message: object) => void;
  readonly #waiting = new Map<number, (message: Message) => void>();
  #lastId = 0;

  constructor(send: (message: object) => void) {
    this.#send = send;
  }

  receive(message: Message): void {
    if (message.method !== undefined) this.notifications.push(message);
    else this.#waiting.get(message.id ?? 0)?.(message);
  }

  /** The id under which the next request goes out. */
  get nextId(): number {
    return this.#lastId + 1;
  }

  request(method: string, params: object = {}): Promise<Message> {
    const id = ++this.#lastId;
    const answered = new Promise<Message>((resolve) => this.#waiting.set(id, resolve));
    this.#send({ jsonrpc: "2.0", id, method, params });
    return answered;
  }

  notify(method: string, params: object = {}): void {
    this.#send({ jsonrpc: "2.0", method, params });
  }

  async result(method: string, params: object = {}): Promise<Record<string, unknown>> {
    const { result, error } = await this.request(method, params);
    if (result === undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result;
  }

  async initialize(): Promise<Record<string, unknown>> {
    const result = await this.result("initialize", INITIALIZE);
    this.notify("notifications/initialized");
    return result;
  }

  call(name: string, args: object = {}, progressToken?: string): Promise<Record<string, unknown>> {
    const meta = progressToken === undefined ? {} : { _meta: { progressToken } };
    return this.result("tools/call", { name, arguments: args, ...meta });
  }
}

export const INITIALIZE = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "test", version: "1" },
};
