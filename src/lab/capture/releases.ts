import { compareReleases, parseRelease } from "../../claude/hooks/releases.js";

/** Whether the release is that one or a later one. */
export function isAtLeast(release: string, first: string): boolean {
  const [left, right] = [parseRelease(release), parseRelease(first)];
  if (left === undefined || right === undefined)
    throw new Error(`"${release}" or "${first}" is not a release`);
  return compareReleases(left, right) >= 0;
}

/** For `absentIn`: the state came with that release. */
export function cameWith(first: string, what: string): (release: string) => string | undefined {
  return (release) => (isAtLeast(release, first) ? undefined : `${what} came with ${first}`);
}
