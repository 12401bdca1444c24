import { isAbsolute } from "node:path";

import { nearestName } from "../../host/nearest-name.js";
import { UserError } from "../../errors.js";
import type { HostedSession, Progress } from "../session/hosted-session.js";
import { cancelled, error, tooMany } from "./host-fault.js";
import {
  HostError,
  type AskRequest,
  type Asked,
  type PersonaHost,
  type PersonaStatus,
} from "./host-protocol.js";
import {
  PendingQuestion,
  refuseQuestion,
  mutualWait,
  refuseChain,
  wouldWaitForever,
} from "./pending-question.js";
import type { Login } from "../definition/login.js";
import { lookUpProject } from "../definition/project-root.js";
import { isPersonaName, NAME_FORM, type Persona } from "../definition/persona.js";
import { PersonaWorker } from "./persona-worker.js";
import type { SessionTools } from "./session-slot.js";

export interface HostOptions extends SessionTools {
  /** Notifies the user. */
  readonly alert: (notification: { readonly title: string; readonly body: string }) => void;
  /** Undefined if there is no such persona; throws a `UserError` for a broken one. */
  readonly findPersona: (name: string, projectRoot: string) => Promise<Persona | undefined>;
  /** The directory without links; throws a `UserError` if there is none. */
  readonly findProject?: (directory: string) => Promise<string>;
  /** For suggestions when a name was mistyped. */
  readonly personaNames?: (projectRoot: string) => Promise<readonly string[]>;
}

export interface AskOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** Of the client, for a session that is started for the question. */
  readonly login?: Login | undefined;
}

type Which = Parameters<PersonaHost["end"]>[0];

/** Owns all sessions in this process: one for each persona in each project. */
export class LocalHost implements PersonaHost {
  readonly #options: HostOptions;
  readonly #workers = new Map<string, PersonaWorker>();
  readonly #health: NodeJS.Timeout;
  readonly #alerted = new Set<number>();
  #isClosed = false;

  constructor(options: HostOptions) {
    this.#options = options;
    this.#health = setInterval(() => void this.#lookAfter(), options.settings.healthMs).unref();
  }

  /** There is no session and no question: this process may end. */
  get isEmpty(): boolean {
    return this.#workers.size === 0;
  }

  async ask(request: AskRequest, { signal, onProgress, login }: AskOptions = {}): Promise<Asked> {
    const refused = refuseQuestion(request);
    if (refused) throw new HostError(refused);
    const { persona, projectRoot } = await this.#find(request.persona, request.projectRoot);
    const asking = this.#whoAsks(request.chain ?? [], projectRoot);
    const chain = chainTo(request.chain ?? [], asking);
    const asked = this.#workers.get(keyOf(persona.name, projectRoot));
    const refusal = refuseChain(persona.name, chain) ?? refuseDeadlock(asking, asked);
    if (refusal) throw refusal;
    const question = new PendingQuestion({
      request: { ...request, projectRoot },
      persona,
      chain,
      login,
      signal,
      onProgress,
    });
    // It may have been cancelled meanwhile.
    if (question.isOver) return question.settled;
    const worker = this.#worker(persona.name, projectRoot);
    asking?.consults.push(worker);
    try {
      worker.submit(question);
      return await question.settled;
    } finally {
      if (asking) asking.consults.splice(asking.consults.indexOf(worker), 1);
    }
  }

  /** The session, for a person who looks at it. Until `detach` no question is asked. */
  async view(
    {
      name,
      projectRoot,
      login,
    }: { readonly name: string; readonly projectRoot: string; login?: Login | undefined },
    onGone: () => void,
  ): Promise<{ readonly session: HostedSession; readonly detach: () => void }> {
    const found = await this.#find(name, projectRoot);
    for (;;) {
      const worker = this.#worker(found.persona.name, found.projectRoot);
      // Nothing else runs between this check and the view: a worker that has left is not in the map any more.
      if (worker.leaving === undefined) return worker.view(found.persona, { login, onGone });
      await worker.leaving;
    }
  }

