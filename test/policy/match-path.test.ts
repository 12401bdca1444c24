import { win32 } from "node:path";

import { describe, expect, it, test } from "vitest";

import type { Match } from "../../src/policy/rules/match.js";
import type { PathUse } from "../../src/policy/path-use.js";
import { coversPath, matchPath, readPathPattern } from "../../src/policy/rules/match-path.js";
import { placePath, settlePlace } from "../../src/policy/place-paths.js";
import { ADA } from "./ada.js";

const PLACE = settlePlace(ADA);
const sub = { ...ADA, cwd: "/home/ada/app/packages" };

describe("coversPath", () => {
  test.each([
    ["src/**", "/home/ada/app/packages/src/a.ts", true],
    ["src/**", "/home/ada/app/packages/src/b/c/a.ts", true],
    ["src/**", "/home/ada/app/packages/src", false],
    ["src/**", "/home/ada/app/src/a.ts", false],
    ["./src/**", "/home/ada/app/packages/src/a.ts", true],
    ["/src/**", "/home/ada/app/src/a.ts", true],
    ["/src/**", "/src/a.ts", false],
    ["/docs/*.md", "/home/ada/app/docs/a.md", true],
    ["/docs/*.md", "/home/ada/app/docs/b/a.md", false],
    ["/docs/*.md", "/home/ada/app/docs/a.mdx", false],
    ["/docs/*", "/home/ada/app/docs/b/a.md", false],
    ["/docs", "/home/ada/app/docs/b/a.md", true],
    ["/docs/", "/home/ada/app/docs/b/a.md", true],
    ["/docs", "/home/ada/app/docsx", false],
    ["~/notes/**", "/home/ada/notes/a/b", true],
    ["~/notes/**", "/home/eve/notes/a", false],
    ["//var/log/**", "/var/log/a", true],
    ["//var/log/**", "/home/ada/app/var/log/a", false],
    ["package.json", "/home/ada/app/packages/package.json", true],
    ["package.json", "/home/ada/app/packages/a/b/package.json", true],
    ["package.json", "/home/ada/app/package.json", false],
    ["./package.json", "/home/ada/app/packages/a/package.json", false],
    ["*.ts", "/home/ada/app/packages/a/b.ts", true],
    ["*.ts", "/home/ada/app/packages/a/b.tsx", false],
    ["**/*.ts", "/home/ada/app/packages/b.ts", true],
    ["a/**/z", "/home/ada/app/packages/a/z", true],
    ["a/**/z", "/home/ada/app/packages/a/b/c/z", true],
    ["a/**/z", "/home/ada/app/packages/a/bz", false],
    ["**", "/home/ada/app/packages/x/y", true],
    ["**", "/home/ada/app/x", false],
    ["a?c", "/home/ada/app/packages/abc", true],
    ["a?c", "/home/ada/app/packages/a/c", false],
    ["[ab].txt", "/home/ada/app/packages/a.txt", true],
    ["[!ab].txt", "/home/ada/app/packages/a.txt", false],
    [String.raw`a\*`, "/home/ada/app/packages/a*", true],
    [String.raw`a\*`, "/home/ada/app/packages/ab", false],
    ["a.c", "/home/ada/app/packages/abc", false],
    ["SRC", "/home/ada/app/packages/src", false],
  ])("%s and %s: %s", (rule, path, covers) => {
    expect(coversPath(readPathPattern(rule), path, false, sub)).toBe(covers);
  });

  it("covers a search only where it covers all that may be found", () => {
    expect(coversSearch("src/**", "/home/ada/app/src")).toBe(true);
    expect(coversSearch("src/**", "/home/ada/app/src/a")).toBe(true);
    expect(coversSearch("src/**", "/home/ada/app")).toBe(false);
    expect(coversSearch("src/*", "/home/ada/app/src")).toBe(false);
    expect(coversSearch("src/*.ts", "/home/ada/app/src")).toBe(false);
  });

  it("measures the real path from where the project really is", () => {
    const place = { ...ADA, realPath: (path: string) => path.replace(/^\/home\/ada/, "/data/ada") };
    expect(coversPath(readPathPattern("/src/**"), "/data/ada/app/src/a", false, place)).toBe(true);
    expect(coversPath(readPathPattern("~/src/**"), "/data/ada/src/a", false, place)).toBe(true);
    expect(coversPath(readPathPattern("~/src/**"), "/data/eve/src/a", false, place)).toBe(false);
  });
});

