import type { Readable, Writable } from "node:stream";

import type { JSONRPCMessage, McpServer } from "@modelcontextprotocol/server";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";

export interface StdioOptions {
  readonly newServer: () => McpServer;
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** The client got the list of tools: from now on it can call them. */
  readonly onListed?: (() => void) | undefined;
  /** Ends it from our side. */
  readonly signal: AbortSignal;
  /** For errors outside of any call. */
  readonly log: (text: string) => void;
}

/** Serves the client at the other end of the pipes. Resolves when it is gone, or on `signal`. */
export async function serveOverStdio(options: StdioOptions): Promise<void> {
  const { newServer, stdin, stdout, onListed, signal, log } = options;
  const pipes = new Pipes(stdin, stdout, { maxBufferSize: MOST_MESSAGE_BYTES });
  pipes.onListed = onListed;
  const handle = serveStdio(newServer, { transport: pipes, onerror: (error) => log(inShort(error)) });
  const end = (): void => void handle.close();
  if (signal.aborted) end();
  else signal.addEventListener("abort", end, { once: true });
  // The end of the connection cancels open calls, and interrupts their questions.
  await pipes.closed;
  signal.removeEventListener("abort", end);
}

/** In one line: the SDK describes a bad line with a page of text, or repeats the line. */
function inShort({ name, message }: Error): string {
  return name === "SyntaxError" || message.startsWith("[")
    ? "received something that is not a protocol message"
    : message;
}

/** Reports when it was closed, by either side, and when a list of tools was sent. */
class Pipes extends StdioServerTransport {
  readonly closed: Promise<void>;
  onListed: (() => void) | undefined;
  #tellClosed: () => void = () => undefined;

  constructor(...streams: ConstructorParameters<typeof StdioServerTransport>) {
    super(...streams);
    this.closed = new Promise((resolve) => {
      this.#tellClosed = resolve;
    });
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    await super.send(message);
    if ("result" in message && "tools" in message.result) this.onListed?.();
  }

  override async close(): Promise<void> {
    await super.close();
    this.#tellClosed();
  }
}

/** A question of 1 MB can be six times as long in JSON; a longer one should still be refused as a question. */
const MOST_MESSAGE_BYTES = 32 * 1024 * 1024;