  async status(): Promise<readonly PersonaStatus[]> {
    return Promise.all([...this.#workers.values()].map((worker) => worker.status()));
  }

  async end({ persona, projectRoot }: Which): Promise<number> {
    const root = projectRoot === undefined ? undefined : await this.#rootOf(projectRoot);
    const meant = [...this.#workers.values()].filter(
      (worker) =>
        (persona === undefined || worker.name === persona) &&
        (root === undefined || worker.projectRoot === root),
    );
    const { record } = this.#options;
    // Also the records of sessions that do not run: they made room, or their host ended. A worker forgets its own.
    const kept = record
      .all({ persona, projectRoot: root })
      .filter((held) => !this.#workers.has(keyOf(held.persona, held.projectRoot)));
    await Promise.all([
      ...kept.map((held) => record.forget(held.persona, held.projectRoot)),
      ...meant.map((worker) => worker.leave("its session was ended", "forget")),
    ]);
    return meant.length;
  }

  /** As `shutDown`, without waiting. */
  close(): void {
    void this.shutDown();
  }

  /** Ends all sessions. Later ones continue their conversations. */
  async shutDown(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#health);
    await Promise.all(
      [...this.#workers.values()].map((worker) => worker.leave("the host was ended", "resume")),
    );
  }

  async #find(name: string, directory: string): Promise<{ persona: Persona; projectRoot: string }> {
    if (this.#isClosed) throw cancelled("the host was ended");
    if (!isPersonaName(name)) {
      const message = `${JSON.stringify(name.slice(0, 100))} is not a valid persona name`;
      throw error("BAD_REQUEST", {
        message,
        fix: `use ${NAME_FORM}; cac persona list shows all personas`,
      });
    }
    const projectRoot = await this.#rootOf(directory);
    const persona = await this.#options.findPersona(name, projectRoot).catch(asFault);
    if (persona) return { persona, projectRoot };
    const meant = nearestName(name, (await this.#options.personaNames?.(projectRoot)) ?? []);
    throw error("NO_SUCH_PERSONA", {
      message: `there is no persona ${name} in ${projectRoot}`,
      fix: `${meant ? `did you mean ${meant}? ` : ""}cac persona list shows all personas, cac persona new ${name} creates it`,
    });
  }

  async #rootOf(directory: string): Promise<string> {
    if (!isAbsolute(directory)) {
      const message = `the project root ${JSON.stringify(directory.slice(0, 300))} is not an absolute path`;
      throw error("BAD_REQUEST", { message, fix: "give the absolute path of the project's folder" });
    }
    const { findProject = lookUpProject } = this.#options;
    return findProject(directory).catch(asFault);
  }

  #worker(name: string, projectRoot: string): PersonaWorker {
    const key = keyOf(name, projectRoot);
    const known = this.#workers.get(key);
    if (known) return known;
    const worker = new PersonaWorker({
      name,
      projectRoot,
      tools: this.#options,
      makeRoom: (hold) => this.#makeRoom(hold),
      onEmpty: () => this.#workers.get(key) === worker && this.#workers.delete(key),
    });
    this.#workers.set(key, worker);
    return worker;
  }

  /** The persona that asks; undefined if the user does. */
  #whoAsks(chain: readonly string[], projectRoot: string): PersonaWorker | undefined {
    const named = [...this.#workers.values()].filter(({ name, chain: now }) => name === chain.at(-1) && now);
    return named.find((worker) => worker.projectRoot === projectRoot) ?? named[0];
  }

  /** Ends the session that was idle longest, or waits for one that ends anyway. Rejects if all are at work. */
  async #makeRoom(hold: () => void): Promise<void> {
    const { maxSessions } = this.#options.settings;
    for (;;) {
      const held = [...this.#workers.values()].filter(({ isHeld }) => isHeld);
      if (this.#isClosed) throw cancelled("the host was ended");
      if (held.length < maxSessions) return hold();
      const [longest] = held
        .filter(({ idleSince }) => idleSince !== undefined)
        .sort((a, b) => (a.idleSince?.getTime() ?? 0) - (b.idleSince?.getTime() ?? 0));
      const leaving = held.flatMap((worker) => worker.leaving ?? []);
      if (longest) {
        this.#options.log("madeRoom", { ended: longest.name, projectRoot: longest.projectRoot });
        await longest.leave("its place was needed", "resume");
      } else if (leaving.length > 0) await Promise.race(leaving);
      else {
        const names = held.map(({ name }) => name);
        throw tooMany(maxSessions, names);
      }
    }
  }

  /** Tends the sessions in use, and notifies the user once of each process that uses much memory. */
  async #lookAfter(): Promise<void> {
    const { settings, log, alert } = this.#options;
    for (const worker of this.#workers.values()) worker.tend();
    for (const { pid, persona, memoryMb = 0 } of await this.status()) {
      if (pid === undefined || memoryMb <= settings.alertMb || this.#alerted.has(pid)) continue;
      this.#alerted.add(pid);
      log("muchMemory", { persona, pid, memoryMb });
      const title = `the session of ${persona} uses ${memoryMb} MB of memory`;
      alert({ title, body: `cac persona end ${persona} ends it and keeps its memory` });
    }
  }
}

function chainTo(given: readonly string[], asking: PersonaWorker | undefined): readonly string[] {
  // A session names only its own persona. What led to its current question is known here.
  return asking?.chain && given.length === 1 ? [...asking.chain, asking.name] : given;
}

function refuseDeadlock(
  asking: PersonaWorker | undefined,
  asked: PersonaWorker | undefined,
): HostError | undefined {
  if (asking === undefined || asked === undefined) return undefined;
  if (!wouldWaitForever(asking, asked, ({ consults }) => consults)) return undefined;
  return mutualWait(asking.name, asked.name);
}

function keyOf(name: string, projectRoot: string): string {
  return `${name}\0${projectRoot}`;
}

function asFault(thrown: unknown): never {
  if (!(thrown instanceof UserError)) throw thrown;
  throw error("BAD_REQUEST", { message: thrown.message, fix: thrown.fix });
}
