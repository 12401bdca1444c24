import { UserError } from "../errors.js";
import { stateDir, type Surroundings } from "../host/paths.js";
import {
  findPersona,
  isBroken,
  listPersonas,
  type BrokenPersona,
} from "../persona/definition/find-personas.js";
import { DEFAULT_LIMITS, type Persona } from "../persona/definition/persona.js";
import type { PersonaHost } from "../persona/host/host-protocol.js";
import { exchangesWith, Memory, type Exchange } from "../persona/memory/memory.js";

/** What the server's tools use: the host, and files that can be read without it. */
export interface Backend {
  readonly host: PersonaHost;
  /** Those of the user and of the project, also broken ones, with the problem. */
  listPersonas(projectRoot: string): Promise<readonly ListedPersona[]>;
  findPersona(name: string, projectRoot: string): Promise<Persona | undefined>;
  /** The newest first. */
  readMemory(query: MemoryQuery): Promise<readonly Omit<Exchange, "session">[]>;
}

export interface ListedPersona {
  readonly name: string;
  readonly origin: Persona["origin"];
  readonly description: string;
  /** Why it cannot be asked; undefined if it can. */
  readonly problem: string | undefined;
}

export interface MemoryQuery {
  readonly persona: string;
  /** Absolute. */
  readonly projectRoot: string;
  readonly search: string | undefined;
  readonly most: number;
}

/** The personas of this user, and their memories. */
export function personaBackend(host: PersonaHost, where: Surroundings): Backend {
  return {
    host,
    listPersonas: async (projectRoot) => (await listPersonas(projectRoot, where)).map(listed),
    findPersona: (name, projectRoot) => findPersona(name, projectRoot, where),
    readMemory: async ({ persona, projectRoot, search, most }) => {
      // Nothing is added here, so the limit does not matter.
      const { memoryBytes: mostBytes } = DEFAULT_LIMITS;
      const memory = new Memory({ stateDirectory: stateDir(where), persona, projectRoot, mostBytes });
      const { exchanges, says } = await memory.read();
      if (says !== undefined) {
        throw new UserError("MEMORY_UNREADABLE", `${memory.file} ${says}`, {
          fix: "check who wrote it, and move it away",
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
