import { execFile } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import { asNumber, asObject, asString, parseJson } from "../claude/json.js";
import { parseRelease } from "../claude/hooks/releases.js";
import type { Release } from "../claude/hooks/releases.js";
import { makePrivate, writeWhole } from "../store/private-files.js";
import { asStarted } from "./as-started.js";
import { identityOf, readScript } from "./find-command.js";

export interface ReleaseSearch {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where what `claude --version` said is kept. */
  readonly cacheDirectory: string;
}

/**
 * The release of that `claude`: by the package or the directory it stands in, else by asking it, which takes some
 * 100 ms and is remembered for as long as the file stays as it is. Undefined where it does not say.
 */
export async function releaseOf(file: string, search: ReleaseSearch): Promise<Release | undefined> {
  const real = identityOf(file);
  const known = parseRelease(packageVersion(real) ?? basename(real));
  if (known) return known;
  const key = fingerprint(real);
  if (key === undefined) return undefined;
  const cacheFile = join(search.cacheDirectory, "releases.json");
  const cache = asObject(parseJson(await readFile(cacheFile, "utf8").catch(() => ""))) ?? {};
  const kept = readEntry(cache[real]);
  const isScript = readScript(real) !== undefined;
  const isFresh = kept?.key === key && (!isScript || Date.now() - kept.at < SCRIPT_TRUST_MS);
  const release = parseRelease(isFresh ? kept.version : "");
  if (release) return release;
  const version = await ask(file, search.env);
  const told = parseRelease(version);
  if (told) await keep(cacheFile, { ...newest(cache), [real]: { key, version, at: Date.now() } });
  return told;
}

interface Entry {
  readonly key: string;
  readonly version: string;
  readonly at: number;
}

/** A script says nothing about the age of what it starts: it is asked again every day. */
const SCRIPT_TRUST_MS = 24 * 60 * 60 * 1000;
const ASK_TIMEOUT_MS = 5_000;
const MOST_ENTRIES = 20;
const PACKAGE = "@anthropic-ai/claude-code";

/** npm's package around the file (`cli.js`, or `bin/claude.exe` from 2.1.x on), or below the local installer's script. */
function packageVersion(real: string): string | undefined {
  const directory = dirname(real);
  const places = [directory, dirname(directory), join(directory, "node_modules", PACKAGE)];
  for (const place of places) {
    const manifest = asObject(parseJson(readText(join(place, "package.json"))));
    if (manifest?.["name"] === PACKAGE) return asString(manifest["version"]);
  }
  return undefined;
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // Absent: not installed that way.
    return "";
  }
}

function fingerprint(real: string): string | undefined {
  const stat = statSync(real, { throwIfNoEntry: false });
  return stat && `${stat.size}:${stat.mtimeMs}`;
}

function readEntry(value: unknown): Entry | undefined {
  const entry = asObject(value);
  const [key, version, at] = [
    asString(entry?.["key"]),
    asString(entry?.["version"]),
    asNumber(entry?.["at"]),
  ];
  return key === undefined || version === undefined || at === undefined ? undefined : { key, version, at };
}

function ask(file: string, env: ReleaseSearch["env"]): Promise<string> {
  return new Promise((resolve) => {
    const started = asStarted(file, ["--version"], { platform: process.platform, env });
    const options = {
      env: { ...env },
      timeout: ASK_TIMEOUT_MS,
      killSignal: "SIGKILL",
      maxBuffer: 64 * 1024,
      windowsVerbatimArguments: started.windowsVerbatimArguments,
    } as const;
    const child = execFile(started.command, started.args, options, (_, stdout) => resolve(stdout.trim()));
    child.stdin?.end();
  });
}

function newest(cache: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(cache).slice(-(MOST_ENTRIES - 1)));
}

/** If it cannot be written, the next start takes 100 ms longer. */
async function keep(cacheFile: string, cache: Readonly<Record<string, unknown>>): Promise<void> {
  const trouble = await makePrivate(dirname(cacheFile));
  if (trouble === undefined) await writeWhole(cacheFile, JSON.stringify(cache));
}
