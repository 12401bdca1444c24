import { realpathSync } from "node:fs";
import { stat } from "node:fs/promises";
import { isAbsolute, join, relative, sep } from "node:path";

import { loadConfig } from "../../config/load-config.js";
import { UserError } from "../../errors.js";
import type { FileTrouble } from "../../host/file-trouble.js";
import { personasDir, type Surroundings } from "../../host/paths.js";
import { readJson } from "../../store/json-text.js";
import { namesIn } from "../../store/private-files.js";
import { readTextFile } from "../../store/text-file.js";
import { checkPersonaSettings, type PersonaSettings } from "./persona-settings.js";
import { DEFAULT_LIMITS, isPersonaName, NAME_FORM, type Persona, type PersonaLimits } from "./persona.js";

/** Undefined if there is no such persona, or the name is invalid. Throws a `UserError` for a broken one. */
export async function findPersona(
  name: string,
  projectRoot: string,
  where: Surroundings,
): Promise<Persona | undefined> {
  const folders = await personaFolders(name, projectRoot, where);
  if (folders.length === 0) return undefined;
  const found = readPersona(name, folders, limitsFor(where));
  if (isBroken(found)) throw brokenError(found);
  return found;
}

/** All personas of the user and the project, also broken ones, by name. */
export async function listPersonas(
  projectRoot: string,
  where: Surroundings,
): Promise<readonly (Persona | BrokenPersona)[]> {
  const places = placesOf(projectRoot, where);
  const names = (await Promise.all(places.map(({ directory }) => namesIn(directory)))).flat();
  const shown = [...new Set(names)].filter((name) => !name.startsWith(".")).toSorted();
  const defaults = limitsFor(where);
  const found = await Promise.all(
    shown.map(async (name) => {
      const folders = await foldersNamed(name, places);
      if (folders.length === 0) return [];
      return isPersonaName(name) ? readPersona(name, folders, defaults) : misnamed(name, folders);
    }),
  );
  return found.flat();
}

/** The folders that define the persona, the user's before the project's. */
export async function personaFolders(
  name: string,
  projectRoot: string,
  where: Surroundings,
): Promise<readonly PersonaFolder[]> {
  return isPersonaName(name) ? await foldersNamed(name, placesOf(projectRoot, where)) : [];
}

/** The directory of the project's own personas. It may not exist. */
export function projectPersonasDir(projectRoot: string): string {
  return join(projectRoot, ".claude", "personas");
}

function placesOf(projectRoot: string, where: Surroundings): readonly PersonaFolder[] {
  return [
    { origin: "global", directory: personasDir(where), within: undefined },
    { origin: "project", directory: projectPersonasDir(projectRoot), within: projectRoot },
  ];
}

async function foldersNamed(name: string, places: readonly PersonaFolder[]): Promise<PersonaFolder[]> {
  const folders = await Promise.all(
    places.map(async (place) => {
      const directory = join(place.directory, name);
      // By the list: on a disk that ignores case, Tester would be a second session of tester.
      const isThere = (await namesIn(place.directory)).includes(name) && (await isDirectory(directory));
      return isThere ? [{ ...place, directory }] : [];
    }),
  );
  return folders.flat();
}

async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    // Removed meanwhile, or a broken link.
    return false;
  }
}

function limitsFor({ env, home, platform }: Surroundings): PersonaLimits {
  return { ...DEFAULT_LIMITS, idleMs: loadConfig({ env, home, platform }).persona.idleMs };
}

function misnamed(name: string, folders: readonly PersonaFolder[]): BrokenPersona {
  const problems = folders.map(({ directory }) => ({
    file: directory,
    says: "is not a valid persona name",
    fix: `rename it: ${NAME_FORM}`,
  }));
  return { name, origin: folders.length > 1 ? "both" : (folders[0]?.origin ?? "global"), problems };
}

function brokenError({ name, problems }: BrokenPersona): UserError {
  const told = problems.map(({ file, says }) => `${file} ${says}`).join("; ");
  return new UserError("PERSONA_BROKEN", `the persona ${name} cannot be used: ${told}`, {
    fix: [...new Set(problems.map(({ fix }) => fix))].join("; "),
  });
}

/** One of the folders that define a persona. */
export interface PersonaFolder {
  readonly origin: "global" | "project";
  readonly directory: string;
  /** The directory that the files must be in after resolving links; undefined: anywhere. */
  readonly within: string | undefined;
}

/** A persona that cannot be asked until its files are corrected. */
export interface BrokenPersona {
  readonly name: string;
  readonly origin: Persona["origin"];
  readonly problems: readonly PersonaProblem[];
}

export interface PersonaProblem extends FileTrouble {
  readonly file: string;
}

export function isBroken(persona: Persona | BrokenPersona): persona is BrokenPersona {
  return "problems" in persona;
}

