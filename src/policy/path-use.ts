import { posix } from "node:path";

import { isIgnored } from "./git-ignored.js";
import { absolutePath, placePath, type PlacedPath, type SettledPlace } from "./place-paths.js";
import { segmentPattern } from "./rules/segment-pattern.js";
import type { Word } from "./shell/command-part.js";

/** A path that a call uses. */
export interface PathUse {
  readonly where: Where;
  /** `list`: its name, size or kind. `both`: handed to code that may read it or write it. */
  readonly access: "read" | "write" | "list" | "both";
  /** All that lies below it is used as well. */
  readonly isDeep: boolean;
  /** Links below it are followed. */
  readonly follows: boolean;
  /** Hidden files below it are left out. */
  readonly skipsHidden: boolean;
  /** What git ignores is left out. */
  readonly skipsIgnored?: boolean;
  /** It may be a file that the program puts into a folder. Only the user's rules count: ours have looked at the folder. */
  readonly isNew?: true;
}

export type Where =
  | ({ readonly kind: "path" } & PlacedPath)
  /** The files that match now: an absolute directory, and patterns for the names below it. */
  | { readonly kind: "glob"; readonly directory: string; readonly names: readonly string[] }
  /** Only running it would tell. `start` is what the path certainly begins with, absolute; "" where nothing is known. */
  | { readonly kind: "anywhere"; readonly start: string };

export function writes(use: PathUse): boolean {
  return use.access === "write" || use.access === "both";
}

/** Where a word leads from a directory, which is undefined after a `cd` that cannot be followed. */
export function whereOf(word: Word, from: string | undefined, place: SettledPlace): readonly Where[] {
  if (word.values !== undefined)
    return word.values.flatMap((value) => whereOf({ text: value, start: value, count: "one" }, from, place));
  const isAbsolute = /^[/~]/.test(word.start);
  if (from === undefined && !isAbsolute) return [{ kind: "anywhere", start: "" }];
  const directory = from ?? place.cwd;
  // They lead wherever the process is, or whatever it has open.
  if (/^\/proc\/[^/]+\/(?:cwd|root|fd|task)(?:\/|$)/.test(posix.normalize(word.start)))
    return [{ kind: "anywhere", start: "" }];
  if (word.text !== undefined) return [{ kind: "path", ...placePath(word.text, directory, place) }];
  if (word.isNumber === true) return [{ kind: "path", ...placePath("0", directory, place) }];
  if (word.glob !== undefined) return [globFrom(word.glob, directory, place)];
  return [{ kind: "anywhere", start: startOf(word.start, directory, place) }];
}

/** The paths that a use stands for now, with what lies below them where that is used; undefined where nobody can tell. */
export function pathsOf(use: PathUse, place: SettledPlace): readonly PlacedPath[] | undefined {
  const tops = topsOf(use.where, place);
  if (tops === undefined || !use.isDeep) return tops;
  const all: PlacedPath[] = [...tops];
  for (const { path, real } of tops) {
    const found = place.below(real ?? path);
    if (found === undefined) return undefined;
    for (const each of found) {
      const rest = each.path.slice((real ?? path).length);
      if (use.skipsHidden && /\/\./.test(rest)) continue;
      const isRoot = path === place.project;
      if (use.skipsIgnored === true && isRoot && isIgnored(each.path, found, place)) continue;
      if (each.kind === "link") {
        if (use.follows) return undefined;
        continue;
      }
      all.push({ path: path + rest, real: each.path });
    }
  }
  return all;
}

/** The paths themselves, without what lies below them. */
export function topsOf(where: Where, place: SettledPlace): readonly PlacedPath[] | undefined {
  switch (where.kind) {
    case "path":
      return [where];
    case "anywhere":
      return undefined;
    case "glob":
      return matches(where.directory, where.names, place)?.map((path) => placePath(path, "/", place));
    default:
      return where satisfies never;
  }
}

function matches(
  directory: string,
  [name, ...rest]: readonly string[],
  place: SettledPlace,
): readonly string[] | undefined {
  if (name === undefined) return [directory];
  if (!/[*?[]/.test(name)) return matches(`${directory}/${name}`, rest, place);
  if (name === "**") return matchesDeep(directory, rest, place);
  const entries = place.entries(directory);
  if (entries === undefined) return undefined;
  // A dot at the start of a name is matched by a dot alone.
  const pattern = new RegExp(`^${name.startsWith(".") ? "" : "(?!\\.)"}${segmentPattern(name)}$`, "s");
  const found: string[] = [];
  for (const entry of entries) {
    if (!pattern.test(entry.name)) continue;
    const deeper = matches(`${directory}/${entry.name}`, rest, place);
    if (deeper === undefined) return undefined;
    found.push(...deeper);
  }
  return found;
}

function matchesDeep(
  directory: string,
  rest: readonly string[],
  place: SettledPlace,
): readonly string[] | undefined {
  const all = place.below(directory);
  if (all === undefined) return undefined;
  // Without globstar, `**` is `*` and goes through links to folders.
  if (all.some(({ kind, path }) => kind === "link" && place.entries(path)?.length !== 0)) return undefined;
  const last = rest.at(-1) ?? "*";
  const pattern = new RegExp(`/${segmentPattern(last)}$`, "s");
  // More than the shell finds: every name below that fits the last pattern.
  return all.map(({ path }) => path).filter((path) => rest.length === 0 || pattern.test(path));
}

function globFrom(glob: string, from: string, place: SettledPlace): Where {
  const segments = absolutePath(glob, from, place).split("/");
  const first = segments.findIndex((segment) => /[*?[]/.test(segment));
  const written = segments.slice(0, first).join("/") || "/";
  // Behind a link, `..` leads elsewhere than on paper.
  const directory = segments.slice(0, first).includes("..")
    ? place.realPath(written)
    : posix.normalize(written);
  if (directory === undefined) return { kind: "anywhere", start: "" };
  const names = segments.slice(first).filter((segment) => segment !== "" && segment !== ".");
  if (names.includes("..")) return { kind: "anywhere", start: "" };
  return { kind: "glob", directory, names };
}

/** The last segment is left as it is: `src/.` may go on as `src/..`, and `.e` as `.env`. */
function startOf(start: string, from: string, place: SettledPlace): string {
  if (start === "") return "";
  const cut = start.lastIndexOf("/") + 1;
  const directory = placePath(cut === 0 ? "." : start.slice(0, cut), from, place).path;
  return `${directory === "/" ? "" : directory}/${start.slice(cut)}`;
}
