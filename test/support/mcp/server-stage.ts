import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { InMemoryTransport } from "@modelcontextprotocol/server";
import { expect } from "vitest";

import type { CallDefaults } from "../../../src/mcp/tool-call.js";
import { newPersonaServer } from "../../../src/mcp/server.js";
import { FakeBackend } from "./fake-backend.js";
import { RpcClient, type Message } from "./rpc-client.js";

/** A server over a fake backend, in this process, in a project of its own. */
export class ServerStage {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "cac-mcp-")));
  readonly backend = new FakeBackend();
  readonly logged: string[] = [];
  /** What the server said first, to the last that connected. */
  greeting: Record<string, unknown> = {};

  async connect(defaults: Partial<CallDefaults> = {}): Promise<RpcClient> {
    const [near, far] = InMemoryTransport.createLinkedPair();
    const client = new RpcClient((message) => void near.send(message as Parameters<typeof near.send>[0]));
    Object.assign(near, { onmessage: (message: Message) => client.receive(message) });
    await near.start();
    const tools = {
      backend: this.backend,
      defaults: { projectRoot: this.folder, persona: undefined, chain: [], home: "/home/me", ...defaults },
      log: (text: string) => void this.logged.push(text),
    };
    await newPersonaServer(tools, { version: "1.2.3" }).connect(far);
    this.greeting = await client.initialize();
    return client;
  }

  clear(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export function textOf(result: Record<string, unknown>): string {
  const { content } = result as { content: { type: string; text: string }[] };
  expect(content.map(({ type }) => type)).toEqual(["text"]);
  return content[0]?.text ?? "";
}
