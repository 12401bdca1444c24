import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { TEMPLATES } from "../../../src/persona/definition/templates.js";
import { personaPlaces, type PersonaPlaces } from "../../support/persona/persona-folders.js";
import { runCac, type Ran } from "../../support/cli/run-cac.js";

let places: PersonaPlaces;

beforeEach(() => {
  places = personaPlaces();
});

afterEach(() => places.remove());

const LIMITS = { idleMs: 1_800_000, timeoutMs: 600_000, memoryBytes: 1_048_576, driftEvery: 0 };

test("new: a template of that name, for all of the user's projects", () => {
  const folder = join(places.global, "tester");
  expect(cac("new", "tester")).toEqual({
    code: 0,
    out: `tester is in ${folder}.\nFrom the template tester; change it in CLAUDE.md, and what it may do in persona.json.\nThen: cac persona ask tester QUESTION\n`,
    err: "",
  });
  const template = TEMPLATES.find(({ name }) => name === "tester");
  expect(readFileSync(join(folder, "CLAUDE.md"), "utf8")).toBe(template?.identity);
  expect(JSON.parse(readFileSync(join(folder, "persona.json"), "utf8"))).toEqual({
    description: "Finds what breaks, and the test that would have caught it.",
    allowedTools: ["Read", "Grep", "Glob", "Bash(npm test)"],
  });
});

test("new: another template, in the project, as JSON", () => {
  const folder = join(places.local, "ada");
  const made = cac("new", "ada", "--from", "architect", "--project", places.project, "--json");
  expect(made).toEqual({
    code: 0,
    out: `${JSON.stringify({ name: "ada", folder, template: "architect" })}\n`,
    err: "",
  });
  expect(existsSync(join(folder, "CLAUDE.md"))).toBe(true);
});

test("new: any other name begins empty", () => {
  expect(cac("new", "ada").out).toBe(
    `ada is in ${join(places.global, "ada")}.\nIt is empty: say who it is in CLAUDE.md, and what it may do in persona.json.\nThen: cac persona ask ada QUESTION\n`,
  );
});

test.each<[string[], Ran]>([
  [
    ["new", "../x"],
    wrong(
      '"../x" is not a valid persona name',
      "use letters, digits, - and _, at most 64, with a letter or digit first",
    ),
  ],
  [["new", "ada", "--from", "archtect"], wrong('there is no template "archtect"', "did you mean architect?")],
  [
    ["new", "ada", "--from", "poet"],
    wrong(
      'there is no template "poet"',
      "the templates are: architect, engineering-manager, security-reviewer, tech-writer, tester",
    ),
  ],
  [["sho"], wrong("unknown command 'sho'", "did you mean show?")],
  [["quux"], wrong("unknown command 'quux'", "cac help persona")],
])("%j is told", (args, told) => {
  expect(cac(...args)).toEqual(told);
});

test("list: nobody yet", () => {
  const { code, out, err } = cac();
  expect({ code, err }).toEqual({ code: 0, err: "" });
  const lines = TEMPLATES.map(
    ({ name, description }) => `  cac persona new ${name.padEnd(20)} ${description}`,
  );
  expect(out).toBe(["There is no persona yet. Make one from a template:", ...lines, ""].join("\n"));
});

test("list: whoever can be asked here, and what is wrong with whoever cannot", () => {
  places.write("global", "ada", "CLAUDE.md", "You count\u001b[31m and are Ada. Who else?");
  places.write("local", "ada", "persona.json", { model: "opus" });
  places.write("local", "bob", "CLAUDE.md", "You are Bob.");
  const file = places.write("local", "cid", "persona.json", { permissionMode: "bypassPermissions" });
  places.write("local", "cid", "CLAUDE.md", "You are Cid.");
  const says = `has a mistake: "permissionMode" may be "bypassPermissions" only in your own personas, not in a project's`;
  const fix = "correct the file; cac help persona shows its keys";
  const lines = [
    "ada  yours and project  You count [31m and are Ada.",
    "bob  project            You are Bob.",
    "cid  project            cannot be used:",
    `  ${file} ${says}`,
    `  fix: ${fix}`,
    "",
  ];
  expect(cac("list")).toEqual({ code: 0, out: lines.join("\n"), err: "" });
  const item = {
    model: null,
    allowedTools: [],
    consults: false,
    permissionMode: null,
    limits: LIMITS,
    problems: [],
  };
  expect(JSON.parse(cac("list", "--json").out)).toEqual([
    { ...item, name: "ada", origin: "both", description: "You count [31m and are Ada.", model: "opus" },
    { ...item, name: "bob", origin: "project", description: "You are Bob." },
    { name: "cid", origin: "project", problems: [{ file, says, fix }] },
  ]);
});

