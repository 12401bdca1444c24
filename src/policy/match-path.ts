import type { Match } from "./match.js";
import { below, isWithin, type PlacedPath } from "./place-paths.js";
import { accepts, type Item, type Step } from "./sequence.js";
import type { Place } from "./tool-call.js";

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

/** A path that a call uses. */
export interface PathUse {
  /** Undefined where only running it would tell. */
  readonly placed: PlacedPath | undefined;
  /** What the path certainly begins with, absolute; all of it where it is known, "" where nothing is. */
  readonly start: string;
  /** What lies below it is used as well: a search. */
  readonly isDeep: boolean;
  readonly writes: boolean;
  /** Of one that is not known: whatever it begins with, it may lead anywhere, and the program hands on what it reads. */
  readonly mayBeAny: boolean;
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
  return basesOf(pattern, place).some((base) =>
    paths.every((each) => {
      const rest = below(each, base);
      return rest !== undefined && fits(pattern.strict, rest);
    }),
  );
}

/** For a deny or ask rule: `yes` where the path as it is written, or where it really leads, is covered. */
export function matchPath(pattern: PathPattern, use: PathUse, place: Place): Match {
  const { placed } = use;
  const bases = basesOf(pattern, place);
  if (placed === undefined) {
    const canLead = use.mayBeAny || bases.some((base) => canLeadTo(headOf(pattern, base), use.start));
    return canLead ? "maybe" : "no";
  }
  const paths = placed.real === undefined ? [placed.path] : [placed.path, placed.real];
  for (const path of paths) {
    for (const base of bases) {
      const rest = below(path, base);
      if (rest !== undefined && fits(pattern.broad, rest)) return "yes";
    }
  }
  const reaches = bases.some((base) => paths.some((path) => overlap(headOf(pattern, base), path)));
  return (use.isDeep && reaches) || (placed.real === undefined && use.writes) ? "maybe" : "no";
}

// No file is called so: what covers it covers every name.
const SOME_NAME = "\u0001";
const STAR = /[*?[]/;

function basesOf(pattern: PathPattern, place: Place): readonly string[] {
  if (pattern.from === "root") return ["/"];
  const base = place[pattern.from];
  const real = place.realPath(base);
  return real === undefined || real === base ? [base] : [base, real];
}

function headOf(pattern: PathPattern, base: string): string {
  return pattern.head === "" ? base : `${base === "/" ? "" : base}/${pattern.head}`;
}

function overlap(a: string, b: string): boolean {
  return isWithin(a, b) || isWithin(b, a);
}

function canLeadTo(head: string, start: string): boolean {
  return head.startsWith(start) || start.startsWith(head);
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

function segmentPattern(segment: string): string {
  return segment.replace(
    /\\(.)|\*+|\?|\[(!?)([^\]]+)\]|[^]/g,
    (bit, escape?: string, not?: string, set?: string) => {
      if (escape !== undefined) return quoted(escape);
      if (bit.startsWith("*")) return "[^/]*";
      if (bit === "?") return "[^/]";
      if (set !== undefined)
        return `[${not === "!" ? "^/" : ""}${set.replaceAll(/[\\\]^]/g, String.raw`\$&`)}]`;
      return quoted(bit);
    },
  );
}

function quoted(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);
}
