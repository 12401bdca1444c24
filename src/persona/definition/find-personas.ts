import { stat } from "node:fs/promises";
import { join } from "node:path";

import { loadConfig } from "../../config/load-config.js";
import { personasDir, type Surroundings } from "../../host/paths.js";
import { namesIn } from "../../store/private-files.js";
import { UserError } from "../../errors.js";
import { isPersonaName, NAME_FORM } from "./persona-name.js";
import { DEFAULT_LIMITS, type Persona, type PersonaLimits } from "./persona.js";
import { isBroken, readPersona, type BrokenPersona, type PersonaFolder } from "./read-persona.js";

/** Undefined where there is none of that name, or no persona could have it. Throws a `UserError` for a broken one. */
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

/** Every persona that can be asked in the project, and those that cannot yet, by name. */
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

/** Where the persona is defined, the user's folder before the project's. */
export async function personaFolders(
  name: string,
  projectRoot: string,
  where: Surroundings,
): Promise<readonly PersonaFolder[]> {
  return isPersonaName(name) ? await foldersNamed(name, placesOf(projectRoot, where)) : [];
}

/** Where the project's own personas are. The directory need not exist. */
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
      // Asked of the list: where case makes no difference, Tester would be a second session of tester.
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
    // Gone in between, or a link to nothing.
    return false;
  }
}

function limitsFor({ env, home, platform }: Surroundings): PersonaLimits {
  return { ...DEFAULT_LIMITS, idleMs: loadConfig({ env, home, platform }).persona.idleMs };
}

function misnamed(name: string, folders: readonly PersonaFolder[]): BrokenPersona {
  const problems = folders.map(({ directory }) => ({
    file: directory,
    says: "has a name that no persona can have",
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
