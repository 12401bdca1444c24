import { posix } from "node:path";

import type { Match } from "./match.js";
import { segmentPattern } from "./segment-pattern.js";
import { pathsOf, type PathUse } from "../path-use.js";
import { below, isWithin, type SettledPlace } from "../place-paths.js";
import { accepts, type Item, type Step } from "./sequence.js";
import type { Place } from "../tool-call.js";

/** What stands in `Edit(…)` or `Read(…)`, taken apart once for each rule. */
export interface PathPattern {
  /** What it is written from. */
  readonly from: "root" | "home" | "project" | "cwd";
  /** The directories before its first `*`, without slashes around them. */
  readonly head: string;
  /** The paths that an allow rule covers: `docs/*.md` is files, not what lies in a directory that is called so. */
  readonly strict: readonly Item<RegExp>[];
  /** The paths that a deny or ask rule covers: also all below them, in any case of letters, as on macOS. */
  readonly broad: readonly Item<RegExp>[];
}

/**
 * As Claude Code has them: `//abs`, `~/from-home`, `/from-project`, `./from-cwd`; a name without a slash stands for
 * files and directories of that name at any depth below the current directory.
 */
export function readPathPattern(specifier: string): PathPattern {
  const { from, rest, isFloating } = readStart(specifier);
  const segments = rest.split("/").filter((segment) => segment !== "" && segment !== ".");
  const all = isFloating ? ["**", ...segments] : segments;
  const firstStar = segments.findIndex((segment) => STAR.test(segment));
  const fixed = firstStar === -1 ? segments : segments.slice(0, firstStar);
  // A name covers what lies in the directory of that name.
  const isName = firstStar === -1;
  return {
    from,
    head: isFloating ? "" : fixed.join("/"),
    strict: [...itemsOf(all, ""), ...(isName ? [MANY] : [])],
    broad: [...itemsOf(all, "i"), MANY],
  };
}

/** For an allow rule: true where the pattern covers this one path, and all below it where that is used too. */
export function coversPath(pattern: PathPattern, path: string, isDeep: boolean, place: Place): boolean {
  const paths = isDeep ? [`${path}/${SOME_NAME}`, `${path}/${SOME_NAME}/${SOME_NAME}`] : [path];
  return startsOf(pattern, place).some((base) =>
    paths.every((each) => {
      const rest = below(each, base);
      return rest !== undefined && fits(pattern.strict, rest);
    }),
  );
}

/** For a deny or ask rule: `yes` where a path as it is written, or where it really leads, is covered. */
export function matchPath(pattern: PathPattern, use: PathUse, place: SettledPlace): Match {
  const bases = startsOf(pattern, place);
  const isCovered = (path: string): boolean =>
    bases.some((base) => {
      const rest = below(path, base);
      return rest !== undefined && fits(pattern.broad, rest);
    });
  const tops = pathsOf({ ...use, isDeep: false }, place);
  if (tops === undefined) return "maybe";
  for (const { path, real } of tops) {
    if (isCovered(path) || (real !== undefined && isCovered(real))) return "yes";
    if (real === undefined) return "maybe";
  }
  if (!use.isDeep || !canReach(pattern, bases, tops, place)) return "no";
  const all = pathsOf(use, place);
  return all === undefined || all.some(({ path, real = path }) => isCovered(path) || isCovered(real))
    ? "maybe"
    : "no";
}

/** Whether what the rule names may lie below one of the paths. */
function canReach(
  pattern: PathPattern,
  bases: readonly string[],
  tops: readonly { readonly path: string; readonly real: string | undefined }[],
  place: SettledPlace,
): boolean {
  return bases.some((base) => {
    const head = headOf(pattern, base);
    return tops.some(({ path, real = path }) => {
      const isBelow = isWithin(head, path) || isWithin(head, real);
      // A name that is not there cannot be read.
      if (isBelow && pattern.head !== "" && !exists(head, place)) return false;
      return isBelow || isWithin(path, head) || isWithin(real, head);
    });
  });
}

function exists(path: string, place: SettledPlace): boolean {
  const entries = place.entries(posix.dirname(path));
  return entries === undefined || entries.some(({ name }) => name === posix.basename(path));
}

// No file is called so: what covers it covers every name.
const SOME_NAME = "\u0001";
const STAR = /[*?[]/;

function startsOf(pattern: PathPattern, place: Place): readonly string[] {
  if (pattern.from === "root") return ["/"];
  const base = place[pattern.from];
  const real = place.realPath(base);
  return real === undefined || real === base ? [base] : [base, real];
}

function headOf(pattern: PathPattern, base: string): string {
  return pattern.head === "" ? base : `${base === "/" ? "" : base}/${pattern.head}`;
}

function readStart(specifier: string): Pick<PathPattern, "from"> & { rest: string; isFloating: boolean } {
  const slashes = /^[A-Za-z]:\\/.test(specifier) ? specifier.replaceAll("\\", "/") : specifier;
  if (slashes.startsWith("//")) return { from: "root", rest: slashes.slice(2), isFloating: false };
  if (slashes === "~" || slashes.startsWith("~/"))
    return { from: "home", rest: slashes.slice(1), isFloating: false };
  if (slashes.startsWith("/")) return { from: "project", rest: slashes.slice(1), isFloating: false };
  const isFloating = !slashes.startsWith("./") && !slashes.replace(/\/$/, "").includes("/");
  return { from: "cwd", rest: slashes, isFloating: isFloating && slashes !== "**" };
}

function itemsOf(segments: readonly string[], flags: "" | "i"): readonly Item<RegExp>[] {
  return segments.flatMap((segment, index): readonly Item<RegExp>[] => {
    if (segment !== "**")
      return [{ kind: "glob", glob: new RegExp(`^${segmentPattern(segment)}$`, `s${flags}`) }];
    // `a/**` is what lies in a, not a itself.
    return index === segments.length - 1 ? [{ kind: "one" }, MANY] : [MANY];
  });
}

const MANY = { kind: "many" } as const;

function fits(items: readonly Item<RegExp>[], path: string): boolean {
  return accepts(items, path === "" ? [] : path.split("/"), byName);
}

const byName: Step<RegExp, string> = (items, at, name) => {
  const item = items[at];
  if (item === undefined) return [];
  if (item.kind === "many") return [at];
  return item.kind === "one" || item.glob.test(name) ? [at + 1] : [];
};
