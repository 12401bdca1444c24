import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { findPersona, listPersonas, personaFolders } from "../../../src/persona/definition/find-personas.js";
import { DEFAULT_LIMITS } from "../../../src/persona/definition/persona.js";
import { personaPlaces, type PersonaPlaces } from "../../support/persona/persona-folders.js";

let places: PersonaPlaces;

beforeEach(() => {
  places = personaPlaces();
});

afterEach(() => places.remove());

const find = (name: string) => findPersona(name, places.project, places.where);
const list = () => listPersonas(places.project, places.where);

test("a CLAUDE.md alone is a persona", async () => {
  places.write("global", "ada", "CLAUDE.md", "# Ada\n\nYou are Ada. You count.\n");
  expect(await find("ada")).toEqual({
    name: "ada",
    origin: "global",
    description: "You are Ada.",
    identity: "# Ada\n\nYou are Ada. You count.",
    model: undefined,
    allowedTools: [],
    permissionMode: undefined,
    limits: DEFAULT_LIMITS,
  });
});

test("both: the user's text first, the project's word on what it is, the user's on what it may do", async () => {
  places.write("global", "ada", "CLAUDE.md", "You are Ada.\n");
  places.write("global", "ada", "persona.json", {
    description: "counts",
    model: "opus",
    allowedTools: ["Read", "Bash(npm test)"],
    permissionMode: "plan",
    limits: { idle: "1h", timeout: "5m" },
  });
  places.write("local", "ada", "CLAUDE.md", "\nHere you count sheep.");
  places.write("local", "ada", "persona.json", {
    description: "counts sheep",
    model: "claude-sonnet-5-5[1m]",
    allowedTools: ["Read", "Edit(src/**)"],
    permissionMode: "acceptEdits",
    limits: { timeout: "90s", memory: "2mb", driftEvery: 20 },
  });
  expect(await find("ada")).toEqual({
    name: "ada",
    origin: "both",
    description: "counts sheep",
    identity: "You are Ada.\n\nHere you count sheep.",
    model: "claude-sonnet-5-5[1m]",
    allowedTools: ["Read", "Bash(npm test)", "Edit(src/**)"],
    permissionMode: "plan",
    limits: { idleMs: 3_600_000, timeoutMs: 90_000, memoryBytes: 2 * 1024 * 1024, driftEvery: 20 },
  });
});

test("a project may set up a persona of the user's without a text of its own, and the other way round", async () => {
  places.write("global", "ada", "CLAUDE.md", "You are Ada.");
  places.write("local", "ada", "persona.json", { model: "haiku" });
  places.write("global", "bob", "persona.json", { permissionMode: "plan" });
  places.write("local", "bob", "CLAUDE.md", "You are Bob.");
  expect(await find("ada")).toMatchObject({ origin: "both", identity: "You are Ada.", model: "haiku" });
  expect(await find("bob")).toMatchObject({ identity: "You are Bob.", permissionMode: "plan" });
});

test("persona.idle is the idle time of whoever says none", async () => {
  writeFileSync(join(places.home, "settings.json"), '{"persona": {"idle": "7m"}}');
  const where = { ...places.where, env: { CAC_CONFIG: join(places.home, "settings.json") } };
  places.write("local", "ada", "CLAUDE.md", "You are Ada.");
  places.write("local", "bob", "CLAUDE.md", "You are Bob.");
  places.write("local", "bob", "persona.json", { limits: { idle: "5s" } });
  const idle = async (name: string) => (await findPersona(name, places.project, where))?.limits.idleMs;
  expect([await idle("ada"), await idle("bob")]).toEqual([420_000, 5000]);
});

test.each(["nobody", "../ada", "..", "", "ada/../ada", "/etc/passwd"])(
  "there is no persona %j",
  async (name) => {
    places.write("global", "ada", "CLAUDE.md", "You are Ada.");
    writeFileSync(join(places.global, "..", "CLAUDE.md"), "You are not to be found.");
    expect(await find(name)).toBeUndefined();
    expect(await personaFolders(name, places.project, places.where)).toEqual([]);
  },
);

