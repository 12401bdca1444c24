import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { lookAtQueue, QueueFile } from "../../src/daemon/queue/queue-file.js";
import { built } from "../support/store/records/records.js";
import { anEntry, sessionId } from "../support/daemon/entries.js";
import { killedAfter, killedAt } from "../support/daemon/killed.js";

let base: string;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "cac-killed-"));
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

test("killed before any one step: the queue is what was acknowledged last, or what was being written", async () => {
  // What stands in the queue before the first act and after each.
  const states = [[], [1], [1, 2], [2], []].map((numbers) => numbers.map(sessionId));
  let kills = 0;
  for (let step = 1; ; step++) {
    const directory = join(base, String(step));
    const killed = killedAt(step, IN_TURN, [built("."), directory, JSON.stringify(anEntry())]);
    expect(killed.err).toBe("");
    const acknowledged = killed.said.length;
    const { ids, logged, names } = await restarted(directory);
    expect([states[acknowledged], states[acknowledged + 1]]).toContainEqual(ids);
    expect(logged).toEqual([]);
    expect(names).toEqual(names.includes("status.json") ? ["status.json"] : []);
    if (killed.finished) break;
    kills++;
  }
  // The lot: looking for the directory, opening, writing, syncing, renaming, for each of four acts.
  expect(kills).toBeGreaterThan(35);
});

test("killed at random moments, again and again: nothing that was acknowledged is lost or comes back", async () => {
  const directory = join(base, "auto-resume");
  // For each session what may stand on the disk: the revision that was acknowledged last, and those ordered since.
  let known = new Map<string, readonly string[]>();
  let acknowledged = 0;
  for (let round = 0; round < 25; round++) {
    const ms = (round * 37) % 120;
    const { said, err } = await killedAfter(ms, IN_BURSTS, [
      built("."),
      directory,
      JSON.stringify(anEntry()),
      String(round),
    ]);
    expect(err).toBe("");
    for (const line of said) {
      const [what, id = "", revision = ""] = line.split(" ");
      const before = known.get(id) ?? [GONE];
      if (what === "ordered") known.set(id, [...before, revision]);
      if (what !== "saved") continue;
      acknowledged++;
      if (before.includes(revision)) known.set(id, before.slice(before.indexOf(revision)));
    }
    const { entries, bad } = await lookAtQueue(directory);
    expect(bad).toEqual([]);
    const found = new Map(entries.map(({ session, why = "" }) => [session.sessionId, why]));
    for (const [id, allowed] of known) {
      expect(allowed.map((each) => (each.startsWith(GONE) ? GONE : each))).toContain(found.get(id) ?? GONE);
    }
    expect([...found.keys()].filter((id) => !known.has(id))).toEqual([]);
    // The next one starts with what is there.
    known = new Map([...known.keys()].map((id) => [id, [found.get(id) ?? GONE]]));
  }
  expect(acknowledged).toBeGreaterThan(100);
});

const GONE = "gone";

interface Restarted {
  readonly ids: readonly string[];
  readonly logged: readonly unknown[];
  readonly names: readonly string[];
}

async function restarted(directory: string): Promise<Restarted> {
  const logged: unknown[] = [];
  const { entries } = await QueueFile.load(directory, (event, details) => logged.push({ event, ...details }));
  return { ids: entries.map(({ session }) => session.sessionId), logged, names: readdirSync(directory) };
}

const ENTRIES = `
const [folder, directory, json, round] = args;
const { QueueFile } = await import(folder + "/daemon/queue/queue-file.js");
const entry = JSON.parse(json);
const idOf = (number) => number.toString(16).padStart(8, "0") + entry.session.sessionId.slice(8);
const of = (number, more) => ({ ...entry, session: { ...entry.session, sessionId: idOf(number) }, ...more });
const queue = await QueueFile.load(directory, (event) => process.stderr.write(event));
`;

/** One act after the other; each is said when it is acknowledged. */
const IN_TURN = `${ENTRIES}
for (const act of [1, 2, -1, -2]) {
  const { ok } = await (act > 0 ? queue.put(of(act)) : queue.remove(idOf(-act)));
  if (ok) say(String(act));
}
`;

/** Many at once, without end. */
const IN_BURSTS = `${ENTRIES}
for (let turn = 0; ; turn++) {
  const acts = Array.from({ length: 1 + Math.floor(Math.random() * 8) }, async (_, index) => {
    const id = idOf(Math.floor(Math.random() * 12));
    const isPut = Math.random() < 0.6;
    const revision = (isPut ? "" : "gone.") + [round, turn, index].join(".");
    say("ordered " + id + " " + revision);
    const { ok } = await (isPut ? queue.put(of(parseInt(id.slice(0, 8), 16), { why: revision })) : queue.remove(id));
    if (ok) say("saved " + id + " " + revision);
  });
  await Promise.race(acts);
}
`;
