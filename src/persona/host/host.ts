import { isAbsolute } from "node:path";

import { nearestName } from "../../host/nearest-name.js";
import { UserError } from "../../errors.js";
import type { Progress } from "../session/answer.js";
import { mutualWait, refuseChain, wouldWaitForEver } from "../definition/consulting.js";
import { cancelled, error, tooMany } from "./host-fault.js";
import {
  HostError,
  type AskRequest,
  type Asked,
  type PersonaHost,
  type PersonaStatus,
} from "./host-protocol.js";
import type { HostedSession } from "../session/hosted-session.js";
import { Job } from "./job.js";
import type { Login } from "../definition/login.js";
import { lookUpProject } from "./look-up-project.js";
import type { Persona } from "../definition/persona.js";
import { isPersonaName, NAME_FORM } from "../definition/persona-name.js";
import { refuseQuestion } from "../session/question-text.js";
import { Seat } from "./seat.js";
import type { SeatTools } from "./seat-session.js";

export interface HostOptions extends SeatTools {
  /** Tells the user of something that they should know now. */
  readonly alert: (notification: { readonly title: string; readonly body: string }) => void;
  /** Undefined where there is none of that name; throws a `UserError` for one that is broken. */
  readonly findPersona: (name: string, projectRoot: string) => Promise<Persona | undefined>;
  /** The directory without links; throws a `UserError` where there is none. */
  readonly findProject?: (directory: string) => Promise<string>;
  /** Those that there are, for whoever mistyped one. */
  readonly personaNames?: (projectRoot: string) => Promise<readonly string[]>;
}

export interface AskOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** Of whoever asks, for a session that is started for it. */
  readonly login?: Login | undefined;
}

type Which = Parameters<PersonaHost["end"]>[0];

/** Owns the sessions: one for each persona in each project, in this process. */
export class LocalHost implements PersonaHost {
  readonly #options: HostOptions;
  readonly #seats = new Map<string, Seat>();
  readonly #health: NodeJS.Timeout;
  readonly #alerted = new Set<number>();
  #isClosed = false;

  constructor(options: HostOptions) {
    this.#options = options;
    this.#health = setInterval(() => void this.#lookAfter(), options.settings.healthMs).unref();
  }

  /** Nothing is there that this process would have to stay for. */
  get isEmpty(): boolean {
    return this.#seats.size === 0;
  }

  async ask(request: AskRequest, { signal, onProgress, login }: AskOptions = {}): Promise<Asked> {
    const refused = refuseQuestion(request);
    if (refused) throw new HostError(refused);
    const { persona, projectRoot } = await this.#find(request.persona, request.projectRoot);
    const asking = this.#whoAsks(request.chain ?? [], projectRoot);
    const chain = chainTo(request.chain ?? [], asking);
    const asked = this.#seats.get(keyOf(persona.name, projectRoot));
    const refusal = refuseChain(persona.name, chain) ?? refuseDeadlock(asking, asked);
    if (refusal) throw refusal;
    const job = new Job({ request: { ...request, projectRoot }, persona, chain, login, signal, onProgress });
    // A question that was cancelled by now comes to nobody.
    if (job.isOver) return job.settled;
    const seat = this.#seat(persona.name, projectRoot);
    asking?.consults.push(seat);
    try {
      seat.submit(job);
      return await job.settled;
    } finally {
      if (asking) asking.consults.splice(asking.consults.indexOf(seat), 1);
    }
  }

