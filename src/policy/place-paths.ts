import { posix } from "node:path";

import type { Entry, Place } from "./tool-call.js";

/** A path of a call: absolute, as it is written without `.` and `..`, and where it really leads. */
export interface PlacedPath {
  readonly path: string;
  /** Undefined where it cannot be told. */
  readonly real: string | undefined;
}

export interface SettledPlace extends Place {
  /** A backslash in a path is a slash. */
  readonly isWindows: boolean;
  /** More was looked up than one call is worth. */
  isExhausted(): boolean;
  /** Every file and directory below, links not followed; undefined where there are too many. */
  below(directory: string): readonly Below[] | undefined;
}

export interface Below {
  readonly path: string;
  readonly kind: Entry["kind"];
}

/**
 * The same place with every path in one form, `/c/x` for `C:\x` as Git's bash on Windows has it, each lookup made only
 * once, and all of them bounded.
 */
export function settlePlace(place: Place): SettledPlace {
  const isWindows = DRIVE.test(place.cwd);
  const form = isWindows ? slashed : (path: string) => path;
  const system = isWindows ? backslashed : (path: string) => path;
  const paths = new Map<string, string | undefined>();
  const directories = new Map<string, readonly Entry[] | undefined>();
  const trees = new Map<string, readonly Below[] | undefined>();
  let entriesRead = 0;
  let isExhausted = false;
  const settled: SettledPlace = {
    isWindows,
    isExhausted: () => isExhausted,
    cwd: form(place.cwd),
    project: form(place.project),
    home: form(place.home),
    settings: place.settings.map(form),
    realPath(path) {
      if (paths.has(path)) return paths.get(path);
      if (paths.size >= MOST_PATHS) {
        isExhausted = true;
        return undefined;
      }
      const real = place.realPath(system(path));
      const formed = real === undefined ? undefined : form(real);
      paths.set(path, formed);
      return formed;
    },
    entries(directory) {
      if (directories.has(directory)) return directories.get(directory);
      const found = entriesRead >= MOST_ENTRIES ? undefined : place.entries(system(directory));
      entriesRead += found?.length ?? MOST_ENTRIES;
      directories.set(directory, found);
      return found;
    },
    ignored: () => place.ignored(),
    scripts: (directory) => place.scripts(system(directory)),
    below(directory) {
      if (!trees.has(directory)) trees.set(directory, walk(directory, settled));
      return trees.get(directory);
    },
  };
  return settled;
}

/** Each costs some system calls. */
const MOST_PATHS = 500;
/** Of all directories that one call is worth looking into. */
const MOST_ENTRIES = 20_000;
/** Packages and git's own objects: what they hold was not put there by the person. */
const LEFT_OUT = /^(?:node_modules|\.git)$/;

function walk(directory: string, place: SettledPlace): readonly Below[] | undefined {
  const found: Below[] = [];
  const stack = [directory];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const entries = place.entries(next);
    if (entries === undefined) return undefined;
    for (const { name, kind } of entries) {
      const path = `${next === "/" ? "" : next}/${name}`;
      found.push({ path, kind });
      if (kind === "directory" && !LEFT_OUT.test(name)) stack.push(path);
    }
  }
  return found;
}

/** `text` as a program would open it from the directory `from`. */
export function placePath(text: string, from: string, place: Place | SettledPlace): PlacedPath {
  const whole = absolutePath(text, from, place);
  // The text goes to realPath with its `..`: behind a link they lead elsewhere than on paper.
  return { path: withoutEndSlash(posix.normalize(whole)), real: real(whole, place) };
}

/** Not normalized. */
export function absolutePath(text: string, from: string, place: Place | SettledPlace): string {
  const written = "isWindows" in place && place.isWindows ? slashed(text) : text;
  if (written.startsWith("/")) return written;
  if (written === "~" || written.startsWith("~/")) return `${place.home}${written.slice(1)}`;
  return `${from}/${written}`;
}

/** Whether the path is the directory or lies below it. */
export function isWithin(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory === "/" ? "/" : `${directory}/`);
}

/** Below the project, on paper and in fact; the project's own root is not. */
export function isInProject(placed: PlacedPath, place: Place): boolean {
  const project = withoutEndSlash(place.project);
  const realProject = place.realPath(place.project) ?? project;
  return placed.path !== project && placed.real !== realProject && isProjectOrBelow(placed, place);
}

/** The project's root or below it, on paper and in fact. */
export function isProjectOrBelow({ path, real }: PlacedPath, place: Place): boolean {
  const realProject = place.realPath(place.project);
  if (real === undefined || realProject === undefined) return false;
  return isWithin(path, withoutEndSlash(place.project)) && isWithin(real, withoutEndSlash(realProject));
}

/** The path below the directory, without a slash before it; undefined where it is elsewhere. */
export function below(path: string, directory: string): string | undefined {
  if (!isWithin(path, directory)) return undefined;
  return path.slice(directory === "/" ? 1 : directory.length + 1);
}

const DRIVE = /^[A-Za-z]:[\\/]/;

function real(whole: string, place: Place): string | undefined {
  const found = place.realPath(whole);
  return found === undefined ? undefined : withoutEndSlash(found);
}

function withoutEndSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

function slashed(path: string): string {
  const slashes = path.replaceAll("\\", "/");
  return slashes.replace(/^([A-Za-z]):\//, (_, drive: string) => `/${drive.toLowerCase()}/`);
}

function backslashed(path: string): string {
  return path.replace(/^\/([a-z])(?=\/|$)/, "$1:").replaceAll("/", "\\");
}
