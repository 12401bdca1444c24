import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { releaseOf } from "../../src/launch/claude-release.js";

let root: string;
let cacheDirectory: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "claude-release-"));
  cacheDirectory = join(root, "cache");
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

const NEVER_ASKED = "#!/bin/sh\necho 0.0.1\n";

test.each([
  [
    "cli.js of npm's package",
    "node_modules/@anthropic-ai/claude-code/cli.js",
    "node_modules/@anthropic-ai/claude-code",
  ],
  [
    "its binary",
    "node_modules/@anthropic-ai/claude-code/bin/claude.exe",
    "node_modules/@anthropic-ai/claude-code",
  ],
  ["the local installer's script", "local/claude", "local/node_modules/@anthropic-ai/claude-code"],
])("by its package: %s", async (_, file, manifest) => {
  const real = program(file, NEVER_ASKED);
  mkdirSync(join(root, manifest), { recursive: true });
  writeFileSync(
    join(root, manifest, "package.json"),
    '{"name": "@anthropic-ai/claude-code", "version": "2.1.197"}',
  );
  const link = join(root, "claude");
  symlinkSync(real, link);
  expect(await release(link)).toBe("2.1.197");
});

test("by the name that the native installer gives its file", async () => {
  const real = program("share/claude/versions/2.1.325", NEVER_ASKED);
  symlinkSync(real, join(root, "claude"));
  expect(await release(join(root, "claude"))).toBe("2.1.325");
});

test("by asking it, once for as long as the file stays as it is", async () => {
  const asked = join(root, "asked");
  const file = program("bin/claude", `#!/bin/sh\necho x >>'${asked}'\necho '2.1.325 (Claude Code)'\n`);
  expect(await release(file)).toBe("2.1.325");
  expect(await release(file)).toBe("2.1.325");
  expect(readFileSync(asked, "utf8")).toBe("x\n");
  expect(statSync(join(cacheDirectory, "releases.json")).mode & 0o777).toBe(0o600);
  utimesSync(file, new Date(), new Date(Date.now() + 5000));
  expect(await release(file)).toBe("2.1.325");
  expect(readFileSync(asked, "utf8")).toBe("x\nx\n");
});

test("a script is asked again after a day: it may start another one by then", async () => {
  const file = program("bin/claude", "#!/bin/sh\necho 2.1.1\n");
  await release(file);
  const cacheFile = join(cacheDirectory, "releases.json");
  const cache = JSON.parse(readFileSync(cacheFile, "utf8")) as Record<
    string,
    { version: string; at: number }
  >;
  const entry = Object.values(cache)[0];
  if (!entry) throw new Error("nothing was kept");
  entry.version = "2.0.0";
  writeFileSync(cacheFile, JSON.stringify(cache));
  expect(await release(file)).toBe("2.0.0");
  entry.at -= 25 * 60 * 60 * 1000;
  writeFileSync(cacheFile, JSON.stringify(cache));
  expect(await release(file)).toBe("2.1.1");
});

test.each([
  ["says nothing of use", "#!/bin/sh\necho hello\n"],
  ["fails", "#!/bin/sh\nexit 3\n"],
  ["reads its input", "#!/bin/sh\ncat\n"],
])("one that %s has none, and none is kept", async (_, script) => {
  expect(await release(program("bin/claude", script))).toBeUndefined();
  expect(() => statSync(cacheDirectory)).toThrow("ENOENT");
});

test("a cache that is broken, or cannot be written, does no harm", async () => {
  const file = program("bin/claude", "#!/bin/sh\necho 2.1.1\n");
  mkdirSync(cacheDirectory);
  writeFileSync(join(cacheDirectory, "releases.json"), "{broken");
  expect(await release(file)).toBe("2.1.1");
  rmSync(cacheDirectory, { recursive: true });
  writeFileSync(cacheDirectory, "a file in its place");
  expect(await release(file)).toBe("2.1.1");
});

test("a file that is not there has none", async () => {
  expect(await release(join(root, "nothing"))).toBeUndefined();
});

function program(name: string, text: string): string {
  const file = join(root, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { mode: 0o755 });
  return file;
}

async function release(file: string): Promise<string | undefined> {
  const found = await releaseOf(file, { env: { PATH: "/usr/bin:/bin" }, cacheDirectory });
  return found && `${found.major}.${found.minor}.${found.patch}`;
}