/** Reads a persona from its folders, at least one, the user's before the project's. */
function readPersona(
  name: string,
  folders: readonly PersonaFolder[],
  defaults: PersonaLimits = DEFAULT_LIMITS,
): Persona | BrokenPersona {
  const parts = folders.map(readPart);
  const origin = folders.length > 1 ? "both" : (folders[0]?.origin ?? "global");
  const identity = parts.flatMap((part) => part.identity ?? []).join("\n\n");
  const problems = parts.flatMap((part) => part.problems);
  if (problems.length === 0) problems.push(...identityProblems(identity, folders));
  if (problems.length > 0) return { name, origin, problems };
  const given = parts.map((part) => part.settings);
  const latest = given.toReversed();
  return {
    name,
    origin,
    description: latest.find((each) => each.description)?.description ?? firstSentence(identity),
    identity,
    model: latest.find((each) => each.model)?.model,
    allowedTools: [...new Set(given.flatMap((each) => each.allowedTools ?? []))],
    // The user's own setting wins: a project must not loosen it.
    permissionMode: given.find((each) => each.permissionMode)?.permissionMode,
    limits: { ...defaults, ...given[0]?.limits, ...given[1]?.limits },
  };
}

export const IDENTITY_FILE = "CLAUDE.md";
export const SETTINGS_FILE = "persona.json";

/** With our additions it must fit into one argument (128 KB on Linux), for releases that cannot read it from a file. */
const LARGEST_IDENTITY = 64 * 1024;
const LARGEST_SETTINGS = 64 * 1024;

interface Part {
  readonly identity: string | undefined;
  readonly settings: PersonaSettings;
  readonly problems: readonly PersonaProblem[];
}

function readPart(folder: PersonaFolder): Part {
  const identity = readInside(folder, IDENTITY_FILE, LARGEST_IDENTITY);
  const written = readInside(folder, SETTINGS_FILE, LARGEST_SETTINGS);
  const { settings, problems } = readSettings(
    written.text,
    join(folder.directory, SETTINGS_FILE),
    folder.origin,
  );
  return {
    identity: identity.text?.trim() === "" ? undefined : identity.text?.trim(),
    settings,
    problems: [...identity.problems, ...written.problems, ...problems],
  };
}

interface Read {
  /** Undefined if there is no such file, or it cannot be used. */
  readonly text: string | undefined;
  readonly problems: readonly PersonaProblem[];
}

function readInside({ directory, within }: PersonaFolder, name: string, mostBytes: number): Read {
  const file = join(directory, name);
  const refused = (says: string, fix: string): Read => ({ text: undefined, problems: [{ file, says, fix }] });
  // A link in a foreign project could show any of the user's files to the model.
  if (within !== undefined && leadsOut(file, within)) {
    return refused("is a link that leads out of the project", "put the file itself there");
  }
  const found = readTextFile(file, { mostBytes, tooLargeFix: "shorten it", another: "make your own" });
  if (found.type === "missing") return { text: undefined, problems: [] };
  if (found.type === "bad") return refused(found.says, found.fix);
  if (found.text.includes("\u0000")) return refused("holds NUL bytes", "save it as UTF-8");
  return { text: found.text, problems: [] };
}

function leadsOut(file: string, within: string): boolean {
  try {
    const way = relative(realpathSync(within), realpathSync(file));
    return way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way);
  } catch {
    // Missing or unreadable: reading it will report that.
    return false;
  }
}

function readSettings(
  text: string | undefined,
  file: string,
  origin: PersonaFolder["origin"],
): { readonly settings: PersonaSettings; readonly problems: readonly PersonaProblem[] } {
  const refused = (says: string) => ({ settings: { limits: {} }, problems: [{ file, says, fix: CORRECT }] });
  if (text === undefined) return { settings: { limits: {} }, problems: [] };
  const json = readJson(text);
  if (!json.ok) return refused(`is not JSON: line ${json.line}, column ${json.column}: ${json.reason}`);
  if (typeof json.value !== "object" || json.value === null || Array.isArray(json.value)) {
    return refused("must hold an object, { … }");
  }
  const { settings, problems } = checkPersonaSettings(json.value, origin);
  return problems.length > 0 ? refused(`has a mistake: ${problems.join("; ")}`) : { settings, problems: [] };
}

const CORRECT = "correct the file; cac help persona shows its keys";

function identityProblems(identity: string, folders: readonly PersonaFolder[]): readonly PersonaProblem[] {
  const file = join(folders.at(-1)?.directory ?? "", IDENTITY_FILE);
  if (identity === "") {
    return [{ file, says: "is missing or empty", fix: "write in it who the persona is" }];
  }
  const bytes = Buffer.byteLength(identity);
  if (bytes <= LARGEST_IDENTITY) return [];
  const says = `makes the persona too large (${bytes} bytes in all, at most ${LARGEST_IDENTITY})`;
  return [{ file, says, fix: "shorten it" }];
}

/** The description if there is none: from the first line of the identity that is not a heading. */
function firstSentence(identity: string): string {
  const lines = identity.split(/\r?\n/).map((line) => line.replaceAll(/\p{Cc}+/gu, " ").trim());
  const line = lines.find((each) => each !== "" && !each.startsWith("#")) ?? "";
  const sentence = /^.+?[.!?](?=\s|$)/.exec(line)?.[0] ?? line;
  return sentence.length > 120 ? `${sentence.slice(0, 119)}…` : sentence;
}
