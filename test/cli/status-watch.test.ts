import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { EmulatedScreen, textOfScreen } from "../../src/terminal/emulator/emulated-screen.js";
import { spawnPty, type Pty, type PtyExit } from "../../src/transport/pty/pty.js";
import { aWait } from "../support/store/records/records.js";
import { anEntry } from "../support/daemon/entries.js";
import { FakeDaemon } from "../support/cli/fake-daemon.js";
import { FakeWrapper } from "../support/cli/fake-wrapper.js";
import { CAC } from "../support/cli/run-cac.js";

const SIZE = { columns: 100, rows: 12 };

let home: string;
let wrapper: FakeWrapper;

beforeEach(async () => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "cac-watch-")));
  const dueAt = new Date(Date.now() + 3_600_000).toISOString();
  wrapper = await FakeWrapper.start(home, aWait({ dueAt }));
});

afterEach(async () => {
  await wrapper.kill();
  rmSync(home, { recursive: true, force: true });
});

describe.skipIf(process.platform === "win32")("cac status --watch", () => {
  test.each([
    ["q", "q"],
    ["Ctrl+C", "\x03"],
  ])("counts down in place, and %s gives the screen back", async (_, key) => {
    const watch = start({});
    await expect.poll(() => watch.rows(), { timeout: 30_000 }).toContainEqual(expect.stringMatching(WAITING));
    const first = await watch.countdown();
    await expect.poll(() => watch.countdown(), { timeout: 30_000 }).toBeLessThan(first);
    // A session that is slow to answer is said to be so, until it does.
    await expect
      .poll(() => watch.rows(), { timeout: 30_000 })
      .toEqual([
        expect.stringMatching(/^ID {5}STATE +DIRECTORY +STOPPED BY +CONTINUES$/),
        expect.stringMatching(WAITING),
        "",
        "q ends this",
      ]);
    watch.pty.write(key);
    expect(await watch.exit).toMatchObject({ exitCode: 0 });
    // The other screen, cursor and wrapping: what was switched on is off again, in this order.
    const modes = [...watch.bytes().matchAll(/\x1b\[\?(\d+[hl])/g)].map(([, mode]) => mode);
    expect(modes).toEqual(["1049h", "25l", "7l", "7h", "25h", "1049l"]);
    expect(watch.bytes().endsWith("\x1b[?1049l")).toBe(true);
    expect(await watch.rows()).toEqual([""]);
  });

  test("the daemon's sessions count down below", async () => {
    const dueAt = new Date(Date.now() + 7_200_000).toISOString();
    const daemon = await FakeDaemon.start(home, [anEntry(0xaaaaaaaa, { dueAt })]);
    try {
      const watch = start({});
      await expect
        .poll(() => watch.rows(), { timeout: 30_000 })
        .toEqual([
          expect.stringMatching(/^ID {8}STATE/),
          expect.stringMatching(/^k3m9p {5}\[WAITING\] Resuming in 00:\d\d:\d\d /),
          expect.stringMatching(/^aaaaaaaa {2}\[WAITING\] Resuming in 01:\d\d:\d\d /),
          "",
          "q ends this",
        ]);
      // A daemon that dies is seen at once.
      await daemon.kill();
      await expect
        .poll(() => watch.rows(), { timeout: 30_000 })
        .toContainEqual(expect.stringContaining("(no daemon runs)"));
      watch.pty.write("q");
      expect(await watch.exit).toMatchObject({ exitCode: 0 });
    } finally {
      await daemon.kill();
    }
  });

  test("a signal gives it back as well", async () => {
    const watch = start({});
    await expect.poll(() => watch.rows(), { timeout: 30_000 }).toContainEqual(expect.stringMatching(WAITING));
    watch.pty.kill("SIGTERM");
    await watch.exit;
    expect(watch.bytes().endsWith("\x1b[?7h\x1b[?25h\x1b[?1049l")).toBe(true);
  });

  test.each([
    ["colours", {}, true],
    ["NO_COLOR", { NO_COLOR: "1" }, false],
  ])("%s", async (_, env, colored) => {
    const watch = start(env);
    await expect.poll(() => watch.bytes().includes("Resuming in"), { timeout: 30_000 }).toBe(true);
    expect(watch.bytes().includes("\x1b[33m[WAITING]\x1b[0m")).toBe(colored);
    watch.pty.write("q");
    await watch.exit;
  });
});

const WAITING = /^k3m9p {2}\[WAITING\] Resuming in \d\d:\d\d:\d\d {2}\/home\/ada\/project {2}five-hour limit/;

interface Watch {
  readonly pty: Pty;
  readonly exit: Promise<PtyExit>;
  bytes(): string;
  rows(): Promise<string[]>;
  countdown(): Promise<number>;
}

function start(env: Record<string, string>): Watch {
  const pty = spawnPty(process.execPath, [CAC, "status", "--watch"], {
    ...SIZE,
    cwd: home,
    env: { HOME: home, TERM: "xterm-256color", ...env },
  });
  const screen = new EmulatedScreen(SIZE);
  const chunks: Buffer[] = [];
  let drawn = Promise.resolve();
  pty.onData((bytes) => {
    const chunk = Buffer.from(bytes);
    chunks.push(chunk);
    drawn = drawn.then(() => screen.write(chunk));
  });
  const rows = async (): Promise<string[]> => {
    await drawn;
    return textOfScreen(screen.read()).split("\n");
  };
  return {
    pty,
    exit: new Promise((resolve) => void pty.onExit(resolve)),
    bytes: () => Buffer.concat(chunks).toString(),
    rows,
    countdown: async () =>
      Number(/Resuming in ([\d:]+)/.exec((await rows()).join())?.[1]?.replaceAll(":", "")),
  };
}
