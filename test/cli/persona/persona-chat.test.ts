import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { EmulatedScreen, textOfScreen } from "../../../src/terminal/emulator/emulated-screen.js";
import { spawnPty, type PtyExit } from "../../../src/transport/pty/pty.js";
import { FakeHost } from "../../support/cli/fake-host.js";
import { CAC } from "../../support/cli/run-cac.js";

const SIZE = { columns: 100, rows: 12 };

let host: FakeHost;

beforeEach(async () => {
  host = await FakeHost.start();
});

afterEach(() => host.end());

describe.skipIf(process.platform === "win32")("cac persona chat", () => {
  test("shows its terminal, types into it, and Ctrl+] twice gives the own screen back", async () => {
    const chat = start();
    await expect.poll(() => chat.rows(), { timeout: 30_000 }).toContain("screen of tester");
    chat.pty.write("x");
    await expect.poll(() => chat.rows(), { timeout: 30_000 }).toContain("typed x at 100x12");
    chat.pty.write("\x1d\x1d");
    expect(await chat.exit).toMatchObject({ exitCode: 0 });
    expect((await chat.rows()).filter((row) => row !== "")).toEqual([
      "left tester; it goes on: cac persona chat tester",
    ]);
    const again = start();
    await expect.poll(() => again.rows(), { timeout: 30_000 }).toContain("screen of tester");
    again.pty.write("quit");
    expect(await again.exit).toMatchObject({ exitCode: 0 });
    expect(await again.rows()).toContain("the session of tester has ended");
  });

  test("a refusal is told on the own screen", async () => {
    const chat = start("nobody");
    expect(await chat.exit).toMatchObject({ exitCode: 1 });
    expect(await chat.rows()).toContain(`cac: there is no persona nobody in ${host.project}`);
  });
});

function start(name = "tester") {
  const pty = spawnPty(process.execPath, [CAC, "persona", "chat", name], {
    ...SIZE,
    cwd: host.project,
    env: { ...host.env, TERM: "xterm-256color" },
  });
  const screen = new EmulatedScreen(SIZE);
  let drawn = Promise.resolve();
  pty.onData((bytes) => {
    const copy = Buffer.from(bytes);
    drawn = drawn.then(() => screen.write(copy));
  });
  const exit = new Promise<PtyExit>((resolve) => pty.onExit(resolve));
  const rows = async (): Promise<string[]> => {
    await drawn;
    return textOfScreen(screen.read()).split("\n");
  };
  return { pty, exit, rows };
}
