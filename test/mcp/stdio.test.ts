import { PassThrough } from "node:stream";

import { McpServer } from "@modelcontextprotocol/server";
import { expect, test } from "vitest";

import { serveOverStdio } from "../../src/mcp/stdio.js";

const newServer = () => new McpServer({ name: "test", version: "1" });

test("a line without an end ends it, and is told", async () => {
  const logged: string[] = [];
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const served = serveOverStdio({
    newServer,
    stdin,
    stdout,
    signal: new AbortController().signal,
    log: (text) => void logged.push(text),
  });
  stdin.write("x".repeat(32 * 1024 * 1024 + 1));
  await served;
  expect(logged).toEqual(["ReadBuffer exceeded maximum size of 33554432 bytes"]);
});

test.each(["before it begins", "while it serves"])("its signal ends it %s", async (when) => {
  const ending = new AbortController();
  if (when === "before it begins") ending.abort();
  const served = serveOverStdio({
    newServer,
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    signal: ending.signal,
    log: () => undefined,
  });
  ending.abort();
  expect(await served).toBe(undefined);
});
