import { mkdtempSync, rmSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { ensurePrograms } from "../../../src/lab/machine/ensure-programs.js";
import { isolatedHome } from "../../../src/lab/machine/isolated-home.js";
import { signalProcess } from "../../../src/lab/machine/process-tree.js";
import { ensureScreen, ScreenSession } from "../../../src/lab/session/screen-session.js";
import { replies, StandInApi } from "../../../src/lab/api/stand-in-api.js";

it("says what to do where there is no screen and we may not install it", () => {
  const empty = mkdtempSync(join(tmpdir(), "cac-test-"));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(empty, { recursive: true });
  });
  vi.stubEnv("PATH", empty);
  expect(() => ensurePrograms({ screen: "screen" }, { title: "GNU screen", mayInstall: false })).toThrow(
    expect.objectContaining({
      code: "PROGRAM_NOT_FOUND",
      message: "not installed: GNU screen",
      fix: "install it, for example: sudo apt-get install screen",
    }),
  );
});

it("knows the program in its window, also when the person has gone, and ends it with the server", async () => {
  ensureScreen();
  const api = await StandInApi.start(replies({ type: "text", text: "unused" }));
  const home = await isolatedHome({ release: "2.1.325" });
  const directory = join(home.root, "screens");
  await mkdir(directory, { mode: 0o700 });
  const environment = { PATH: "/usr/bin:/bin", SCREENDIR: directory, TERM: "xterm" };
  const args = ["-c", "/dev/null", "-S", "lab", "sh", "-c", "echo ready; sleep 300"];
  const session = new ScreenSession(home, api, { file: "screen", args, environment }, directory);
  try {
    await session.waitFor(/ready/);
    const pid = session.programPid ?? 0;
    expect(session.sty).toMatch(/^\d+\.lab$/);
    expect(pid).not.toBe(session.pid);
    await session.type("\x01d");
    expect(await session.exited()).toEqual({ exitCode: 0, signal: undefined });
    expect(session.programPid).toBe(pid);
    expect(signalProcess(pid, 0)).toBe(true);
    await session.close();
    await vi.waitFor(() => expect(signalProcess(pid, 0)).toBe(false), { timeout: 30_000 });
  } finally {
    await session.close();
    await api.close();
  }
});