describe("matchPath", () => {
  test.each([
    ["secrets/**", "secrets/a", "yes"],
    ["secrets/**", "src/../secrets/a", "yes"],
    ["secrets/**", "src/shortcut/a", "yes"],
    ["secrets/**", "SECRETS/a", "yes"],
    ["secrets/*", "secrets/a/b/c", "yes"],
    ["secrets", "a/b/secrets/c", "yes"],
    ["secrets/**", "src/a", "no"],
    ["~/.bashrc", "../.bashrc", "yes"],
  ])("%s and %s: %s", (rule, path, match) => {
    expect(matchPath(readPathPattern(rule), uses(path), PLACE)).toBe(match);
  });

  it("says maybe where a search would come past it", () => {
    expect(matchSearch("secrets/**", ".")).toBe("maybe");
    expect(matchSearch("secrets/**", "src")).toBe("no");
    expect(matchSearch(".secret", "src")).toBe("no");
    expect(matchSearch("more", "src")).toBe("maybe");
    expect(matchSearch("missing/**", ".")).toBe("no");
  });

  it("says maybe where a path is not known, or cannot be followed", () => {
    const pattern = readPathPattern("secrets/**");
    const somewhere = { ...uses("."), where: { kind: "anywhere", start: "/home/ada/app/src/" } } as const;
    expect(matchPath(pattern, somewhere, PLACE)).toBe("maybe");
    expect(matchPath(pattern, uses("gone/a", { access: "write" }), PLACE)).toBe("maybe");
  });

  it("looks at what a glob matches, and where its links lead", () => {
    const pattern = readPathPattern("secrets");
    const glob = (directory: string, name: string) =>
      matchPath(pattern, { ...uses("."), where: { kind: "glob", directory, names: [name] } }, PLACE);
    expect(glob("/home/ada/app/secrets", "*.txt")).toBe("yes");
    expect(glob("/home/ada/app", "*.md")).toBe("no");
    expect(glob("/home/ada/app/src", "short*")).toBe("yes");
    expect(glob("/home/ada/app/src", "*.ts")).toBe("no");
  });
});

describe("a place on Windows", () => {
  const place = settlePlace({
    cwd: String.raw`C:\Users\ada\app`,
    project: String.raw`C:\Users\ada\app`,
    home: String.raw`C:\Users\ada`,
    settings: [],
    entries: () => [],
    scripts: () => [],
    ignored: () => [],
    realPath: (path) => (/^c:/i.test(path) ? win32.normalize(path) : undefined),
  });

  test.each([
    [String.raw`C:\Users\ada\app\src\a.ts`, true],
    ["/c/Users/ada/app/src/a.ts", true],
    [String.raw`src\a.ts`, true],
    [String.raw`C:\Users\ada\app\test\a.ts`, false],
    [String.raw`..\src\a.ts`, false],
  ])("has its paths in one form: %s", (text, covers) => {
    const { path, real } = placePath(text, place.cwd, place);
    expect(real).toBe(path);
    expect(coversPath(readPathPattern("src/**"), path, false, place)).toBe(covers);
  });
});

function coversSearch(rule: string, path: string): boolean {
  return coversPath(readPathPattern(rule), path, true, ADA);
}

function matchSearch(rule: string, path: string): Match {
  return matchPath(readPathPattern(rule), uses(path, { isDeep: true }), PLACE);
}

function uses(text: string, more: Partial<PathUse> = {}): PathUse {
  const where = { kind: "path", ...placePath(text, ADA.cwd, ADA) } as const;
  return { where, access: "read", isDeep: false, follows: false, skipsHidden: false, ...more };
}
