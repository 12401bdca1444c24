import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it, onTestFinished, vi } from "vitest";

import { isForeground, whyNotForeground } from "../../../src/transport/tty/is-foreground.js";
import { spawnPty, type Pty } from "../../../src/transport/pty/pty.js";
import { readProcess, type ProcessInfo } from "../../../src/host/process-table.js";
import type { ExternalSession } from "../../../src/transport/terminal-locator.js";
import { PaneProgram, scratch, SOON } from "../../support/transport/pane-program.js";

/** A terminal with an interactive bash in it, which gives each of its jobs a process group. */
function aShell(cwd = "/"): Pty {
  const env = { PATH: process.env["PATH"], HOME: cwd, TERM: "xterm", PS1: "$ " };
  const options = { columns: 80, rows: 24, cwd, env };
  const shell = spawnPty("/bin/bash", ["--norc", "--noprofile", "-i"], options);
  const gone = new Promise<void>((resolve) => void shell.onExit(() => resolve()));
  shell.onData(() => {});
  onTestFinished(async () => {
    shell.kill("SIGHUP");
    await gone;
  });
  return shell;
}

const words = ({ command }: PaneProgram): string => command.map((word) => `'${word}'`).join(" ");

async function started(line: (program: string) => string): Promise<[ExternalSession, Pty]> {
  const directory = scratch();
  const program = new PaneProgram(directory, "first");
  const shell = aShell(directory);
  shell.write(`${line(words(program))}\r`);
  return [await program.session(), shell];
}

describe("a process has its terminal's keyboard", () => {
  it.each([
    ["started by a shell", (program: string) => program],
    ["started by a script", (program: string) => `sh -c "${program}; true"`],
    ["of a pipe", (program: string) => `${program} | cat`],
    [
      "started by another node",
      (program: string) =>
        `node -e 'const [f, ...a] = process.argv.slice(1); require("child_process").spawn(f, a, { stdio: "inherit" })' ${program}`,
    ],
  ])("that was %s", async (_, line) => {
    const [session] = await started(line);
    expect(await whyNotForeground(session)).toBeUndefined();
    expect(await isForeground(session)).toBe(true);
  });

  it("that was started by npx", async () => {
    const directory = scratch();
    const program = new PaneProgram(directory, "first");
    const bin = join(directory, "node_modules", ".bin");
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(directory, "package.json"), "{}");
    writeFileSync(join(bin, "some-program"), `#!/bin/sh\nexec ${words(program)}\n`);
    chmodSync(join(bin, "some-program"), 0o755);
    aShell(directory).write("npx --offline some-program\r");
    expect(await whyNotForeground(await program.session())).toBeUndefined();
  });
});

describe("a process does not have its terminal's keyboard", () => {
  it("while it is stopped, nor while it is in the background; and has it again", async () => {
    const [session, shell] = await started((program) => program);
    const { pid } = session.reach.process ?? { pid: 0 };
    const stopped = "finds it stopped";
    process.kill(pid, "SIGSTOP");
    await vi.waitFor(async () => expect(await whyNotForeground(session)).toBe(stopped), SOON);
    shell.write("bg\r");
    const elsewhere = "finds another program in the foreground of its terminal";
    await vi.waitFor(
      async () => expect([stopped, elsewhere]).toContain(await whyNotForeground(session)),
      SOON,
    );
    // One that is just being stopped for reading in the background may stop again after this: then a person does it again.
    const bringBack = async (): Promise<void> => {
      const why = await whyNotForeground(session);
      if (why !== undefined) shell.write("fg\r");
      expect(why).toBeUndefined();
    };
    await vi.waitFor(bringBack, { ...SOON, interval: 500 });
  });

  it("once it has ended", async () => {
    const [session] = await started((program) => program);
    const { pid } = session.reach.process ?? { pid: 0 };
    process.kill(pid, "SIGKILL");
    const gone = `finds no such process any more (${pid})`;
    await vi.waitFor(async () => expect(await whyNotForeground(session)).toBe(gone), SOON);
    expect(await isForeground(session)).toBe(false);
  });
});

/** A session of which that is known. */
function known(process: ExternalSession["reach"]["process"], tty?: string): ExternalSession {
  return {
    sessionId: "0f3c9a4e-1111-4222-8333-444455556666",
    transcript: undefined,
    cwd: "/",
    release: undefined,
    reach: { process, tty, env: {} },
  };
}

describe("told from what the system says of it", () => {
  const RUNNING: ProcessInfo = {
    pid: 4711,
    start: "b:1",
    parent: 1,
    group: 4711,
    tty: "/dev/pts/3",
    foregroundGroup: 4711,
    isStopped: false,
  };
  const KNOWN = { pid: 4711, start: "b:1" };
  const GONE = "finds no such process any more (4711)";

  it.each<[string, ExternalSession, Partial<ProcessInfo> | "nothing", string | undefined]>([
    ["all is well", known(KNOWN, "/dev/pts/3"), {}, undefined],
    ["its terminal was not told", known(KNOWN), {}, undefined],
    ["in the group of its launcher", known(KNOWN), { group: 4700, foregroundGroup: 4700 }, undefined],
    ["the process is not known", known(undefined), {}, "cannot tell which process it is"],
    ["there is no such process", known(KNOWN), "nothing", GONE],
    ["the number is another's by now", known(KNOWN), { start: "b:2" }, GONE],
    ["its start is not known", known({ pid: 4711, start: undefined }), { start: undefined }, GONE],
    ["without a terminal", known(KNOWN), { tty: undefined }, "finds that it has no terminal"],
    [
      "on another terminal",
      known(KNOWN, "/dev/pts/9"),
      {},
      "finds it on another terminal (/dev/pts/3 instead of /dev/pts/9)",
    ],
    ["stopped", known(KNOWN), { isStopped: true }, "finds it stopped"],
    [
      "in the background",
      known(KNOWN),
      { foregroundGroup: 4700 },
      "finds another program in the foreground of its terminal",
    ],
  ])("%s", async (_, session, found, expected) => {
    const read = (): Promise<ProcessInfo | undefined> =>
      Promise.resolve(found === "nothing" ? undefined : { ...RUNNING, ...found });
    expect(await whyNotForeground(session, read)).toBe(expected);
  });
});

it("reads this very process as the system tells it", async () => {
  const own = await readProcess(process.pid);
  expect(own).toMatchObject({ pid: process.pid, parent: process.ppid, isStopped: false });
});
