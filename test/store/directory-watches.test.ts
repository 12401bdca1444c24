import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { DirectoryWatches } from "../../src/store/directory-watches.js";
import { uncaughtDuring } from "../support/uncaught.js";

const GENEROUS = { timeout: 10_000, interval: 5 };

let top: string;
let watches: DirectoryWatches;
let noticed: string[];

beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), "cac-watches-"));
  watches = new DirectoryWatches();
  noticed = [];
});

afterEach(() => {
  watches.close();
  rmSync(top, { recursive: true });
});

test("everybody who asked for a directory hears of it, until they close", async () => {
  const a = watches.watch(top, note("a"));
  watches.watch(top, note("b"));
  writeFileSync(join(top, "one"), "");
  await vi.waitFor(() => expect(noticed).toEqual(expect.arrayContaining(["a one", "b one"])), GENEROUS);
  a.close();
  a.close();
  noticed = [];
  writeFileSync(join(top, "two"), "");
  await vi.waitFor(() => expect(noticed).toContain("b two"), GENEROUS);
  expect(noticed.filter((line) => line.startsWith("a"))).toEqual([]);
});

test("a look tells each of them once; nothing looks by itself", () => {
  watches.watch(top, note("a"));
  watches.watch(top, note("b"));
  const c = watches.watch(join(top, "not there yet"), note("c"));
  expect(noticed).toEqual([]);
  watches.look();
  expect(noticed).toEqual(["a undefined", "b undefined", "c undefined"]);
  c.close();
  watches.look();
  expect(noticed.slice(3)).toEqual(["a undefined", "b undefined"]);
});

test("one that closes itself when called, and one that fails, keep nobody from hearing", async () => {
  const once = watches.watch(top, () => once.close());
  watches.watch(top, () => {
    throw new Error("of the listener");
  });
  watches.watch(top, note("last"));
  const errors = await uncaughtDuring(async () => watches.look());
  expect(noticed).toEqual(["last undefined"]);
  expect(errors).toEqual([new Error("of the listener")]);
});

function note(who: string): (name: string | undefined) => void {
  return (name) => noticed.push(`${who} ${name}`);
}
