import type { PersonaHost } from "../persona/host/host-protocol.js";
import type { Persona } from "../persona/definition/persona.js";

/** What the server's tools work on: the host, and the files that the host need not be asked about. */
export interface Backend {
  readonly host: PersonaHost;
  /** Those of the user and of the project, also the ones that cannot be used, with why. */
  listPersonas(projectRoot: string): Promise<readonly ListedPersona[]>;
  findPersona(name: string, projectRoot: string): Promise<Persona | undefined>;
  /** The newest first. */
  readMemory(query: MemoryQuery): Promise<readonly RememberedExchange[]>;
}

export interface ListedPersona {
  readonly name: string;
  readonly origin: Persona["origin"];
  readonly description: string;
  /** Why it cannot be asked; undefined where it can. */
  readonly problem: string | undefined;
}

export interface MemoryQuery {
  readonly persona: string;
  /** Absolute. */
  readonly projectRoot: string;
  readonly search: string | undefined;
  readonly most: number;
}

export interface RememberedExchange {
  readonly question: string;
  readonly response: string;
  readonly context?: string | undefined;
  readonly timestamp: string;
}
