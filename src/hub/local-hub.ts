import { randomUUID } from "node:crypto";

import { autoResumeDir } from "../host/auto-resume-dir.js";
import { surroundings, type Surroundings } from "../host/paths.js";
import { UserError } from "../errors.js";
import { DirectoryWatch } from "../store/directory-watch.js";
import type {
  Action,
  ActionResult,
  Actor,
  Cursor,
  Hub,
  HubEvent,
  HubProblem,
  HubSource,
  SessionView,
} from "./hub.js";
import { personaSessions } from "./persona-sessions.js";
import { queuedSessions } from "./queued-sessions.js";
import { wrappedSessions } from "./wrapped-sessions.js";

/** Where the sessions of this user on this machine are found. */
function localSources(where: Surroundings = surroundings()): readonly HubSource[] {
  return [wrappedSessions(where), queuedSessions(autoResumeDir(where)), personaSessions(where)];
}

export interface LocalHubOptions {
  readonly sources?: readonly HubSource[];
  /** Called at each listing for what could not be listed. */
  readonly onProblem?: (problem: HubProblem) => void;
}

export class LocalHub implements Hub {
  readonly #sources: readonly HubSource[];
  readonly #onProblem: (problem: HubProblem) => void;
  /** Tells the cursors of this hub from those of another. */
  readonly #epoch = randomUUID();
  readonly #subscribers = new Set<Subscriber>();
  readonly #history: HubEvent[] = [];
  #watches: readonly DirectoryWatch[] = [];
  #owners = new Map<string, { readonly session: SessionView; readonly source: HubSource }>();
  #seen = new Map<string, { readonly session: SessionView; readonly text: string }>();
  #sequence = 0;
  #isRefreshing = false;
  #isOutdated = false;

  constructor({ sources = localSources(), onProblem = () => {} }: LocalHubOptions = {}) {
    this.#sources = sources;
    this.#onProblem = onProblem;
  }

  async list(): Promise<readonly SessionView[]> {
    const found = await Promise.all(this.#sources.map((source) => this.#listOf(source)));
    const all = this.#sources.flatMap((source, index) =>
      (found[index] ?? []).map((session) => ({ source, session })),
    );
    // The wrapper of a session looks after it; the daemon leaves it alone.
    const attended = new Set(
      all.flatMap(({ session: { life, record } }) => (life === "live" ? (record.claudeSessionId ?? []) : [])),
    );
    const shown = all.filter(
      ({ session: { life, record } }) => life !== "queued" || !attended.has(record.claudeSessionId ?? ""),
    );
    this.#owners = new Map(shown.map((each) => [each.session.record.id, each]));
    return shown.map(({ session }) => session);
  }

  async act(id: string, action: Action, by: Actor): Promise<ActionResult> {
    if (!this.#owners.has(id)) await this.list();
    const owner = this.#owners.get(id);
    if (owner === undefined) {
      const says = `there is no session ${JSON.stringify(id)}`;
      return { ok: false, code: "NO_SUCH_SESSION", says, fix: "cac status shows what there is" };
    }
    // It may have moved or ended by the next time.
    this.#owners.delete(id);
    return owner.source.act(owner.session, action, by);
  }

  subscribe(from: Cursor | undefined, listener: (event: HubEvent) => void): Disposable {
    const subscriber: Subscriber = { from, listener, isServed: false };
    this.#subscribers.add(subscriber);
    if (this.#subscribers.size === 1) this.#watch();
    this.#refresh();
    return {
      [Symbol.dispose]: () => {
        this.#subscribers.delete(subscriber);
        if (this.#subscribers.size > 0) return;
        for (const watch of this.#watches) watch.close();
        this.#watches = [];
      },
    };
  }

  async #listOf(source: HubSource): Promise<readonly SessionView[]> {
    try {
      const { sessions, problems } = await source.list();
      for (const problem of problems) this.#onProblem(problem);
      return sessions;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#onProblem({
        message: `${source.name} cannot be listed: ${why}`,
        fix: error instanceof UserError ? error.fix : "cac doctor checks everything",
      });
      return [];
    }
  }

  #watch(): void {
    const directories = new Set(this.#sources.flatMap((source) => source.directories));
    this.#watches = Array.from(directories, (each) => new DirectoryWatch(each, () => this.#refresh()));
  }

  /** One listing at a time; what changes during one is found by the next. */
  #refresh(): void {
    this.#isOutdated = true;
    if (!this.#isRefreshing) void this.#refreshAll();
  }

  async #refreshAll(): Promise<void> {
    this.#isRefreshing = true;
    while (this.#isOutdated && this.#subscribers.size > 0) {
      this.#isOutdated = false;
      this.#publish(await this.list());
    }
    this.#isRefreshing = false;
  }

  #publish(sessions: readonly SessionView[]): void {
    const events = this.#changes(sessions);
    this.#history.push(...events);
    this.#history.splice(0, Math.max(0, this.#history.length - MOST_HISTORY));
    for (const subscriber of this.#subscribers) {
      const { from, listener, isServed } = subscriber;
      subscriber.isServed = true;
      const missed = isServed ? events : this.#since(from);
      const snapshot: HubEvent = { type: "snapshot", cursor: this.#cursor(), sessions };
      for (const event of missed ?? [snapshot]) listener(event);
    }
  }

  /** The events that turn what was seen before into this. */
  #changes(sessions: readonly SessionView[]): readonly HubEvent[] {
    const before = this.#seen;
    // Screens change all the time; whoever shows them asks for them.
    this.#seen = new Map(
      sessions.map((session) => [
        session.record.id,
        { session, text: JSON.stringify({ ...session, screen: undefined }) },
      ]),
    );
    const events: HubEvent[] = [];
    for (const [id, { session, text }] of this.#seen) {
      const was = before.get(id);
      if (was?.text === text) continue;
      events.push({ type: was ? "changed" : "added", cursor: this.#nextCursor(), session });
    }
    for (const id of before.keys()) {
      if (!this.#seen.has(id)) events.push({ type: "removed", cursor: this.#nextCursor(), id });
    }
    return events;
  }

  /** Undefined if they are not known any more. */
  #since(from: Cursor | undefined): readonly HubEvent[] | undefined {
    const [, epoch, number] = /^(.+)-(\d+)$/.exec(from ?? "") ?? [];
    const missed = this.#sequence - Number(number);
    if (epoch !== this.#epoch || missed < 0 || missed > this.#history.length) return undefined;
    return this.#history.slice(this.#history.length - missed);
  }

  #nextCursor(): Cursor {
    this.#sequence++;
    return this.#cursor();
  }

  #cursor(): Cursor {
    return `${this.#epoch}-${this.#sequence}`;
  }
}

interface Subscriber {
  readonly from: Cursor | undefined;
  readonly listener: (event: HubEvent) => void;
  /** It has its snapshot, or what it missed. */
  isServed: boolean;
}

const MOST_HISTORY = 1000;
