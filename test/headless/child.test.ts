import { expect, test } from "vitest";

import { Child, type ChildOptions } from "../../src/headless/child.js";

test("output that cannot be taken is told, and not passed for the whole", async () => {
  const child = await start("echo one; sleep 0.1; echo two", () => Promise.reject(new Error("no room")));
  await expect(child.ended).rejects.toThrow("no room");
});

test("output is taken piece by piece to its end", async () => {
  const pieces: Buffer[] = [];
  const child = await start("echo one; sleep 0.1; echo two; exit 3", async (piece) => {
    pieces.push(piece);
    await Promise.resolve();
  });
  expect(await child.ended).toEqual({ exitCode: 3 });
  expect(Buffer.concat(pieces).toString()).toBe("one\ntwo\n");
});

function start(script: string, stdout: ChildOptions["stdout"]): Promise<Child> {
  const env = { PATH: process.env["PATH"] };
  const options = { command: "/bin/sh", args: ["-c", script], env, cwd: "/", stdin: "ignore" } as const;
  return Child.start({ ...options, stdout, stderr: "inherit" });
}
