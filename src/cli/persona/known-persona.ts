import { nearestName } from "../../host/nearest-name.js";
import { stateDir, surroundings } from "../../host/paths.js";
import { UserError } from "../../errors.js";
import { listPersonas, personaFolders } from "../../persona/definition/find-personas.js";
import { personasWithMemory } from "../../persona/memory/memory.js";
import { isPersonaName, NAME_FORM } from "../../persona/definition/persona.js";

/** Fails for a persona that never existed, so that a typo is not reported as an empty memory. A deleted one may have a memory. */
export async function knowPersona(name: string, projectRoot: string): Promise<void> {
  const where = surroundings();
  if ((await personaFolders(name, projectRoot, where)).length > 0) return;
  const names = (await listPersonas(projectRoot, where)).map((each) => each.name);
  const meant = nearestName(name, [...names, ...(await personasWithMemory(stateDir(where)))]);
  if (meant === name) return;
  throw new UserError("NO_SUCH_PERSONA", `there is no persona ${JSON.stringify(name)} in ${projectRoot}`, {
    fix: meant ? `did you mean ${meant}?` : "cac persona list shows them",
  });
}

/** Called first: a host that was started for nothing would stay for ten minutes. */
export function checkName(name: string): void {
  if (isPersonaName(name)) return;
  throw new UserError("NO_PERSONA_NAME", `${JSON.stringify(name)} is not a valid persona name`, {
    fix: `use ${NAME_FORM}; cac persona list shows all personas`,
    exitCode: 2,
  });
}
