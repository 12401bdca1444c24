import { closeSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadPtyBinding } from "../../src/transport/pty/pty-binding.js";
import { RELAY, isAlive, scratchFolder, until } from "../support/wrapper/outer-terminal.js";

interface Window {
  readonly pid: number;
  /** The other end of the terminal goes away. */
  close(): void;
  readonly exited: Promise<{ exitCode: number; signal: number }>;
}

/** The relay in a terminal that can be closed, as a window is; resolves when the script has said that it is ready. */
async function inWindow(script: string, folder: string): Promise<Window> {
  let told: Window["exited"] extends Promise<infer Exit> ? (exit: Exit) => void : never;
  const exited: Window["exited"] = new Promise((resolve) => (told = resolve));
  const { fd, pid } = loadPtyBinding().fork(
    process.execPath,
    [RELAY, "/bin/sh", "-c", script],
    Object.entries(process.env).map(([name, value]) => `${name}=${value}`),
    folder,
    80,
    24,
    -1,
    -1,
    true,
    "",
    (exitCode, signal) => told({ exitCode, signal }),
  );
  await until(
    () => readNow(fd).includes("ready"),
    () => "ready",
  );
  return { close: () => closeSync(fd), pid, exited };
}

function readNow(descriptor: number): string {
  const bytes = Buffer.alloc(1_000);
  try {
    return bytes.toString("latin1", 0, readSync(descriptor, bytes));
  } catch {
    // Nothing yet.
    return "";
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

test("a closed window hangs the child up, and it may still tidy up", async () => {
  const folder = scratchFolder();
  const window = await inWindow(
    "trap 'echo hup > said; exit 0' HUP; echo $$ > pid; echo ready; while :; do sleep 0.05; done",
    folder,
  );
  window.close();
  await window.exited;
  const child = Number(read(join(folder, "pid")));
  await until(
    () => !isAlive(child),
    () => "the end of the child",
  );
  expect(read(join(folder, "said"))).toBe("hup\n");
});

test("a child that does not care is not left behind", async () => {
  const folder = scratchFolder();
  const window = await inWindow(
    "trap '' HUP; echo $$ > pid; echo ready; while :; do sleep 0.05; done",
    folder,
  );
  const child = Number(read(join(folder, "pid")));
  window.close();
  await until(
    () => !isAlive(child),
    () => "the end of the child",
  );
  await window.exited;
  expect(isAlive(window.pid)).toBe(false);
});

test("output that nobody reads any more is no crash and no hang", async () => {
  const folder = scratchFolder();
  const window = await inWindow(
    "trap '' HUP; echo ready; read -t 1 _; yes | head -c 3000000; echo all > written; exit 0",
    folder,
  );
  window.close();
  expect(await window.exited).toEqual({ exitCode: 0, signal: 0 });
  expect(read(join(folder, "written"))).toBe("all\n");
});
