import { stateDir, type Surroundings } from "../host/paths.js";
import { UserError } from "../errors.js";
import { exchangesWith, Memory } from "../persona/memory/memory.js";
import { type BrokenPersona, findPersona, isBroken, listPersonas } from "../persona/definition/find-personas.js";
import type { PersonaHost } from "../persona/host/host-protocol.js";
import { DEFAULT_LIMITS, type Persona } from "../persona/definition/persona.js";
import type { Backend, ListedPersona } from "./backend.js";

/** The personas, and their memories, of this user. */
export function personaBackend(host: PersonaHost, where: Surroundings): Backend {
  return {
    host,
    listPersonas: async (projectRoot) => (await listPersonas(projectRoot, where)).map(listed),
    findPersona: (name, projectRoot) => findPersona(name, projectRoot, where),
    readMemory: async ({ persona, projectRoot, search, most }) => {
      // Nothing is added here, so how large it may grow does not matter.
      const { memoryBytes: mostBytes } = DEFAULT_LIMITS;
      const memory = new Memory({ stateDirectory: stateDir(where), persona, projectRoot, mostBytes });
      const { exchanges, says } = await memory.read();
      if (says !== undefined) {
        throw new UserError("MEMORY_UNREADABLE", `${memory.file} ${says}`, {
          fix: "see who wrote it, and move it away",
        });
      }
      return exchangesWith(exchanges, search ?? "")
        .toReversed()
        .slice(0, most);
    },
  };
}

function listed(persona: Persona | BrokenPersona): ListedPersona {
  const { name, origin } = persona;
  if (!isBroken(persona)) return { name, origin, description: persona.description, problem: undefined };
  const problems = persona.problems.map(({ file, says, fix }) => `${file} ${says}; fix: ${fix}`);
  return { name, origin, description: "", problem: problems.join("\n") };
}
