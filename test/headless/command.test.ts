import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { existsSync, openSync, writeFileSync, closeSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";

import { promptRow } from "../../src/headless/live-wait.js";
import { CAC, runCac } from "../support/cli/run-cac.js";
import { FakeClaude, type FakeStep } from "../support/headless/fake-claude.js";
import { epoch, eventually, resultRow } from "../support/headless/headless-stage.js";

const SESSION = "11111111-2222-4333-8444-555555555555";
const LIMIT = `Claude AI usage limit reached|${epoch(3600)}`;
const limited: FakeStep[] = [{ readAll: true }, { out: `${LIMIT}\n` }, { exit: 1 }];
const answer: FakeStep[] = [{ readAll: true }, { out: "the answer\n" }];

const fakes: FakeClaude[] = [];
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  for (const fake of fakes.splice(0)) fake.remove();
});

function claude(...script: FakeStep[][]): FakeClaude {
  const fake = new FakeClaude(...script);
  fakes.push(fake);
  return fake;
}

/** Nothing of this machine's own: the fake's directory is its home and the first place of its PATH. */
function environment({ directory, env }: FakeClaude): Record<string, string> {
  return { HOME: directory, TZ: "UTC", FAKE: directory, PATH: `${directory}:${env["PATH"] ?? ""}` };
}

/** `cac` as a process of its own, on pipes. */
function start(fake: FakeClaude, args: string[]) {
  const child = spawn(process.execPath, [CAC, ...args], { env: environment(fake), cwd: fake.directory });
  children.push(child);
  const exit = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.once("exit", (code, signal) => resolve(signal ?? code)),
  );
  return { child, exit, out: text(child.stdout), err: text(child.stderr) };
}

interface Shown {
  readonly id: string;
  readonly state: string;
  readonly life: string;
  readonly claudeSessionId?: string;
}

function sessions(fake: FakeClaude): Shown[] {
  return JSON.parse(runCac(["status", "--json"], environment(fake)).out) as Shown[];
}

async function waiting(fake: FakeClaude): Promise<string> {
  await eventually(() => sessions(fake).map(({ state }) => state), ["WAITING"]);
  return sessions(fake)[0]!.id;
}

