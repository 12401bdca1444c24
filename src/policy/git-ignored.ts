import { posix } from "node:path";

import { below, type Below, type SettledPlace } from "./place-paths.js";
import { segmentPattern } from "./rules/segment-pattern.js";

/**
 * Whether git leaves the file out by a plain line of the project's .gitignore. A line that takes something back, or a second
 * .gitignore further down, makes it uncertain: then nothing counts as ignored.
 */
export function isIgnored(path: string, found: readonly Below[], place: SettledPlace): boolean {
  const names = below(path, place.project)?.split("/");
  const patterns = patternsOf(place);
  if (names === undefined || patterns.length === 0 || hasSecond(found, place)) return false;
  return patterns.some(({ isAnchored, shape }) =>
    isAnchored ? shape.test(names[0] ?? "") : names.some((name) => shape.test(name)),
  );
}

interface IgnorePattern {
  readonly isAnchored: boolean;
  readonly shape: RegExp;
}

function patternsOf(place: SettledPlace): readonly IgnorePattern[] {
  let patterns = known.get(place);
  if (patterns === undefined) known.set(place, (patterns = read(place.ignored())));
  return patterns;
}

const known = new WeakMap<SettledPlace, readonly IgnorePattern[]>();

function read(lines: readonly string[]): readonly IgnorePattern[] {
  if (lines.some((line) => line.startsWith("!"))) return [];
  return lines.flatMap((line) => {
    // One name, or a pattern for one; what has a folder in it is left out of account.
    const [, slash = "", name] = /^(\/?)([\w.*?-]+)\/?\s*$/.exec(line) ?? [];
    if (name === undefined) return [];
    return [{ isAnchored: slash !== "", shape: new RegExp(`^${segmentPattern(name)}$`, "s") }];
  });
}

function hasSecond(found: readonly Below[], place: SettledPlace): boolean {
  let has = second.get(found);
  if (has === undefined) {
    has = found.some(
      ({ path }) => posix.basename(path) === ".gitignore" && posix.dirname(path) !== place.project,
    );
    second.set(found, has);
  }
  return has;
}

const second = new WeakMap<readonly Below[], boolean>();
