import { posix } from "node:path";

import type { Place } from "./tool-call.js";

/** A path of a call: absolute, as it is written without `.` and `..`, and where it really leads. */
export interface PlacedPath {
  readonly path: string;
  /** Undefined where it cannot be told. */
  readonly real: string | undefined;
}

export interface SettledPlace extends Place {
  /** A backslash in a path is a slash. */
  readonly isWindows: boolean;
  /** More paths were asked for than are looked up for one call. */
  isExhausted(): boolean;
}

/**
 * The same place with every path in one form, `/c/x` for `C:\x` as Git's bash on Windows has it, and each real path
 * asked for only once.
 */
export function settlePlace(place: Place): SettledPlace {
  const isWindows = DRIVE.test(place.cwd);
  const form = isWindows ? slashed : (path: string) => path;
  const known = new Map<string, string | undefined>();
  return {
    isWindows,
    isExhausted: () => known.size >= MOST_PATHS,
    cwd: form(place.cwd),
    project: form(place.project),
    home: form(place.home),
    settings: place.settings.map(form),
    realPath(path) {
      if (known.has(path) || known.size >= MOST_PATHS) return known.get(path);
      const real = place.realPath(isWindows ? backslashed(path) : path);
      const formed = real === undefined ? undefined : form(real);
      known.set(path, formed);
      return formed;
    },
  };
}

/** `text` as a program would open it from the directory `from`. */
export function placePath(text: string, from: string, place: Place | SettledPlace): PlacedPath {
  const written = "isWindows" in place && place.isWindows ? slashed(text) : text;
  const whole = absolute(written, from, place.home);
  // The text goes to realPath with its `..`: behind a link they lead elsewhere than on paper.
  return { path: withoutEndSlash(posix.normalize(whole)), real: real(whole, place) };
}

/** Whether the path is the directory or lies below it. */
export function isWithin(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory === "/" ? "/" : `${directory}/`);
}

/** Below the project, on paper and in fact; the project's own root is not. */
export function isInProject(placed: PlacedPath, place: Place): boolean {
  const project = withoutEndSlash(place.project);
  const realProject = place.realPath(place.project) ?? project;
  return (
    placed.path !== project &&
    isWithin(placed.path, project) &&
    placed.real !== undefined &&
    placed.real !== realProject &&
    isWithin(placed.real, realProject)
  );
}

/** The path below the directory, without a slash before it; undefined where it is elsewhere. */
export function below(path: string, directory: string): string | undefined {
  if (!isWithin(path, directory)) return undefined;
  return path.slice(directory === "/" ? 1 : directory.length + 1);
}

/** Each costs some system calls. */
const MOST_PATHS = 500;
const DRIVE = /^[A-Za-z]:[\\/]/;

function absolute(text: string, from: string, home: string): string {
  if (text.startsWith("/")) return text;
  if (text === "~" || text.startsWith("~/")) return `${home}${text.slice(1)}`;
  return `${from}/${text}`;
}

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
