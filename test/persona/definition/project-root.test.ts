import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { projectRootOf, realDirectory } from "../../../src/persona/definition/project-root.js";
import { personaPlaces, type PersonaPlaces } from "../../support/persona/persona-folders.js";

let places: PersonaPlaces;
let deep: string;

beforeEach(() => {
  places = personaPlaces();
  deep = join(places.project, "packages", "a", "src");
  mkdirSync(deep, { recursive: true });
});

afterEach(() => places.remove());

const root = (directory: string) => projectRootOf(directory, places.where);

test("without a mark the directory itself", () => {
  expect(root(deep)).toBe(deep);
});

test("the nearest folder that is a repository or has personas", () => {
  mkdirSync(join(places.project, ".git"));
  expect(root(deep)).toBe(places.project);
  mkdirSync(join(places.project, "packages", "a", ".claude", "personas"), { recursive: true });
  expect(root(deep)).toBe(join(places.project, "packages", "a"));
});

test("a worktree's .git is a file", () => {
  writeFileSync(join(places.project, ".git"), "gitdir: elsewhere\n");
  expect(root(deep)).toBe(places.project);
});

test("dotfiles do not make a project of the whole home", () => {
  mkdirSync(join(places.home, ".git"));
  expect(root(deep)).toBe(deep);
  expect(root(places.home)).toBe(places.home);
});

test.skipIf(process.platform === "win32")("a project has one name, whichever link leads to it", () => {
  mkdirSync(join(places.project, ".git"));
  symlinkSync(deep, join(places.home, "shortcut"));
  expect(root(join(places.home, "shortcut"))).toBe(places.project);
});

test("what is no directory is refused", () => {
  const file = join(places.project, "notes.md");
  writeFileSync(file, "");
  for (const path of [file, join(places.project, "missing"), join(file, "below")]) {
    expect(() => realDirectory(path)).toThrow(
      expect.objectContaining({ code: "NO_SUCH_PROJECT", message: `${path} is not a directory` }),
    );
  }
});