test("a name counts as it is written, also where the disk knows no case", async () => {
  places.write("global", "ada", "CLAUDE.md", "You are Ada.");
  expect(await find("Ada")).toBeUndefined();
});

test("list: by name, whoever can be asked and whoever cannot yet", async () => {
  places.write("local", "bob", "CLAUDE.md", "You are Bob.");
  places.write("global", "ada", "CLAUDE.md", "You are Ada.");
  places.write("local", "ada", "CLAUDE.md", "You count.");
  const bad = places.write("global", "cid", "persona.json", { modell: "opus" });
  mkdirSync(join(places.global, "two words"));
  mkdirSync(join(places.global, ".git"));
  writeFileSync(join(places.global, "README"), "no folder");
  const found = await list();
  expect(found.map(({ name, origin }) => [name, origin])).toEqual([
    ["ada", "both"],
    ["bob", "project"],
    ["cid", "global"],
    ["two words", "global"],
  ]);
  expect(found[2]).toEqual({
    name: "cid",
    origin: "global",
    problems: [
      {
        file: bad,
        says: 'has a mistake: "modell" is not known, did you mean "model"?',
        fix: "correct the file; cac help persona shows its keys",
      },
    ],
  });
  expect(found[3]).toMatchObject({
    problems: [{ file: join(places.global, "two words"), says: "is not a valid persona name" }],
  });
});

test("nobody is there: an empty list", async () => {
  rmSync(places.project, { recursive: true });
  expect(await list()).toEqual([]);
});

test("a broken one says what is wrong, in which file, and what to do", async () => {
  const file = places.write("global", "ada", "CLAUDE.md", " \n");
  await expect(find("ada")).rejects.toMatchObject({
    code: "PERSONA_BROKEN",
    message: `the persona ada cannot be used: ${file} is missing or empty`,
    fix: "write in it who the persona is",
  });
  places.write("global", "ada", "CLAUDE.md", "You are Ada.");
  const settings = places.write("local", "ada", "persona.json", '{"model": "opus",}');
  await expect(find("ada")).rejects.toMatchObject({
    message: `the persona ada cannot be used: ${settings} is not JSON: line 1, column 17: a comma before "}" is not allowed`,
  });
});

test("an identity must fit into one argument", async () => {
  places.write("global", "ada", "CLAUDE.md", "ä".repeat(32 * 1024));
  expect((await find("ada"))?.identity).toHaveLength(32 * 1024);
  const file = places.write("local", "ada", "CLAUDE.md", "x");
  await expect(find("ada")).rejects.toThrow(
    `${file} makes the persona too large (65539 bytes in all, at most 65536)`,
  );
});

test.skipIf(process.platform === "win32")(
  "the user's own files may be links; a project's may not lead out of it",
  async () => {
    const secret = join(places.home, "secret.md");
    writeFileSync(secret, "You know the secret.");
    places.write("global", "ada", "persona.json", {});
    symlinkSync(secret, join(places.global, "ada", "CLAUDE.md"));
    expect((await find("ada"))?.identity).toBe("You know the secret.");

    places.write("local", "bob", "persona.json", {});
    const link = join(places.local, "bob", "CLAUDE.md");
    symlinkSync(secret, link);
    await expect(find("bob")).rejects.toThrow(
      `the persona bob cannot be used: ${link} is a link that leads out of the project`,
    );
    rmSync(link);
    writeFileSync(join(places.project, "bob.md"), "You are Bob.");
    symlinkSync(join("..", "..", "..", "bob.md"), link);
    expect((await find("bob"))?.identity).toBe("You are Bob.");

    mkdirSync(join(places.home, "elsewhere"));
    writeFileSync(join(places.home, "elsewhere", "CLAUDE.md"), "You are somebody else.");
    symlinkSync(join(places.home, "elsewhere"), join(places.local, "cid"));
    await expect(find("cid")).rejects.toThrow("is a link that leads out of the project");
  },
);
