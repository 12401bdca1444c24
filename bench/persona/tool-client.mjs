/** The other end of `cac mcp`: JSON-RPC in lines, and nothing else of MCP than a call needs. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const CAC = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

export class ToolClient {
  #child;
  #waiting = new Map();
  #ids = 0;

  static async start({ cwd, env }) {
    const client = new ToolClient(spawn(process.execPath, [CAC, "mcp"], { cwd, env, stdio: "pipe" }));
    const clientInfo = { name: "bench", version: "0" };
    await client.#request("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
    client.#send({ method: "notifications/initialized" });
    return client;
  }

  constructor(child) {
    this.#child = child;
    let told = "";
    child.stderr.setEncoding("utf8").on("data", (text) => {
      told += text;
    });
    createInterface(child.stdout).on("line", (line) => {
      const { id, result, error } = JSON.parse(line);
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error) waiting?.reject(new Error(error.message));
      else waiting?.resolve(result);
    });
    child.on("exit", (code) => {
      const error = new Error(`cac mcp exited with ${code}: ${told}`);
      for (const { reject } of this.#waiting.values()) reject(error);
    });
  }

  /** Resolves to the text of the tool's result. */
  async call(name, input) {
    const { content, isError } = await this.#request("tools/call", { name, arguments: input });
    if (isError) throw new Error(`${name}: ${content[0].text}`);
    return content[0].text;
  }

  async close() {
    this.#child.stdin.end();
    await once(this.#child, "exit");
  }

  #request(method, params) {
    const id = ++this.#ids;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send({ id, method, params });
    });
  }

  #send(message) {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }
}