describe("cac -p, as it is started", () => {
  it("passes output, errors and exit code on", () => {
    const fake = claude([{ readAll: true }, { err: "warned\n" }, { out: "the answer\n" }, { exit: 6 }]);
    expect(runCac(["-p", "do it"], environment(fake), "from stdin")).toEqual({
      code: 6,
      out: "the answer\n",
      err: "warned\n",
    });
    expect(fake.runs()[0]?.stdin).toBe("from stdin");
    expect(sessions(fake)).toEqual([]);
  });

  it("takes a prompt on standard input without -p, as Claude Code does", () => {
    const fake = claude(answer);
    expect(runCac([], environment(fake), "do it")).toMatchObject({ code: 0, out: "the answer\n" });
    expect(fake.runs()[0]?.stdin).toBe("do it");
  });

  it("waits where `cac status` sees it, and goes on when `cac resume` says so", async () => {
    const fake = claude(limited, answer);
    const run = start(fake, ["-p", "do it"]);
    run.child.stdin.end();
    const id = await waiting(fake);
    expect(sessions(fake)[0]?.claudeSessionId).toBe(fake.runs()[0]?.args[1]);
    expect(runCac(["resume", id], environment(fake))).toMatchObject({ code: 0 });
    expect([await run.exit, await run.out, await run.err]).toEqual([0, "the answer\n", ""]);
    expect(sessions(fake)).toEqual([]);
  });

  it("is no longer shown as waiting when a run that lives on was told to continue", async () => {
    const result = resultRow({ is_error: true, result: LIMIT, session_id: SESSION });
    const fake = claude([
      { readUntil: "do it" },
      { out: result },
      { readUntil: "continue" },
      { readAll: true },
    ]);
    const formats = ["--input-format", "stream-json", "--output-format", "stream-json", "--verbose"];
    const run = start(fake, ["-p", ...formats]);
    run.child.stdin.write(promptRow("do it"));
    const id = await waiting(fake);
    expect(runCac(["resume", id], environment(fake))).toMatchObject({ code: 0 });
    await eventually(() => sessions(fake).map(({ state }) => state), ["RUNNING"]);
    expect(sessions(fake)).toMatchObject([{ id, claudeSessionId: SESSION, life: "live" }]);
    expect(runCac(["resume", id], environment(fake)).err).toContain("this session is not waiting");
    run.child.kill("SIGTERM");
    expect(await run.exit).toBe("SIGTERM");
    expect(sessions(fake)).toEqual([]);
  });

  it("ends with the failed run's output and exit code when `cac cancel` says so", async () => {
    const fake = claude(limited);
    const run = start(fake, ["-p", "do it"]);
    run.child.stdin.end();
    const id = await waiting(fake);
    expect(runCac(["cancel", id], environment(fake))).toMatchObject({ code: 0 });
    expect([await run.exit, await run.out, await run.err]).toEqual([1, `${LIMIT}\n`, ""]);
    expect(sessions(fake)).toEqual([]);
  });

  it.each([
    ["SIGINT", 130, []],
    ["SIGTERM", 143, ["left"]],
    ["SIGKILL", "SIGKILL", ["left"]],
  ] as const)("%s during the wait: exit %s, waits left behind: %j", async (signal, expected, left) => {
    const fake = claude(limited);
    const run = start(fake, ["-p", "do it"]);
    run.child.stdin.end();
    await waiting(fake);
    run.child.kill(signal);
    expect(await run.exit).toBe(expected);
    expect(await run.out).toBe(signal === "SIGKILL" ? "" : `${LIMIT}\n`);
    expect(sessions(fake).map(({ life }) => life)).toEqual(left);
  });

  it("passes a signal on while Claude Code runs, and ends as that does", async () => {
    const fake = claude([{ hang: true }]);
    const run = start(fake, ["-p", "do it"]);
    await eventually(() => existsSync(join(fake.directory, "hangs")), true);
    run.child.kill("SIGTERM");
    expect([await run.exit, await run.out]).toEqual([9, "SIGTERM\n"]);
  });

  it("dies of the signal that Claude Code died of", async () => {
    const run = start(claude([{ kill: "SIGKILL" }]), ["-p", "do it"]);
    expect(await run.exit).toBe("SIGKILL");
  });

  it("ends quietly where its reader goes away", () => {
    const fake = claude([{ flood: 20_000, of: `${"x".repeat(1000)}\n` }]);
    const line = `"$0" "$1" -p --output-format stream-json x | head -n 1 | wc -c; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = spawnSync("bash", ["-c", line, process.execPath, CAC], {
      env: environment(fake),
      encoding: "utf8",
    });
    // The fake exits 7 when it is told that nobody reads.
    expect([stdout.trim().split(/\s+/), stderr]).toEqual([["1001", "7"], ""]);
  });

  it("passes on the whole of a long answer where the disk has no room to hold it", () => {
    const fake = claude([{ flood: 12_000, of: `${"x".repeat(999)}\n` }]);
    // No file may grow past a megabyte; the answer is put on disk from eight megabytes on.
    const { status, stdout } = spawnSync(
      "bash",
      ["-c", 'ulimit -f 1024; "$0" "$1" -p x', process.execPath, CAC],
      {
        env: environment(fake),
        encoding: "utf8",
        maxBuffer: 64 * 1024 * 1024,
      },
    );
    expect([status, stdout.length]).toEqual([0, 12_000_000]);
  });

  it("gives /dev/null on as it is", () => {
    const fake = claude(answer);
    const { status, stdout } = spawnSync(process.execPath, [CAC, "-p", "x"], {
      env: environment(fake),
      stdio: ["ignore", "pipe", "inherit"],
      encoding: "utf8",
    });
    expect([status, stdout, fake.runs()[0]?.stdin]).toEqual([0, "the answer\n", ""]);
  });

  it("reads a file for every run from its beginning", async () => {
    const fake = claude(limited, answer);
    const file = join(fake.directory, "input");
    writeFileSync(file, "from a file");
    const descriptor = openSync(file, "r");
    const child = spawn(process.execPath, [CAC, "-p", "--no-session-persistence"], {
      env: environment(fake),
      stdio: [descriptor, "pipe", "ignore"],
    });
    closeSync(descriptor);
    children.push(child);
    runCac(["resume", await waiting(fake)], environment(fake));
    expect(await text(child.stdout!)).toBe("the answer\n");
    expect(fake.runs().map(({ stdin }) => stdin)).toEqual(["from a file", "from a file"]);
  });
});
