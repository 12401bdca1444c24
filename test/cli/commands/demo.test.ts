import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";

import { describe, expect, it, onTestFinished } from "vitest";

import { CAC, runCac } from "../../support/cli/run-cac.js";

/** A folder of one test alone: they run side by side. */
function newFolder(onFinished: (remove: () => void) => void): string {
  const folder = mkdtempSync(join(tmpdir(), "cac-test-"));
  onFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "tmp"));
  return folder;
}

/** With that PATH and nothing else but a home and a folder for temporary files. */
async function demo(folder: string, path: string, ...args: string[]) {
  const env = { HOME: folder, TMPDIR: join(folder, "tmp"), PATH: path, TZ: "America/New_York" };
  const child = spawn(process.execPath, [CAC, "demo", ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit") as Promise<[number | null]>,
  ]);
  return { out, err, code };
}

// They wait for a limit of 20 seconds, so they do it together.
describe.concurrent("without Claude Code on the machine", () => {
  it("plays it and says why, in JSON", async ({ expect, onTestFinished }) => {
    const folder = newFolder(onTestFinished);
    const { out, err, code } = await demo(folder, "/nowhere", "--json");
    const { program, claims, exchanges, ...rest } = JSON.parse(out) as Record<string, unknown>;
    expect({ code, err, program }).toEqual({
      code: 0,
      err: "",
      program: { type: "played", because: "claude was not found on PATH" },
    });
    expect(rest).toEqual({ holds: true, resetsAt: expect.stringMatching(/^\d{4}-.*Z$/) as string });
    expect((claims as { holds: boolean }[]).map(({ holds }) => holds)).toEqual(Array(6).fill(true));
    expect(exchanges).toHaveLength(4);
    expect(readdirSync(join(folder, "tmp"))).toEqual([]);
  });

  it("plays it and tells its steps, through a pipe", async ({ expect, onTestFinished }) => {
    const folder = newFolder(onTestFinished);
    const claude = join(folder, "bin", "claude");
    mkdirSync(dirname(claude));
    writeFileSync(claude, "#!/bin/sh\necho 1.2.3\n", { mode: 0o755 });
    const { out, err, code } = await demo(folder, dirname(claude));
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain(
      `\nA scripted stand-in plays Claude Code: ${claude} does not answer --version as Claude Code does.\n`,
    );
    expect(out).toMatch(/\n╭─ ⏳ 0:00:\d\d · continues \d+:\d\d[ap]m ─+╮\n/);
    expect(out).toMatch(/\n {2}\S+ {2}"continue" {7}→ writes haiku\.txt\n/);
    expect(out).toContain("\nThe session was resumed once, and nobody touched a key.\n");
    expect(out).not.toContain("\x1b");
  });
});

it("fails, with the last screen and a way on, where Claude Code does not come up", async () => {
  const folder = newFolder(onTestFinished);
  const claude = join(folder, "bin", "claude");
  mkdirSync(dirname(claude));
  const script =
    'if [ "$*" = --version ]; then echo "9.9.9 (Claude Code)"; else echo "no room left"; exit 3; fi';
  writeFileSync(claude, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const { out, err, code } = await demo(folder, dirname(claude));
  expect({ code, err }).toEqual({
    code: 1,
    err: [
      "cac: Claude Code did not stay: it ended; the last screen was:",
      "",
      "no room left",
      "",
      "fix: cac demo --stand-in plays the session without it",
      "",
    ].join("\n"),
  });
  expect(out).toContain("\nThis is Claude Code 9.9.9 itself, started by cac in a home of its own.\n");
  expect(readdirSync(join(folder, "tmp"))).toEqual([]);
});

it("explains itself", () => {
  const { code, out } = runCac(["demo", "--help"], { HOME: newFolder(onTestFinished) });
  expect(code).toBe(0);
  expect(out).toContain("It needs no account and touches none of your files");
});
