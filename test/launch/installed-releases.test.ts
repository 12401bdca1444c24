import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { formatRelease } from "../../src/claude/hooks/releases.js";
import type { Surroundings } from "../../src/host/paths.js";
import { claudePlaces } from "../../src/launch/claude-places.js";
import { installedReleases } from "../../src/launch/installed-releases.js";

let home: string;

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "installed-releases-")));
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

test("none", async () => {
  expect(await found()).toEqual([]);
});

test("what answers to claude on PATH, also behind the first", async () => {
  command("a/claude", "2.1.325 (Claude Code)");
  command("b/claude", "1.0.64 (Claude Code)");
  put("c/claude", "not to be run");
  expect(await found({ PATH: paths("a", "b", "c", "nowhere") })).toEqual([
    ["a/claude", "2.1.325"],
    ["b/claude", "1.0.64"],
  ]);
});

test("one that does not tell its release is found all the same", async () => {
  command("a/claude", "hello");
  expect(await found({ PATH: paths("a") })).toEqual([["a/claude", undefined]]);
});

test("npm's package and its link on PATH are one", async () => {
  npmPackage("usr/lib/node_modules", "2.1.75");
  mkdirSync(join(home, "usr", "bin"));
  symlinkSync("../lib/node_modules/@anthropic-ai/claude-code/cli.js", join(home, "usr", "bin", "claude"));
  expect(await found({ PATH: paths("usr/bin") })).toEqual([["usr/bin/claude", "2.1.75"]]);
});

test("what no shell finds at the moment", async () => {
  npmPackage(".nvm/versions/node/v18.20.0/lib/node_modules", "1.0.89");
  npmPackage(".nvm/versions/node/v22.1.0/lib/node_modules", "2.1.325");
  npmPackage(".claude/local/node_modules", "2.0.72");
  npmPackage("their/prefix/lib/node_modules", "2.1.32");
  npmPackage("env/prefix/lib/node_modules", "2.1.148");
  put(".npmrc", "audit=false\nprefix = ~/their/prefix\n");
  put(".local/share/claude/versions/2.1.197", "a program", 0o755);
  put(".local/share/claude/versions/2.1.267", "a program", 0o755);
  put(".vscode/extensions/anthropic.claude-code-2.1.234-linux-x64/package.json", '{"version": "2.1.234"}');
  put(".vscode/extensions/other.extension-1.0.0/package.json", '{"version": "1.0.0"}');
  const releases = (await found({ NPM_CONFIG_PREFIX: join(home, "env/prefix") })).map(
    ([, release]) => release,
  );
  expect(new Set(releases)).toEqual(
    new Set(["1.0.89", "2.0.72", "2.1.148", "2.1.197", "2.1.234", "2.1.267", "2.1.32", "2.1.325"]),
  );
});

test("the native installer's link and the version that it leads to are one", async () => {
  put(".local/share/claude/versions/2.1.325", "a program", 0o755);
  mkdirSync(join(home, ".local", "bin"));
  symlinkSync("../share/claude/versions/2.1.325", join(home, ".local", "bin", "claude"));
  expect(await found()).toEqual([[".local/bin/claude", "2.1.325"]]);
});

test("one that the user named", async () => {
  command("opt/my-claude", "2.1.75 (Claude Code)");
  expect(await found({}, [join(home, "opt/my-claude")])).toEqual([["opt/my-claude", "2.1.75"]]);
});

test("a claude that is cac is none", async () => {
  put("a/claude", '#!/bin/sh\nexec cac "$@"\n', 0o755);
  expect(await found({ PATH: paths("a") })).toEqual([]);
});

test("the places on Windows", () => {
  const where = { platform: "win32", home: "C:\\Users\\me", env: { Path: "C:\\npm;relative" } } as const;
  const places = claudePlaces(where);
  expect(places).toEqual(
    expect.arrayContaining([
      "C:\\npm\\claude.exe",
      "C:\\npm\\claude.cmd",
      "C:\\npm\\node_modules\\@anthropic-ai\\claude-code\\package.json",
      "C:\\Users\\me\\.claude\\local\\node_modules\\@anthropic-ai\\claude-code\\package.json",
    ]),
  );
  expect(places.filter((place) => !place.startsWith("C:\\"))).toEqual([]);
});

async function found(
  env: Record<string, string> = {},
  also: string[] = [],
): Promise<[string, string | undefined][]> {
  const where: Surroundings = { env, home, platform: "linux" };
  const installed = await installedReleases(where, also);
  return installed.map(({ file, release }) => [
    file.slice(home.length + 1),
    release && formatRelease(release),
  ]);
}

function command(file: string, says: string): void {
  put(file, `#!/bin/sh\necho '${says}'\n`, 0o755);
}

function npmPackage(modules: string, version: string): void {
  const folder = `${modules}/@anthropic-ai/claude-code`;
  put(`${folder}/package.json`, JSON.stringify({ name: "@anthropic-ai/claude-code", version }));
  put(`${folder}/cli.js`, "", 0o755);
}

function put(file: string, text: string, mode = 0o644): void {
  const path = join(home, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, mode);
}

function paths(...folders: string[]): string {
  return folders.map((folder) => join(home, folder)).join(":");
}
