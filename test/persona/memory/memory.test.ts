import {
  appendFileSync,
  chmodSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import {
  type Exchange,
  Memory,
  type MemoryOptions,
  personasWithMemory,
} from "../../../src/persona/memory/memory.js";
import { anExchange } from "../../support/persona/exchanges.js";

let state: string;

beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), "cac-memory-"));
});

afterEach(() => rmSync(state, { recursive: true, force: true }));

test("nothing is remembered before anything was asked", async () => {
  expect(await aMemory().read()).toEqual({ exchanges: [], says: undefined });
  expect(await personasWithMemory(state)).toEqual([]);
});

test("what was asked is there for the next process, in order, for us alone", async () => {
  const all = [anExchange(1), anExchange(2, { context: "a\nb", session: undefined }), anExchange(3)];
  const memory = aMemory();
  expect(await Promise.all(all.map((each) => memory.append(each)))).toEqual([true, true, true]);
  expect(await aMemory().read()).toEqual({ exchanges: all, says: undefined });
  if (process.platform === "win32") return;
  expect(statSync(memory.file).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(memory.file)).mode & 0o777).toBe(0o700);
});

test("every persona remembers every project by itself, however alike their paths are", async () => {
  const places = [
    { persona: "tester", projectRoot: "/srv/a-b" },
    { persona: "tester", projectRoot: "/srv/a/b" },
    { persona: "architect", projectRoot: "/srv/a/b" },
    { persona: "architect", projectRoot: "/" },
    { persona: "architect", projectRoot: `/${"long/".repeat(200)}` },
  ];
  for (const [index, place] of places.entries()) await aMemory(place).append(anExchange(index + 1));
  for (const [index, place] of places.entries()) {
    expect((await aMemory(place).read()).exchanges).toEqual([anExchange(index + 1)]);
  }
  expect(await personasWithMemory(state)).toEqual(["architect", "tester"]);
  expect(relative(state, aMemory({ persona: "tester", projectRoot: "/srv/a/b" }).file)).toMatch(
    /^personas\/memory\/tester\/srv-a-b-[0-9a-f]{16}\.jsonl$/,
  );
});

test.each(["../x", "a/b", "", ".", "/etc/passwd", "x\0"])("%j has no memory", (persona) => {
  expect(() => aMemory({ persona })).toThrow(`${JSON.stringify(persona)} is not a valid persona name`);
});

test("where it is too large the oldest goes, and what is left is whole", async () => {
  const memory = aMemory({ mostBytes: 10_000 });
  const sizes: number[] = [];
  for (let number = 1; number <= 200; number++) {
    await memory.append(anExchange(number));
    sizes.push(statSync(memory.file).size);
  }
  expect(Math.max(...sizes)).toBeLessThanOrEqual(10_000);
  const { exchanges } = await memory.read();
  expect(exchanges.length).toBeGreaterThan(40);
  expect(exchanges).toEqual(
    Array.from({ length: exchanges.length }, (_, index) => anExchange(201 - exchanges.length + index)),
  );
});

test("a huge exchange is cut, and does not drive out the others", async () => {
  const memory = aMemory({ mostBytes: 10_000 });
  await memory.append(anExchange(1));
  await memory.append(anExchange(2, { question: "x".repeat(1_000_000) }));
  const { exchanges } = await memory.read();
  expect(exchanges[0]).toEqual(anExchange(1));
  expect(exchanges[1]?.question).toMatch(/^x{1900,2400}… \(of 1000000 characters\)$/);
  expect(exchanges[1]?.response).toBe("answer 2");
});

test("a limit that was lowered holds from the next exchange on", async () => {
  await remember(Array.from({ length: 100 }, (_, index) => anExchange(index + 1)));
  const memory = aMemory({ mostBytes: 2000 });
  await memory.append(anExchange(101));
  expect(statSync(memory.file).size).toBeLessThanOrEqual(2000);
  expect((await memory.read()).exchanges.at(-1)).toEqual(anExchange(101));
});

test("lines that are torn or foreign take no other with them", async () => {
  const memory = aMemory();
  await memory.append(anExchange(1));
  appendFileSync(memory.file, `{"question":1}\nnothing\n${readFileSync(memory.file, "utf8").slice(0, 30)}`);
  await memory.append(anExchange(2));
  expect(await memory.read()).toEqual({ exchanges: [anExchange(1), anExchange(2)], says: undefined });
});

test("what is forgotten is gone, and there is room for more", async () => {
  const memory = aMemory();
  expect(await memory.forget()).toBeUndefined();
  void memory.append(anExchange(1));
  expect(await memory.forget()).toBeUndefined();
  expect((await memory.read()).exchanges).toEqual([]);
  await memory.append(anExchange(2));
  expect((await memory.read()).exchanges).toEqual([anExchange(2)]);
});

test.skipIf(process.platform === "win32")(
  "a file that others can write, or that leads elsewhere, is not believed",
  async () => {
    const memory = aMemory();
    await memory.append(anExchange(1));
    chmodSync(memory.file, 0o622);
    expect(await memory.read()).toEqual({ exchanges: [], says: "can be written by others" });
    const elsewhere = join(state, "elsewhere");
    writeFileSync(elsewhere, readFileSync(memory.file));
    rmSync(memory.file);
    symlinkSync(elsewhere, memory.file);
    expect(await memory.read()).toEqual({ exchanges: [], says: "is not a regular file" });
    expect(await memory.append(anExchange(2))).toBe(false);
  },
);

test("where it cannot be written, the next one is tried again", async () => {
  const blocked = join(state, "personas");
  writeFileSync(blocked, "in the way");
  const memory = aMemory();
  expect(await memory.append(anExchange(1))).toBe(false);
  rmSync(blocked);
  expect(await memory.append(anExchange(2))).toBe(true);
  expect((await memory.read()).exchanges).toEqual([anExchange(2)]);
});

function aMemory(over: Partial<MemoryOptions> = {}): Memory {
  return new Memory({
    stateDirectory: state,
    persona: "architect",
    projectRoot: "/home/ada/project",
    mostBytes: 1024 * 1024,
    ...over,
  });
}

async function remember(exchanges: readonly Exchange[]): Promise<void> {
  const memory = aMemory();
  for (const exchange of exchanges) await memory.append(exchange);
}
