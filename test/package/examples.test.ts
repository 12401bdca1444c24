import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

let home: string;
let config: string;

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "examples-"));
  config = join(home, "config.json");
  writeFileSync(config, JSON.stringify({ resume: { safetyBuffer: "0s", prompt: "go on" } }));
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

test("every example has a test here", () => {
  expect(readdirSync("examples").toSorted()).toEqual([
    "resume-program.mjs",
    "supervise.mjs",
    "watch-output.mjs",
  ]);
});

test("watch-output reports a limit once, however often it is drawn", () => {
  const banner = "  ⎿  You've hit your weekly limit · resets Nov 18, 2:09pm (America/New_York)\n";
  const { stdout, stderr, status } = run("watch-output", [], { input: `working\n${banner}${banner}` });
  const [line = "", ...rest] = stdout.split("\n");
  expect(JSON.parse(line)).toEqual({
    message: "You've hit your weekly limit · resets Nov 18, 2:09pm (America/New_York)",
    // The year depends on the day of the test.
    resetsAt: expect.stringMatching(/^\d{4}-11-18T19:09:00\.000Z$/) as unknown,
  });
  expect({ rest, stderr, status }).toEqual({ rest: [""], stderr: "", status: 0 });
});

test("watch-output reports nothing where there is no limit", () => {
  const { stdout, stderr, status } = run("watch-output", [], {
    input: 'it said "You\'ve hit your weekly limit"',
  });
  expect({ stdout, stderr, status }).toEqual({ stdout: "", stderr: "", status: 0 });
});

test("resume-program waits for the reset, types the prompt, and ends as the program ends", () => {
  const program = `
    const resetsAt = Math.ceil(Date.now() / 1000) + 1;
    console.log("Claude AI usage limit reached|" + resetsAt);
    process.stdin.once("data", (line) => {
      const isEarly = Date.now() < resetsAt * 1000;
      console.log(JSON.stringify({ typed: String(line), isEarly }));
      process.exit(4);
    });`;
  const { stdout, stderr, status } = run("resume-program", [process.execPath, "-e", program]);
  expect(JSON.parse(stdout.split("\n")[1] ?? "")).toEqual({ typed: "go on\n", isEarly: false });
  const states = Array.from(stderr.matchAll(/^\[(\w+)\]/gm), ([, state]) => state);
  expect(states).toEqual(["RUNNING", "LIMIT_DETECTED", "WAITING", "RESUMING", "RUNNING"]);
  expect(status).toBe(4);
});

test("resume-program says so where the program cannot be started", () => {
  const { stdout, stderr, status } = run("resume-program", [join(home, "missing")]);
  expect(stdout).toBe("");
  expect(stderr).toContain("ENOENT");
  expect(status).toBe(1);
});

// The console of Windows adds sequences of its own.
test.skipIf(process.platform === "win32")(
  "supervise runs a command in a terminal and ends as it ended",
  () => {
    const program = "console.log('a terminal: ' + process.stdout.isTTY); process.exitCode = 3;";
    const { stdout, stderr, status } = run("supervise", [process.execPath, "-e", program]);
    expect({ stdout, stderr, status }).toEqual({ stdout: "a terminal: true\r\n", stderr: "", status: 3 });
  },
);

test.each(["resume-program", "supervise"])("%s without a command shows its usage", (name) => {
  const { stdout, stderr, status } = run(name, []);
  expect({ stdout, status }).toEqual({ stdout: "", status: 2 });
  expect(stderr).toMatch(new RegExp(`^usage: node examples/${name}\\.mjs `));
});

/** The examples import the package by its name, which Node finds by the `exports` of our own package.json. */
function run(name: string, args: readonly string[], { input = "" } = {}) {
  const env = { ...process.env, HOME: home, USERPROFILE: home, CAC_CONFIG: config };
  return spawnSync(process.execPath, [join("examples", `${name}.mjs`), ...args], {
    env,
    input,
    encoding: "utf8",
  });
}
