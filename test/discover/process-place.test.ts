import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { processStart } from "../../src/host/process-identity.js";
import { captureReach } from "../../src/discover/process-place.js";

describe.skipIf(process.platform !== "linux")("from below Claude Code", () => {
  let folder: string;
  let claude: ChildProcess;
  let below: number;

  // claude (a shell by another name) -> sh -> sleep, as a hook has it.
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "reach-"));
    copyFileSync(realpathSync("/bin/sh"), join(folder, "claude"));
    const env = { PATH: process.env["PATH"], TMUX: "/tmp/t,1,0", TMUX_PANE: "%3", TOKEN: "x", DISPLAY: "" };
    const script = "sh -c 'sleep 600 & echo $!; wait'; true";
    claude = spawn(join(folder, "claude"), ["-c", script], { env, detached: true });
    const [line] = (await once(claude.stdout!, "data")) as [Buffer];
    below = Number(line.toString());
  });

  afterAll(() => {
    // The whole group that was made for it.
    process.kill(-(claude.pid ?? 0), "SIGKILL");
    rmSync(folder, { recursive: true });
  });

  test("it is found, with its start and its own environment", async () => {
    expect(await captureReach(below, { TMUX: "not its own", STY: "nor this" })).toEqual({
      process: { pid: claude.pid, start: await processStart(claude.pid ?? 0) },
      tty: undefined,
      env: { TMUX: "/tmp/t,1,0", TMUX_PANE: "%3" },
    });
  });

  test("also where a release further up has told its number to all that it starts", async () => {
    const { process: found } = await captureReach(below, { CLAUDE_PID: String(process.pid) });
    expect(found?.pid).toBe(claude.pid);
  });
});

describe.skipIf(process.platform !== "linux")("where no program on the way up is called claude", () => {
  let child: ChildProcess;

  beforeAll(async () => {
    child = spawn("sh", ["-c", "echo; sleep 600; true"], { detached: true });
    await once(child.stdout!, "data");
  });

  afterAll(() => process.kill(-(child.pid ?? 0), "SIGKILL"));

  test("the one that told its number is believed, if it is there", async () => {
    const { process: found } = await captureReach(child.pid ?? 0, { CLAUDE_PID: String(process.pid) });
    expect(found).toEqual({ pid: process.pid, start: await processStart(process.pid) });
  });

  test.each(["2147483647", "0", "-1", "x", ""])("and not one that is not: %j", async (named) => {
    // From the first process: what is above the tests is not theirs to say.
    const env = { CLAUDE_PID: named, TERM: "xterm", TOKEN: "secret" };
    const nothing = { process: undefined, tty: undefined, env: { TERM: "xterm" } };
    expect(await captureReach(1, env)).toEqual(nothing);
  });
});
