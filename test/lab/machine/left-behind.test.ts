import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { signalProcess } from "../../../src/lab/machine/process-tree.js";
import { writeExecutable, writeRelease } from "../../support/lab/machine/stub-release.js";

// The built commands: `npm test` builds before it tests.
const LAB = fileURLToPath(new URL("../../../dist/lab/", import.meta.url));

let folder: string;
let started: ChildProcess[];

beforeEach(() => {
  // Not our own name: a `claude` with that in its text counts as one that starts us.
  folder = mkdtempSync(join(tmpdir(), "lab-test-"));
  started = [];
});

afterEach(() => {
  for (const child of started) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** Says who it is and what it started, then stays: a child in a session of its own is what a tool of Claude Code is. */
const SAYS_WHO = `setsid sleep 300 & echo "$$ $!" > "$PIDS.new"; mv "$PIDS.new" "$PIDS"`;
const STAYS = `[ "$1" = --version ] && exit; ${SAYS_WHO}; wait; sleep 300`;

describe.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const)("%s", (signal, code) => {
  it("during a session ends it and removes its home", async () => {
    const temporary = writeRelease(folder, STAYS.replaceAll("$PIDS", join(folder, "pids")));
    const child = start("demo/start.js", [], { CAC_LAB_CACHE: join(folder, "cache"), TMPDIR: temporary });
    const pids = await stayingPids();
    expect(readdirSync(temporary)).toEqual([expect.stringMatching(/^cac-lab-/)]);
    child.kill(signal);
    expect(await once(child, "exit")).toEqual([code, null]);
    expect(readdirSync(temporary)).toEqual([]);
    await expect
      .poll(() => pids.map((pid) => signalProcess(pid, 0)), { timeout: 30_000 })
      .toEqual([false, false]);
  });

  it("during an install ends npm and removes what there is of it", async () => {
    const [bin, cache, temporary] = [join(folder, "bin"), join(folder, "cache"), join(folder, "tmp")];
    for (const path of [bin, temporary]) mkdirSync(path);
    writeExecutable(join(bin, "npm"), `mkdir "$3/node_modules"; ${STAYS}`);
    const child = start("open.js", ["--release", "9.9.9"], {
      CAC_LAB_CACHE: cache,
      TMPDIR: temporary,
      PATH: `${bin}:/usr/bin:/bin`,
      PIDS: join(folder, "pids"),
    });
    const pids = await stayingPids();
    expect(readdirSync(cache)).toEqual([expect.stringMatching(/^\.installing-9\.9\.9-/)]);
    child.kill(signal);
    expect(await once(child, "exit")).toEqual([code, null]);
    expect([readdirSync(cache), readdirSync(temporary)]).toEqual([[], []]);
    await expect
      .poll(() => pids.map((pid) => signalProcess(pid, 0)), { timeout: 30_000 })
      .toEqual([false, false]);
  });
});

it("a kill of the lab ends Claude Code first; a second one does not wait for it", async () => {
  // A shell runs its trap only between two commands, so there must be many.
  const script = `trap 'echo asked' TERM; ${SAYS_WHO.replaceAll("$PIDS", join(folder, "pids"))}; while :; do sleep 0.1; done`;
  const temporary = writeRelease(folder, script);
  const child = start("open.js", [], { CAC_LAB_CACHE: join(folder, "cache"), TMPDIR: temporary });
  let said = "";
  child.stdout?.on("data", (chunk) => (said += String(chunk)));
  await stayingPids();
  child.kill("SIGTERM");
  await expect.poll(() => said, { timeout: 30_000 }).toBe("asked\n");
  expect(child.exitCode).toBe(null);
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([143, null]);
  expect(readdirSync(temporary)).toEqual([]);
});

it("Ctrl+C is Claude Code's, and the lab ends when Claude Code does", async () => {
  const go = join(folder, "go");
  const script = `echo "$$" > ${join(folder, "pids")}; until [ -e ${go} ]; do sleep 0.1; done; exit 7`;
  const temporary = writeRelease(folder, script);
  const child = start("open.js", [], { CAC_LAB_CACHE: join(folder, "cache"), TMPDIR: temporary });
  await stayingPids();
  child.kill("SIGINT");
  writeFileSync(go, "");
  expect(await once(child, "exit")).toEqual([7, null]);
  expect(readdirSync(temporary)).toEqual([]);
});

it("what was undone is not undone again, the last first, and one that fails stops no other", async () => {
  const script = `
    import { undoOnExit } from ${JSON.stringify(new URL("machine/left-behind.js", `file://${LAB}`).href)};
    for (const name of ["first", "second", "third"]) {
      const isDone = undoOnExit(() => { console.log(name); if (name === "third") throw new Error("broken"); });
      if (name === "second") isDone();
    }`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script]);
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk) => (out += String(chunk)));
  child.stderr.on("data", (chunk) => (err += String(chunk)));
  expect(await once(child, "close")).toEqual([0, null]);
  expect([out, err]).toEqual(["third\nfirst\n", "left behind: Error: broken\n"]);
});

function start(command: string, args: readonly string[], env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, [join(LAB, command), ...args], {
    env: { PATH: "/usr/bin:/bin", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  // Read, or a full pipe would hold it up.
  child.stdout.resume();
  started.push(child);
  return child;
}

async function stayingPids(): Promise<number[]> {
  const file = join(folder, "pids");
  await expect.poll(() => existsSync(file), { timeout: 30_000 }).toBe(true);
  return readFileSync(file, "utf8").trim().split(" ").map(Number);
}
