import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

interface Entry {
  readonly version?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  packages: Record<string, Entry>;
};

// A registry that lacks a platform's package makes npm leave it out of the lock, and `npm ci` then fails everywhere.
test("the lock names the packages of every platform", () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`node_modules/${name}` in packages) && !(`${path}/node_modules/${name}` in packages),
    ),
  );
  expect(missing).toEqual([]);
});

test("the lock names no registry", () => {
  expect(Object.keys(packages).filter((path) => "resolved" in (packages[path] ?? {}))).toEqual([]);
});
