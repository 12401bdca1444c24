import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, it, onTestFinished, vi } from "vitest";

import { runCommand } from "../../../src/host/run-command.js";
import { ttySize, writeToTty } from "../../../src/transport/tty/tty-device.js";
import { spawnPty } from "../../../src/transport/pty/pty.js";
import { readProcess } from "../../../src/host/process-table.js";
import { scratch, SOON } from "../../support/transport/pane-program.js";

/** A terminal with a program on it that says nothing itself. */
async function aTerminal(): Promise<{ tty: string; shown: () => string }> {
  const env = { PATH: process.env["PATH"] };
  const pty = spawnPty("/bin/sleep", ["300"], { columns: 77, rows: 11, cwd: "/", env });
  let shown = "";
  pty.onData((bytes) => (shown += bytes.toString()));
  const gone = new Promise<void>((resolve) => void pty.onExit(() => resolve()));
  onTestFinished(async () => {
    pty.kill("SIGKILL");
    await gone;
  });
  // It has none in its first moment.
  const tty = await vi.waitUntil(async () => (await readProcess(pty.pid))?.tty, SOON);
  return { tty, shown: () => shown };
}

it("tells the size of a terminal", async () => {
  const { tty } = await aTerminal();
  expect(await ttySize(tty, runCommand)).toEqual({ columns: 77, rows: 11 });
});

it("writes to a terminal what the program on it could have written", async () => {
  const { tty, shown } = await aTerminal();
  expect(await writeToTty(tty, "\x1b]8;;\x07ß")).toBe(true);
  await vi.waitFor(() => expect(shown()).toBe("\x1b]8;;\x07ß"), SOON);
});

it("says of what is no terminal that it cannot", async () => {
  const file = join(scratch(), "file");
  writeFileSync(file, "kept");
  for (const path of [file, "/nonexistent/tty", "/dev"]) {
    expect(await ttySize(path, runCommand)).toBeUndefined();
    expect(await writeToTty(path, "x")).toBe(false);
  }
});