test("show: who it is, what it may do, and where it is written", () => {
  places.write("global", "ada", "CLAUDE.md", "# Ada\n\nYou are Ada.\n");
  places.write("local", "ada", "persona.json", {
    description: "counts",
    allowedTools: ["Read", "Bash(npm test)", "mcp__personas"],
    limits: { idle: "1h30m", timeout: "500s", memory: "64kb", driftEvery: 20 },
  });
  const folders = [join(places.global, "ada"), join(places.local, "ada")];
  const lines = [
    "ada: counts",
    "",
    "model    Claude Code's default",
    "tools    Read, Bash(npm test), mcp__personas",
    "asks     other personas",
    "mode     Claude Code's default",
    "limits   idle 1h30m, answers within 8m20s, memory 64kb",
    "drift    checked every 20 questions",
    `folders  ${folders[0]}`,
    `         ${folders[1]}`,
    "",
    "# Ada",
    "",
    "You are Ada.",
    "",
  ];
  expect(cac("show", "ada")).toEqual({ code: 0, out: lines.join("\n"), err: "" });
  expect(JSON.parse(cac("show", "ada", "--json").out)).toEqual({
    name: "ada",
    origin: "both",
    description: "counts",
    model: null,
    allowedTools: ["Read", "Bash(npm test)", "mcp__personas"],
    consults: true,
    permissionMode: null,
    limits: { idleMs: 5_400_000, timeoutMs: 500_000, memoryBytes: 65_536, driftEvery: 20 },
    problems: [],
    identity: "# Ada\n\nYou are Ada.",
    folders,
  });
});

test("show: the project around the directory it is called in", () => {
  places.write("local", "ada", "CLAUDE.md", "You are Ada.");
  const deep = join(places.project, "src", "deep");
  mkdirSync(deep, { recursive: true });
  expect(cacIn(deep, "show", "ada").code).toBe(0);
  expect(cacIn(places.home, "show", "ada")).toEqual({
    code: 1,
    out: "",
    err: `cac: there is no persona "ada" in ${places.home}\nfix: cac persona new ada\n`,
  });
});

test("show: nobody of that name", () => {
  places.write("global", "architect", "CLAUDE.md", "You are the architect.");
  expect(cac("show", "architekt").err).toBe(
    `cac: there is no persona "architekt" in ${places.project}\nfix: did you mean architect?\n`,
  );
  expect(cac("show", "../x").err).toBe(
    `cac: there is no persona "../x" in ${places.project}\nfix: cac persona list\n`,
  );
});

test("show: one that is broken", () => {
  const file = places.write("global", "ada", "persona.json", "[]");
  expect(cac("show", "ada")).toEqual({
    code: 1,
    out: "",
    err: `cac: the persona ada cannot be used: ${file} must hold an object, { … }\nfix: correct the file; cac help persona shows its keys\n`,
  });
});

function wrong(message: string, fix: string): Ran {
  return { code: 2, out: "", err: `cac: ${message}\nfix: ${fix}\n` };
}

function cac(...args: string[]): Ran {
  return cacIn(places.project, ...args);
}

function cacIn(cwd: string, ...args: string[]): Ran {
  return runCac(["persona", ...args], { HOME: places.home, PATH: process.env["PATH"] ?? "" }, "", cwd);
}
