import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { privateRunDirectory, sweepRunDirectory } from "../../src/launch/run-directory.js";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "run-directory-"));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

test("the system's place for such things, closed to others", async () => {
  const directory = await find({ XDG_RUNTIME_DIR: makeRuntime() });
  expect(directory).toBe(join(root, "run", "claude-auto-continue"));
  expect(statSync(directory ?? "").mode & 0o777).toBe(0o700);
});

test("one that stood open is closed", async () => {
  mkdirSync(join(makeRuntime(), "claude-auto-continue"));
  chmodSync(join(root, "run", "claude-auto-continue"), 0o755);
  const directory = await find({ XDG_RUNTIME_DIR: join(root, "run") });
  expect(statSync(directory ?? "").mode & 0o777).toBe(0o700);
});

test("else the state directory's; else none", async () => {
  writeFileSync(join(root, "run"), "a file in its place");
  const env = { XDG_RUNTIME_DIR: join(root, "run"), XDG_STATE_HOME: join(root, "state") };
  expect(await find(env)).toBe(join(root, "state", "claude-auto-continue", "run"));
  rmSync(join(root, "state"), { recursive: true });
  writeFileSync(join(root, "state"), "a file in its place");
  expect(await find(env)).toBeUndefined();
});

describe("a place that somebody else may have prepared is not touched", () => {
  test("a link in it", async () => {
    const trap = join(root, "trap");
    mkdirSync(trap);
    chmodSync(trap, 0o755);
    symlinkSync(trap, join(makeRuntime(), "claude-auto-continue"));
    await expectElsewhere();
    expect(statSync(trap).mode & 0o777).toBe(0o755);
  });

  test("open to others", async () => {
    chmodSync(makeRuntime(), 0o755);
    await expectElsewhere();
    expect(readdirSync(join(root, "run"))).toEqual([]);
  });

  test.skipIf(process.geteuid?.() !== 0)("of another user, as sudo passes it on", async () => {
    chownSync(makeRuntime(), 65534, 65534);
    await expectElsewhere();
    expect(readdirSync(join(root, "run"))).toEqual([]);
  });
});

test("only what old runs left is swept away", async () => {
  const old = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000);
  // No process has a number like this.
  for (const name of ["run-99999999-old", "run-99999999-new", `run-${process.pid}-old`, "other"]) {
    mkdirSync(join(root, name));
    writeFileSync(join(root, name, "settings.json"), "{}");
    if (!name.endsWith("new")) utimesSync(join(root, name), old, old);
  }
  await sweepRunDirectory(root);
  expect(readdirSync(root).toSorted()).toEqual(
    ["other", "run-99999999-new", `run-${process.pid}-old`].toSorted(),
  );
  await sweepRunDirectory(join(root, "nothing"));
});

async function expectElsewhere(): Promise<void> {
  const kept = join(root, ".local", "state", "claude-auto-continue", "run");
  expect(await find({ XDG_RUNTIME_DIR: join(root, "run") })).toBe(kept);
}

/** As the system makes it. */
function makeRuntime(): string {
  mkdirSync(join(root, "run"), { mode: 0o700 });
  return join(root, "run");
}

function find(env: Record<string, string>): Promise<string | undefined> {
  return privateRunDirectory({ env, home: root, platform: "linux" });
}
