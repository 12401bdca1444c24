import { compareReleases as compare, parseRelease } from "../../claude/hooks/releases.js";

/** Negative where `a` is the older one, 0 where they are the same. */
export function compareReleases(a: string, b: string): number {
  const [left, right] = [parseRelease(a), parseRelease(b)];
  if (left === undefined || right === undefined) throw new Error(`"${a}" or "${b}" is not a release`);
  return compare(left, right);
}

/** For `absentIn`: the state came with that release. */
export function cameWith(first: string, what: string): (release: string) => string | undefined {
  return (release) => (compareReleases(release, first) < 0 ? `${what} came with ${first}` : undefined);
}
