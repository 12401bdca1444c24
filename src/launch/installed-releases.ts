import { accessSync, constants, readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";

import { asObject, asString, parseJson } from "../claude/json.js";
import { parseRelease, type Release } from "../claude/hooks/releases.js";
import { cacheDir, type Surroundings } from "../host/paths.js";
import { releaseOf } from "./claude-release.js";
import { identityOf, isOurselves } from "./find-command.js";
import { claudePlaces } from "./claude-places.js";

/** A Claude Code on this machine. */
export interface InstalledRelease {
  /** The file by which it was found. */
  readonly file: string;
  /** Undefined where it did not say. */
  readonly release: Release | undefined;
}

/**
 * Every Claude Code that can be found; the same one under two names counts once. `also` are files that the user named.
 * The settings are read by each of them, so the oldest decides what may stand there.
 */
export async function installedReleases(
  where: Surroundings,
  also: readonly string[] = [],
): Promise<readonly InstalledRelease[]> {
  const found = new Map<string, string>();
  for (const file of [...also, ...claudePlaces(where)]) {
    if (!isThere(file) || isOurselves(file)) continue;
    const identity = installationOf(identityOf(file));
    if (!found.has(identity)) found.set(identity, file);
  }
  const search = { env: where.env, cacheDirectory: cacheDir(where) };
  const installed: InstalledRelease[] = [];
  // One after the other: what they say is kept in one file.
  for (const file of found.values()) {
    const release = isManifest(file) ? manifestRelease(file) : await releaseOf(file, search);
    installed.push({ file, release });
  }
  return installed;
}

/** The package is the installation, whichever of its files was found. */
function installationOf(real: string): string {
  const inPackage = /^.*[\\/]@anthropic-ai[\\/]claude-code(?=[\\/])/.exec(real)?.[0];
  return inPackage ?? (isManifest(real) ? dirname(real) : real);
}

function isManifest(file: string): boolean {
  return /[\\/]package\.json$/.test(file);
}

function manifestRelease(file: string): Release | undefined {
  try {
    return parseRelease(asString(asObject(parseJson(readFileSync(file, "utf8")))?.["version"]) ?? "");
  } catch {
    // Not to be read, and so of no known age.
    return undefined;
  }
}

function isThere(file: string): boolean {
  try {
    // A manifest is read, a command is run.
    accessSync(file, isManifest(file) ? constants.R_OK : constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
