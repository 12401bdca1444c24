import { execFileSync } from "node:child_process";
import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

const NPM = process.platform === "win32" ? "npm.cmd" : "npm";
const INSTALL_MS = 180_000;

let folder: string;
let installed: string;
let home: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tarball-"));
  home = join(folder, "home");
  // dist/ is what `npm test` has just built; the prepack script would build it again beneath other tests.
  npm("pack", "--ignore-scripts", "--silent", "--pack-destination", folder);
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz"));
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  npm(
    "install",
    "--prefix",
    folder,
    join(folder, String(tarball)),
    "--prefer-offline",
    "--no-audit",
    "--no-fund",
  );
  installed = join(folder, "node_modules", "claude-auto-continue");
}, INSTALL_MS);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("holds the build, the documents, and nothing else", () => {
  const allowed = /^(dist|docs)\/|^(package\.json|README\.md|CHANGELOG\.md|CONTRIBUTING\.md|LICENSE)$/;
  const unwanted = /fixtures|^dist\/(lab\/capture\/|lab\/matrix|test\/|bench\/)|\.test\./;
  const files = filesOf(installed);
  expect(files.filter((file) => !allowed.test(file) || unwanted.test(file))).toEqual([]);
  expect(files).toEqual(
    expect.arrayContaining(["README.md", "CHANGELOG.md", "LICENSE", "dist/index.js", "dist/index.d.ts"]),
  );
});

test("no file imports one that was left out", () => {
  const missing = filesOf(join(installed, "dist"))
    .filter((file) => file.endsWith(".js"))
    .flatMap((file) => {
      const path = join(installed, "dist", file);
      const imports = readFileSync(path, "utf8").matchAll(/(?:from |import\()"(\.[^"]+)"/g);
      return [...imports].map(([, target = ""]) => resolve(dirname(path), target));
    })
    .filter((target) => !existsSync(target));
  expect(missing).toEqual([]);
});

test.each(["cac", "claude-auto-continue"])("%s runs", (name) => {
  const command = join(folder, "node_modules", ".bin", process.platform === "win32" ? `${name}.cmd` : name);
  accessSync(command, constants.X_OK);
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  expect(run(command, "--version")).toBe(`${version}\n`);
  expect(run(command, "config", "path")).toBe(
    `${join(home, ".config", "claude-auto-continue", "config.json")}\n`,
  );
});

test("cac demo plays a session under the installed command, and proves it", () => {
  const command = join(folder, "node_modules", ".bin", "cac");
  const outcome = JSON.parse(run(command, "demo", "--stand-in", "--json")) as { holds: boolean };
  expect(outcome).toMatchObject({ holds: true, program: { type: "played", because: "you asked for it" } });
});

test("the package root gives the public API", () => {
  const script = `
    import * as api from "claude-auto-continue";
    console.log(JSON.stringify(Object.entries(api).map(([name, value]) => [name, typeof value])));
    new api.PatternDetector();
    new api.Scheduler().cancel();
    console.log(JSON.stringify(api.loadConfig().warnings));`;
  const [exported = "", warnings] = run(process.execPath, "--input-type=module", "-e", script).split("\n");
  const expected = ["PatternDetector", "Scheduler", "loadConfig"].map((name) => [name, "function"]);
  expect(JSON.parse(exported)).toEqual(expect.arrayContaining(expected));
  expect(warnings).toBe("[]");
});

function npm(...args: string[]): void {
  execFileSync(NPM, args, { stdio: ["ignore", "ignore", "pipe"], shell: process.platform === "win32" });
}

function run(command: string, ...args: string[]): string {
  const env = { HOME: home, PATH: process.env["PATH"] };
  return execFileSync(command, args, {
    cwd: folder,
    env,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
}

function filesOf(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll("\\", "/"),
    );
}