  /** The session in front of a person; no further question is asked until `detach`. */
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
      const seat = this.#seat(found.persona.name, found.projectRoot);
      // Between this look and the view nothing else happens: a seat that was left is no longer among ours.
      if (seat.leaving === undefined) return seat.view(found.persona, { login, onGone });
      await seat.leaving;
    }
  }

  async status(): Promise<readonly PersonaStatus[]> {
    return Promise.all([...this.#seats.values()].map((seat) => seat.status()));
  }

  async end({ persona, projectRoot }: Which): Promise<number> {
    const root = projectRoot === undefined ? undefined : await this.#rootOf(projectRoot);
    const meant = [...this.#seats.values()].filter(
      (seat) =>
        (persona === undefined || seat.name === persona) && (root === undefined || seat.projectRoot === root),
    );
    const { record } = this.#options;
    // Also what is kept of a session that does not run: it made room, or its host ended. A seat forgets its own in the end.
    const kept = record
      .all({ persona, projectRoot: root })
      .filter((held) => !this.#seats.has(keyOf(held.persona, held.projectRoot)));
    await Promise.all([
      ...kept.map((held) => record.forget(held.persona, held.projectRoot)),
      ...meant.map((seat) => seat.leave("its session was ended", "forget")),
    ]);
    return meant.length;
  }

  /** Begins to end everything; `shutDown` waits for it. */
  close(): void {
    void this.shutDown();
  }

  /** Ends every session. Those that come after go on with their conversations. */
  async shutDown(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#health);
    await Promise.all([...this.#seats.values()].map((seat) => seat.leave("the host was ended", "resume")));
  }

  async #find(name: string, directory: string): Promise<{ persona: Persona; projectRoot: string }> {
    if (this.#isClosed) throw cancelled("the host was ended");
    if (!isPersonaName(name)) {
      const message = `${JSON.stringify(name.slice(0, 100))} is no name of a persona`;
      throw error("BAD_REQUEST", {
        message,
        fix: `${NAME_FORM}; cac persona list shows those that there are`,
      });
    }
    const projectRoot = await this.#rootOf(directory);
    const persona = await this.#options.findPersona(name, projectRoot).catch(asFault);
    if (persona) return { persona, projectRoot };
    const meant = nearestName(name, (await this.#options.personaNames?.(projectRoot)) ?? []);
    throw error("NO_SUCH_PERSONA", {
      message: `there is no persona ${name} in ${projectRoot}`,
      fix: `${meant ? `did you mean ${meant}? ` : ""}cac persona list shows those that there are, cac persona new ${name} makes it`,
    });
  }

  async #rootOf(directory: string): Promise<string> {
    if (!isAbsolute(directory)) {
      const message = `the project root ${JSON.stringify(directory.slice(0, 300))} is not absolute`;
      throw error("BAD_REQUEST", { message, fix: "give the whole path of the project's folder" });
    }
    const { findProject = lookUpProject } = this.#options;
    return findProject(directory).catch(asFault);
  }

  #seat(name: string, projectRoot: string): Seat {
    const key = keyOf(name, projectRoot);
    const known = this.#seats.get(key);
    if (known) return known;
    const seat = new Seat({
      name,
      projectRoot,
      tools: this.#options,
      makeRoom: (hold) => this.#makeRoom(hold),
      onEmpty: () => this.#seats.get(key) === seat && this.#seats.delete(key),
    });
    this.#seats.set(key, seat);
    return seat;
  }

  /** The persona whose own question this one comes from; undefined where it comes from a user's session. */
  #whoAsks(chain: readonly string[], projectRoot: string): Seat | undefined {
    const named = [...this.#seats.values()].filter(({ name, chain: now }) => name === chain.at(-1) && now);
    return named.find((seat) => seat.projectRoot === projectRoot) ?? named[0];
  }

  /** The one that nobody needed for the longest time goes, or one that leaves anyway; where all are at work, it is refused. */
  async #makeRoom(hold: () => void): Promise<void> {
    const { maxSessions } = this.#options.settings;
    for (;;) {
      const held = [...this.#seats.values()].filter(({ isHeld }) => isHeld);
      if (this.#isClosed) throw cancelled("the host was ended");
      if (held.length < maxSessions) return hold();
      const [longest] = held
        .filter(({ idleSince }) => idleSince !== undefined)
        .sort((a, b) => (a.idleSince?.getTime() ?? 0) - (b.idleSince?.getTime() ?? 0));
      const leaving = held.flatMap((seat) => seat.leaving ?? []);
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

  /** Tends what is in use, and says once for each process that it holds too much. */
  async #lookAfter(): Promise<void> {
    const { settings, log, alert } = this.#options;
    for (const seat of this.#seats.values()) seat.tend();
    for (const { pid, persona, memoryMb = 0 } of await this.status()) {
      if (pid === undefined || memoryMb <= settings.alertMb || this.#alerted.has(pid)) continue;
      this.#alerted.add(pid);
      log("muchMemory", { persona, pid, memoryMb });
      const title = `the session of ${persona} holds ${memoryMb} MB`;
      alert({ title, body: `cac persona end ${persona} ends it; what it was asked is remembered` });
    }
  }
}

function chainTo(given: readonly string[], asking: Seat | undefined): readonly string[] {
  // What leads to the question that it answers now is known here; what it says itself is only its name.
  return asking?.chain && given.length === 1 ? [...asking.chain, asking.name] : given;
}

function refuseDeadlock(asking: Seat | undefined, asked: Seat | undefined): HostError | undefined {
  if (asking === undefined || asked === undefined) return undefined;
  if (!wouldWaitForEver(asking, asked, ({ consults }) => consults)) return undefined;
  return mutualWait(asking.name, asked.name);
}

function keyOf(name: string, projectRoot: string): string {
  return `${name}\0${projectRoot}`;
}

function asFault(thrown: unknown): never {
  if (!(thrown instanceof UserError)) throw thrown;
  throw error("BAD_REQUEST", { message: thrown.message, fix: thrown.fix });
}
