import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { stateDir, type Surroundings } from "../../src/host/paths.js";
import { personaBackend } from "../../src/mcp/backend.js";
import { Memory } from "../../src/persona/memory/memory.js";
import { FakeHost } from "../support/mcp/fake-backend.js";

let home: string;
let project: string;
let where: Surroundings;

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "cac-backend-")));
  project = join(home, "project");
  mkdirSync(project);
  where = { env: {}, home, platform: "linux" };
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

test("one that cannot be used is listed with what is wrong, and how to mend it", async () => {
  const folder = join(home, ".config", "claude-auto-continue", "personas", "tester");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "CLAUDE.md"), "You are the tester.");
  writeFileSync(join(folder, "persona.json"), "{");
  const [listed, ...others] = await personaBackend(new FakeHost(), where).listPersonas(project);
  expect(others).toEqual([]);
  expect(listed).toMatchObject({ name: "tester", origin: "global", description: "" });
  expect(listed?.problem).toMatch(new RegExp(`^${join(folder, "persona.json")} .+; fix: .+`));
});

test("a memory that cannot be trusted is told, not left out", async () => {
  const memory = new Memory({
    stateDirectory: stateDir(where),
    persona: "tester",
    projectRoot: project,
    mostBytes: 1000,
  });
  mkdirSync(memory.file, { recursive: true });
  const query = { persona: "tester", projectRoot: project, search: undefined, most: 1 };
  await expect(personaBackend(new FakeHost(), where).readMemory(query)).rejects.toMatchObject({
    code: "MEMORY_UNREADABLE",
    message: `${memory.file} is not a regular file`,
  });
});
