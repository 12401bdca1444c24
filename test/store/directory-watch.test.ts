import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";

import { DirectoryWatch } from "../../src/store/directory-watch.js";

const GENEROUS = { timeout: 10_000, interval: 5 };
/** Longer than a test: what is noticed then is noticed by the system's notifications. */
const NEVER_MS = 10 * 60_000;

let top: string;
let noticed: (string | undefined)[];

beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), "cac-watch-"));
  noticed = [];
  return () => rmSync(top, { recursive: true, force: true });
});

test("tells what changes by its name", async () => {
  const watch = open(top);
  appendFileSync(join(top, "file"), "row\n");
  await vi.waitFor(() => expect(noticed).toContain("file"), GENEROUS);
  watch.close();
});

test("notices directories that are made one right after the other, each time", async () => {
  for (let round = 0; round < 60; round++) {
    const directory = join(top, String(round), "a", "b");
    const watch = open(directory);
    // By another process: then it may come between the look and the watch.
    await once(spawn("mkdir", ["-p", directory]), "exit");
    await expectNoticed(directory);
    watch.close();
  }
});

test("follows a directory that is removed and comes back, or is replaced", async () => {
  const directory = join(top, "project");
  mkdirSync(directory);
  const watch = open(directory);
  rmSync(directory, { recursive: true });
  await vi.waitUntil(() => noticed.length > 0, GENEROUS);
  mkdirSync(directory);
  await expectNoticed(directory);
  mkdirSync(join(top, "other"));
  renameSync(directory, join(top, "old"));
  renameSync(join(top, "other"), directory);
  await expectNoticed(directory);
  watch.close();
});

test("looks by itself now and then, in case a notification was missed", async () => {
  const watch = open(top, 10);
  await vi.waitUntil(() => noticed.length > 2, GENEROUS);
  watch.close();
  expect(new Set(noticed)).toEqual(new Set([undefined]));
});

test("what is written beside the way to a directory that is not there yet is nothing to it", async () => {
  const watch = open(join(top, "a", "b"));
  writeFileSync(join(top, "history"), "");
  mkdirSync(join(top, "other"));
  mkdirSync(join(top, "a"));
  await vi.waitFor(() => expect(noticed).toEqual([undefined]), GENEROUS);
  mkdirSync(join(top, "a", "b"));
  await expectNoticed(join(top, "a", "b"));
  watch.close();
});

test("with no poll of its own it looks when it is told to", () => {
  const watch = new DirectoryWatch(top, (name) => void noticed.push(name), "never");
  expect(noticed).toEqual([]);
  watch.look("trusting");
  watch.look();
  expect(noticed).toEqual([undefined, undefined]);
  watch.close();
});

function open(directory: string, pollMs = NEVER_MS): DirectoryWatch {
  return new DirectoryWatch(directory, (name) => void noticed.push(name), pollMs);
}

/** A file that grows there is told by its name, as soon as the directory itself was noticed. */
async function expectNoticed(directory: string): Promise<void> {
  noticed = [];
  await vi.waitFor(() => {
    appendFileSync(join(directory, "file"), "row\n");
    expect(noticed).toContain("file");
  }, GENEROUS);
}
