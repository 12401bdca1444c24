import { isInProject, isWithin, type PlacedPath, type SettledPlace } from "../place-paths.js";
import { pathsOf, type Where } from "../path-use.js";
import { allowingPathRule, RUNS_BY_ITSELF } from "../rules/path-rules.js";
import type { Rule } from "../rules/rule.js";

/** Why a rule for a program does not let it write there, as the rest of a sentence; undefined where it does. */
export function whyNotWritable(
  where: Where,
  edits: readonly Rule[],
  place: SettledPlace,
  needsEdit = false,
): string | undefined {
  if (where.kind === "anywhere") return "is not known before it runs";
  // A glob stays below its directory, whatever it matches by then.
  if (where.kind === "glob" && !isWithin(where.directory, place.project)) return NOT_ALLOWED;
  const paths = pathsOf({ where, access: "write", isDeep: false, follows: false, skipsHidden: false }, place);
  if (paths === undefined) return "is not known before it runs";
  if (needsEdit)
    return paths.every((path) => allowingPathRule(edits, path, false, place) !== undefined)
      ? undefined
      : "no Edit rule allows";
  return paths.every((path) => isWritable(path, edits, place)) ? undefined : NOT_ALLOWED;
}

const NOT_ALLOWED = "is not for a session to change, and no Edit rule allows it";

/** In the project, but for what others run from there; nowhere at all; or where an Edit rule allows it. */
function isWritable(placed: PlacedPath, edits: readonly Rule[], place: SettledPlace): boolean {
  if (isNowhere(placed.path) || placed.path === place.project) return true;
  if (isInProject(placed, place) && !RUNS_BY_ITSELF.test(placed.path)) return true;
  return allowingPathRule(edits, placed, false, place) !== undefined;
}

/** Devices that keep nothing. */
export function isNowhere(path: string): boolean {
  return /^\/dev\/(?:null|zero|stdin|stdout|stderr|u?random)$/.test(path);
}
