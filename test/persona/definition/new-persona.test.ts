import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { findPersona } from "../../../src/persona/definition/find-personas.js";
import { newPersona } from "../../../src/persona/definition/new-persona.js";
import { DEFAULT_LIMITS } from "../../../src/persona/definition/persona.js";
import { BLANK, TEMPLATES } from "../../../src/persona/definition/templates.js";
import { personaPlaces, type PersonaPlaces } from "../../support/persona/persona-folders.js";

let places: PersonaPlaces;

beforeEach(() => {
  places = personaPlaces();
});

afterEach(() => places.remove());

test.each([...TEMPLATES, BLANK])("from the template $name comes a persona as it says", async (template) => {
  const folder = await newPersona("ada", template, places.local);
  expect(folder).toBe(join(places.local, "ada"));
  expect(await findPersona("ada", places.project, places.where)).toEqual({
    name: "ada",
    origin: "project",
    description: template.description,
    identity: template.identity.trim(),
    model: undefined,
    allowedTools: template.allowedTools,
    permissionMode: undefined,
    limits: DEFAULT_LIMITS,
  });
});

test("templates have names of their own, in order, and a heading", () => {
  const names = TEMPLATES.map(({ name }) => name);
  expect(names).toEqual(["architect", "engineering-manager", "security-reviewer", "tech-writer", "tester"]);
  for (const { identity } of TEMPLATES) expect(identity).toMatch(/^# [A-Z][a-z ]+\n\nYou are the /);
});

test.skipIf(process.platform === "win32")("it is for its user alone", async () => {
  const folder = await newPersona("ada", BLANK, places.global);
  const paths = [folder, join(folder, "CLAUDE.md"), join(folder, "persona.json")];
  expect(paths.map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600, 0o600]);
});

test("what is there stays as it is", async () => {
  const file = places.write("global", "ada", "CLAUDE.md", "mine");
  await expect(newPersona("ada", BLANK, places.global)).rejects.toMatchObject({
    code: "PERSONA_EXISTS",
    message: `${join(places.global, "ada")} exists already`,
    fix: "edit it, or choose another name; cac persona show ada",
  });
  expect(readFileSync(file, "utf8")).toBe("mine");
  expect(readdirSync(places.global)).toEqual(["ada"]);
});

test("of two at once one wins, and nothing is left of the other", async () => {
  const both = await Promise.allSettled([
    newPersona("ada", BLANK, places.global),
    newPersona("ada", BLANK, places.global),
  ]);
  expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(both.find(({ status }) => status === "rejected")).toMatchObject({
    reason: { code: "PERSONA_EXISTS" },
  });
  expect(readdirSync(places.global)).toEqual(["ada"]);
});

test.each(["../ada", "", "a/b", "con"])("%j is no name", async (name) => {
  await expect(newPersona(name, BLANK, places.global)).rejects.toMatchObject({
    code: "BAD_PERSONA_NAME",
    exitCode: 2,
    fix: "use letters, digits, - and _, at most 64, with a letter or digit first",
  });
});

test("a place that cannot be written is told with its fix", async () => {
  writeFileSync(join(places.project, ".claude"), "a file in the way");
  await expect(newPersona("ada", BLANK, places.local)).rejects.toMatchObject({
    code: "PERSONA_NOT_MADE",
    message: `${join(places.local, "ada")} cannot be created (ENOTDIR)`,
  });
});
