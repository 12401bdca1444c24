import { UserError } from "../../../src/errors.js";
import type { Backend, MemoryQuery } from "../../../src/mcp/backend.js";
import type { Exchange } from "../../../src/persona/memory/memory.js";
import type { Progress } from "../../../src/persona/session/hosted-session.js";
import type {
  Asked,
  AskRequest,
  PersonaHost,
  PersonaStatus,
} from "../../../src/persona/host/host-protocol.js";
import { DEFAULT_LIMITS, type Persona } from "../../../src/persona/definition/persona.js";

export interface AskOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/** A host that answers as it is told, and remembers what it was asked. */
export class FakeHost implements PersonaHost {
  readonly asked: AskRequest[] = [];
  readonly ended: object[] = [];
  sessions: readonly PersonaStatus[] = [];
  answer: (request: AskRequest, options: AskOptions) => Promise<Asked> = ({ persona, question }) =>
    Promise.resolve({ persona, answer: `${persona}: ${question}`, sessionId: "s-1" });

  ask(request: AskRequest, options: AskOptions = {}): Promise<Asked> {
    this.asked.push(request);
    return this.answer(request, options);
  }

  status(): Promise<readonly PersonaStatus[]> {
    return Promise.resolve(this.sessions);
  }

  end(which: { readonly persona?: string; readonly projectRoot?: string }): Promise<number> {
    this.ended.push(which);
    return Promise.resolve(2);
  }

  close(): void {
    this.ended.push({ closed: true });
  }
}

/** Two personas that can be asked and one that cannot. */
export class FakeBackend implements Backend {
  readonly host = new FakeHost();
  readonly queries: MemoryQuery[] = [];
  exchanges: readonly Omit<Exchange, "session">[] = [];
  personas: readonly Persona[] = [
    aPersona("architect", "Knows how it all fits together"),
    aPersona("tester", "Finds what breaks"),
  ];

  listPersonas(): ReturnType<Backend["listPersonas"]> {
    const usable = this.personas.map(({ name, origin, description }) => ({
      name,
      origin,
      description,
      problem: undefined,
    }));
    const broken = {
      name: "broken",
      origin: "global" as const,
      description: "",
      problem: "CLAUDE.md is missing",
    };
    return Promise.resolve([...usable, broken]);
  }

  findPersona(name: string): Promise<Persona | undefined> {
    if (name === "broken") {
      const says = "the persona broken cannot be used: CLAUDE.md is missing";
      return Promise.reject(new UserError("PERSONA_BROKEN", says, { fix: "write it" }));
    }
    return Promise.resolve(this.personas.find((persona) => persona.name === name));
  }

  readMemory(query: MemoryQuery): Promise<readonly Omit<Exchange, "session">[]> {
    this.queries.push(query);
    return Promise.resolve(this.exchanges);
  }
}

function aPersona(name: string, description: string): Persona {
  return {
    name,
    origin: "global",
    description,
    identity: `You are the ${name}.`,
    model: undefined,
    allowedTools: [],
    permissionMode: undefined,
    limits: DEFAULT_LIMITS,
  };
}
