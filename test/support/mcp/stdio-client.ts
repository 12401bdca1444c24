import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

import { CAC } from "../cli/run-cac.js";
import { RpcClient, type Message } from "./rpc-client.js";

/** `cac mcp` as a process of its own, and the client at its pipes. */
export class StdioClient extends RpcClient {
  readonly process: ChildProcess;
  /** Lines on standard output that were no JSON-RPC. */
  readonly strayLines: string[] = [];
  readonly exited: Promise<unknown[]>;
  errors = "";

  constructor({ env, cwd }: { env: Record<string, string>; cwd: string }) {
    super((message) => this.write(JSON.stringify(message)));
    const child = spawn(process.execPath, [CAC, "mcp"], { env, cwd, stdio: "pipe" });
    this.process = child;
    this.exited = once(child, "exit");
    child.stderr.setEncoding("utf8").on("data", (text: string) => (this.errors += text));
    // It may be gone before it has read all.
    child.stdin.on("error", () => undefined);
    createInterface({ input: child.stdout }).on("line", (line) => {
      const message = readMessage(line);
      if (message === undefined) this.strayLines.push(line);
      else this.receive(message);
    });
  }

  write(line: string): void {
    this.process.stdin?.write(`${line}\n`);
  }

  hangUp(): void {
    this.process.stdin?.end();
  }
}

function readMessage(line: string): Message | undefined {
  try {
    const value = JSON.parse(line) as Message;
    return value.jsonrpc === "2.0" ? value : undefined;
  } catch {
    return undefined;
  }
}
