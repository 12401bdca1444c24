import { chmod, mkdir, mkdtemp, readFile, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { cacheDirectory, installCommand, installedRelease } from "../../../src/lab/machine/release-cache.js";
import { UserError } from "../../../src/errors.js";

let folder: string;
let cache: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cac-test-"));
  cache = join(folder, "cache");
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

/** An npm of our own on PATH: the registry is no part of these tests. */
async function useNpm(script: string): Promise<void> {
  const bin = join(folder, "bin");
  await mkdir(bin);
  await writeFile(join(bin, "npm"), `#!/bin/sh\n${script}\n`);
  await chmod(join(bin, "npm"), 0o755);
  vi.stubEnv("PATH", `${bin}:/usr/bin:/bin`);
}

it("installs a release once, also when several ask at the same time", async () => {
  await useNpm('mkdir -p "$3/node_modules/.bin" && sleep 0.2 && echo "$@" > "$3/node_modules/.bin/claude"');
  const wanted = join(cache, "2.1.325", "node_modules", ".bin", "claude");
  const paths = await Promise.all([1, 2, 3].map(() => installedRelease("2.1.325", cache)));
  expect(paths).toEqual([wanted, wanted, wanted]);
  expect(await readdir(cache)).toEqual(["2.1.325"]);

  await rm(join(folder, "bin"), { recursive: true });
  expect(await installedRelease("2.1.325", cache)).toBe(wanted);
});

it("says what stood in the way, and leaves nothing behind", async () => {
  await useNpm("echo 'npm error notarget No matching version found' >&2; exit 1");
  const error = await installedRelease("9.9.9", cache).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(UserError);
  expect(error).toMatchObject({
    code: "RELEASE_NOT_INSTALLED",
    message: "Claude Code 9.9.9 could not be installed: npm error notarget No matching version found",
    fix: 'check that "npm view @anthropic-ai/claude-code@9.9.9" finds it and that the npm registry can be reached',
  });
  expect(await readdir(cache)).toEqual([]);
});

it("sweeps up after installs that were killed, a day later", async () => {
  await useNpm('mkdir -p "$3/node_modules/.bin" && echo "$@" > "$3/node_modules/.bin/claude"');
  const [stale, young] = [join(cache, ".installing-2.1.300-a"), join(cache, ".installing-2.1.300-b")];
  for (const path of [stale, young]) await mkdir(join(path, "node_modules"), { recursive: true });
  const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000);
  await utimes(stale, yesterday, yesterday);
  await installedRelease("2.1.325", cache);
  expect((await readdir(cache)).sort()).toEqual([".installing-2.1.300-b", "2.1.325"]);
});

it.each(["latest", "2.1", "", "2.1.325; rm -rf /"])("refuses %j as a release", async (version) => {
  await expect(installedRelease(version, cache)).rejects.toMatchObject({ code: "BAD_RELEASE" });
});

it("hands npm no path, which a shell of Windows would split at a blank", () => {
  const args = [
    "install",
    "--prefix",
    ".",
    "--no-audit",
    "--no-fund",
    "--no-save",
    "--loglevel=error",
    "@anthropic-ai/claude-code@2.1.325",
  ];
  expect(installCommand("2.1.325", "linux")).toEqual({ file: "npm", args, shell: false });
  expect(installCommand("2.1.325", "win32")).toEqual({
    file: "npm install --prefix . --no-audit --no-fund --no-save --loglevel=error @anthropic-ai/claude-code@2.1.325",
    args: [],
    shell: true,
  });
});

it("installs into a folder with a blank in its name", async () => {
  await useNpm('mkdir -p "$3/node_modules/.bin" && echo "$@" > "$3/node_modules/.bin/claude"');
  const spaced = join(folder, "my cache");
  const binary = join(spaced, "2.1.325", "node_modules", ".bin", "claude");
  expect(await installedRelease("2.1.325", spaced)).toBe(binary);
  expect(await readFile(binary, "utf8")).toMatch(
    /^install --prefix \. .* @anthropic-ai\/claude-code@2\.1\.325\n$/,
  );
});

it("takes its folder from the environment", () => {
  expect(cacheDirectory({ CAC_LAB_CACHE: "/somewhere" })).toBe("/somewhere");
  expect(cacheDirectory({})).toMatch(/\/\.lab-cache$/);
});
