import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { HostRecord } from "../../../src/persona/host/host-record.js";
import { LocalHost } from "../../../src/persona/host/host.js";
import { HostError, type HostFault } from "../../../src/persona/host/host-protocol.js";
import { HOST_SETTINGS, type HostSettings } from "../../../src/persona/host/host-settings.js";
import type { StartOrder } from "../../../src/persona/session/hosted-session.js";
import { Memory } from "../../../src/persona/memory/memory.js";
import { DEFAULT_LIMITS, type Persona } from "../../../src/persona/definition/persona.js";
import { realDirectory } from "../../../src/persona/definition/project-root.js";
import { FakeSession, type Behaviour } from "./fake-session.js";

export const ECHO: Behaviour = (question) => ({ type: "answered", text: `answer to ${question}` });

type Changes = Omit<Partial<Persona>, "limits"> & { readonly limits?: Partial<Persona["limits"]> };

/** A host whose sessions are fakes, with a memory and a record of its own on disk. */
/** Where a limit names no reset, it is over after so long. */
export function inMs(ms: number): HostSettings["resetDue"] {
  return (until) => until ?? new Date(Date.now() + ms);
}

export class HostStage {
  readonly base = realpathSync(mkdtempSync(join(tmpdir(), "cac-host-")));
  readonly project = this.folder("project");
  readonly recordFile = join(this.base, "state", "sessions.json");
  readonly started: FakeSession[] = [];
  readonly logged: string[] = [];
  readonly alerts: string[] = [];
  readonly personas = new Map<string, Persona>();
  behaviour: Behaviour = ECHO;
  settings = "as they are";
  /** How far the record's clock is ahead. */
  laterMs = 0;
  /** Called before each start; what it throws is thrown there. */
  beforeStart: (order: StartOrder) => void | Promise<void> = () => undefined;
  readonly #hosts: LocalHost[] = [];

  folder(name: string): string {
    const path = join(this.base, name);
    mkdirSync(path, { recursive: true });
    return path;
  }

  persona(name: string, changes: Changes = {}): Persona {
    const persona: Persona = {
      name,
      origin: "global",
      description: `the ${name}`,
      identity: `You are ${name}.`,
      model: undefined,
      allowedTools: [],
      permissionMode: undefined,
      ...changes,
      limits: { ...DEFAULT_LIMITS, ...changes.limits },
    };
    this.personas.set(name, persona);
    return persona;
  }

  async host(settings: Partial<HostSettings> = {}): Promise<LocalHost> {
    const log = (event: string): void => void this.logged.push(event);
    const host = new LocalHost({
      settings: { ...HOST_SETTINGS, retryMs: 1, graceMs: 200, resetDue: inMs(5), ...settings },
      log,
      alert: ({ title }) => void this.alerts.push(title),
      findPersona: (name) => Promise.resolve(this.personas.get(name)),
      // At once, so that tests know when it is done.
      findProject: (directory) => Promise.resolve(directory).then(realDirectory),
      personaNames: () => Promise.resolve([...this.personas.keys()]),
      start: async (order) => {
        await this.beforeStart(order);
        // A conversation that is gone on with keeps its id.
        const id = order.resume ?? `conversation-${this.started.length + 1}`;
        const session = new FakeSession(order, id, (...given) => this.behaviour(...given));
        this.started.push(session);
        return session;
      },
      startedWith: () => this.settings,
      record: await HostRecord.load(this.recordFile, {
        log,
        now: () => Date.now() + this.laterMs,
      }),
      memoryOf: (persona, projectRoot) => this.memory(persona.name, projectRoot),
      systemPrompt: (persona, _root, exchanges) =>
        Promise.resolve([persona.identity, ...exchanges.map(({ question }) => question)].join("|")),
    });
    this.#hosts.push(host);
    return host;
  }

  memory(persona: string, projectRoot = this.project): Memory {
    return new Memory({
      stateDirectory: join(this.base, "state"),
      persona,
      projectRoot,
      mostBytes: DEFAULT_LIMITS.memoryBytes,
    });
  }

  /** Of the one conversation that the record on disk holds. */
  lastUsed(): number {
    const { held } = JSON.parse(readFileSync(this.recordFile, "utf8")) as { held: { lastUsed: string }[] };
    return Date.parse(held[0]?.lastUsed ?? "");
  }

  async clear(): Promise<void> {
    await Promise.all(this.#hosts.map((host) => host.shutDown()));
    rmSync(this.base, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The fault with which it was refused. */
export async function faultOf(asked: Promise<unknown>): Promise<HostFault> {
  const outcome: unknown = await asked.catch((error: unknown) => error);
  if (outcome instanceof HostError) return outcome.fault;
  throw new Error(`not refused: ${String(outcome)}`, { cause: outcome });
}
