import { stackOf } from "../errors.js";
import type { Instant } from "../session/life/life.js";
import { Inbox, inboxDir, type InboxEvent } from "../discover/inbox.js";
import { NOT_WAITING } from "../driver/life-record.js";
import { LiveSessions } from "../discover/live-sessions.js";
import type { ProcessId } from "../host/process-table.js";
import type { ExternalSession } from "../transport/terminal-locator.js";
import { SessionTranscripts } from "../discover/session-transcripts.js";
import { startedDirectory, StartedSessions } from "../discover/started-sessions.js";
import type { ControlReply } from "../store/rpc/control-protocol.js";
import { AttendedSession, type AttendedSessionOptions } from "./attended-session.js";
import type { CancelledStops } from "./queue/cancelled-stops.js";
import type { Order } from "./daemon-control.js";
import type { Log } from "../store/process/daemon-log.js";
import type { DaemonSettings } from "./daemon-settings.js";
import { entryOfEvent } from "./queue/life-entry.js";
import { isSameProcess, lastKnown } from "../discover/last-known.js";
import { ProofPoll } from "./proof-poll.js";
import type { QueueFile } from "./queue/queue-file.js";
import { spreadDelayMs } from "./spread.js";

export interface DaemonOptions extends Pick<
  AttendedSessionOptions,
  "transports" | "revive" | "isAlive" | "notify" | "vim" | "timeZone"
> {
  /** Where the daemon keeps its files. */
  readonly directory: string;
  /** Where Claude Code keeps its own. */
  readonly configDir: string;
  readonly settings: DaemonSettings;
  readonly queue: QueueFile;
  readonly cancelled: CancelledStops;
  /** Who carries it on already; undefined where nobody does. */
  readonly attendedBy: (session: ExternalSession) => Promise<string | undefined>;
  readonly log: Log;
  /** How often the sessions that are known are gone through for those that have ended; half an hour. */
  readonly sweepMs?: number;
}

/** Every session on the machine, carried on. */
export class Daemon {
  readonly #options: DaemonOptions;
  readonly #sessions = new Map<string, AttendedSession>();
  readonly #transcripts: SessionTranscripts;
  readonly #started: StartedSessions;
  readonly #inbox: Inbox;
  readonly #live: LiveSessions;
  /** What came in is dealt with one by one, in its order. */
  #work: Promise<void> = Promise.resolve();
  readonly #sweeping: NodeJS.Timeout;
  readonly #proofs: ProofPoll;
  /** When sessions are or were due. The queue learns of it later, and forgets it when a session is being resumed. */
  readonly #dues = new Map<string, number>();
  #isClosed = false;

  constructor(options: DaemonOptions) {
    this.#options = options;
    const { directory, configDir, settings, queue, log, timeZone } = options;
    const { pollMs } = settings;
    this.#transcripts = new SessionTranscripts({
      timeZone,
      pollMs,
      onEvent: (sessionId, event) => this.#sessions.get(sessionId)?.driver.takeRow(event),
    });
    this.#proofs = new ProofPoll({
      everyMs: settings.verifyPollMs,
      resuming: () => this.sessionIds.filter((id) => this.#sessions.get(id)?.life.tag === "RESUMING"),
      catchUp: (sessionId) => this.#transcripts.catchUp(sessionId),
    });
    this.#started = new StartedSessions(startedDirectory(configDir), (message) =>
      log("startedSessions", { message }),
    );
    // What was waited for comes first: what is found now is compared with it.
    for (const entry of queue.entries) {
      this.#do(() => this.#attend(entry.session, (attended) => attended.restore(entry)));
    }
    this.#inbox = new Inbox(inboxDir(directory), {
      pollMs,
      onEvent: (event, done) => this.#do(() => this.#hear(event, done)),
      onBad: (file, why) => log("inboxBad", { file, why }),
    });
    this.#live = new LiveSessions({
      configDir,
      pollMs,
      onSession: (session) => this.#do(() => this.#attend(session)),
      onGone: (sessionId) => this.#do(() => this.#leave(sessionId)),
      onLeft: (sessionId) => this.#do(() => this.#drop(sessionId)),
      log: (message) => log("liveSessions", { message }),
    });
    this.#sweeping = setInterval(() => this.#do(() => this.#sweep()), options.sweepMs ?? SWEEP_MS).unref();
  }

  /** The sessions that it watches, by Claude Code's own ids. */
  get sessionIds(): readonly string[] {
    return [...this.#sessions.keys()];
  }

  /** `cac resume` and `cac cancel`. */
  async order(order: Order, sessionId: string): Promise<ControlReply> {
    const attended = this.#sessions.get(sessionId);
    if (attended === undefined || attended.life.tag === "RUNNING") return NOT_WAITING;
    if (order === "resume") return attended.driver.resume();
    await this.#options.cancelled.add(sessionId, attended.life.stop.at);
    return attended.driver.cancel();
  }

  /** What came in and was not dealt with stays in the inbox, what is waited for in the queue. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#inbox.close();
    this.#live.close();
    this.#transcripts.close();
    this.#proofs.close();
    clearInterval(this.#sweeping);
    await this.#work;
    await Promise.all([...this.#sessions.values()].map((session) => session.end()));
  }

  #do(act: () => Promise<unknown>): void {
    this.#work = this.#work
      .then(() => (this.#isClosed ? undefined : act()))
      .then(
        () => undefined,
        (error: unknown) => this.#options.log("fault", { what: stackOf(error) }),
      );
  }

  async #hear(event: InboxEvent, done: () => Promise<void>): Promise<void> {
    const { session } = event;
    switch (event.event) {
      case "sessionStarted":
        await this.#started.save(session);
        await this.#attend(session);
        break;
      case "sessionEnded":
        if (session.reach.process) await this.#started.remove(session.reach.process.pid);
        await this.#leave(session.sessionId, { process: session.reach.process, byPerson: event.byPerson });
        break;
      case "limit":
        // A kill at any moment loses neither: what is not on disk in the queue stays in the inbox.
        if (!(await this.#hearLimit(event))) return;
        break;
      default:
        event.event satisfies never;
    }
    await done();
  }

  /** Returns whether the queue has it on disk, or it means nothing any more. */
  async #hearLimit(event: InboxEvent): Promise<boolean> {
    const entry = entryOfEvent(event);
    if (entry === undefined) return true;
    const attended = await this.#attend(event.session);
    if (attended === undefined) return true;
    if (attended.driver.rows.isPast(Date.parse(entry.stop.seenAt))) return attended.saved();
    const put = this.#options.queue.put({ ...entry, session: attended.session });
    attended.hearLimit(entry);
    const saved = await put;
    return saved.ok || saved.code === "BAD_ENTRY";
  }

  /** `first` is done before any row of its transcript is told. Undefined where somebody else carries it on. */
  async #attend(
    session: ExternalSession,
    first?: (attended: AttendedSession) => void,
  ): Promise<AttendedSession | undefined> {
    const { sessionId } = session;
    const by = await this.#attendedBy(session);
    if (by !== undefined) {
      // Two of us would say everything twice.
      this.#options.log("attended", { session: sessionId, by });
      await this.#drop(sessionId);
      return undefined;
    }
    const known = this.#sessions.get(sessionId);
    known?.moved(await lastKnown(known.session, session, this.#options.isAlive));
    const attended = known ?? this.#newSession(session);
    this.#sessions.set(sessionId, attended);
    first?.(attended);
    const { transcript } = attended.session;
    if (transcript !== undefined) {
      await this.#transcripts.follow(sessionId, transcript, { lastBytes: HISTORY_BYTES });
      attended.driver.historyTaken();
    }
    return attended;
  }

  /** Asked again before the first key: a wait is not lost where it cannot be told now. */
  async #attendedBy(session: ExternalSession): Promise<string | undefined> {
    try {
      return await this.#options.attendedBy(session);
    } catch (error) {
      this.#options.log("fault", { what: stackOf(error) });
      return undefined;
    }
  }

  /** Its process has ended. A wait stays: that is what `whenTerminalGone` is for. */
  async #leave(sessionId: string, { process, byPerson }: Leaving = {}): Promise<void> {
    const known = this.#sessions.get(sessionId)?.session.reach.process;
    // The conversation may be open elsewhere by now.
    if (process && known && !isSameProcess(process, known)) return;
    // The last of its rows may be the limit.
    await this.#transcripts.catchUp(sessionId);
    const isDone = this.#sessions.get(sessionId)?.isDone(Date.now());
    // Whoever leaves a conversation does not want it carried on; one whose terminal was closed may.
    if (isDone || byPerson) await this.#drop(sessionId);
  }

  /** Nothing is left to be done for it. */
  async #drop(sessionId: string): Promise<void> {
    const attended = this.#sessions.get(sessionId);
    this.#sessions.delete(sessionId);
    this.#transcripts.forget(sessionId);
    await attended?.end();
    await this.#options.queue.remove(sessionId);
  }

  /** Not every end is told of: a job that was killed, a wait that was cancelled after its terminal was closed. */
  async #sweep(): Promise<void> {
    for (const [sessionId, attended] of this.#sessions) {
      if (!attended.isDone(Date.now()) || (await this.#options.isAlive(attended.session))) continue;
      this.#options.log("swept", { session: sessionId, state: attended.life.tag });
      await this.#drop(sessionId);
    }
  }

  #newSession(session: ExternalSession): AttendedSession {
    const { queue, settings, cancelled, log } = this.#options;
    const { sessionId } = session;
    return new AttendedSession({
      ...this.#options,
      session,
      log,
      settings: (now) => ({
        ...settings,
        safetyBufferMs: settings.safetyBufferMs + this.#spreadOf(sessionId, now),
      }),
      save: async (entry) => {
        const saved = await (entry === undefined ? queue.remove(sessionId) : queue.put(entry));
        return saved.ok;
      },
      isCancelled: (at) => cancelled.has(sessionId, at),
      onLife: (life) => {
        if (life.tag === "WAITING") this.#dues.set(sessionId, life.dueAt);
        if (life.tag === "RESUMING") this.#proofs.begin();
      },
    });
  }

  /** Those that are due together follow each other, in the order of their arrival. */
  #spreadOf(sessionId: string, now: Instant): number {
    const { queue, settings } = this.#options;
    const own = queue.get(sessionId);
    if (own?.stop.resetsAt === undefined) return 0;
    const first = Math.max(Date.parse(own.stop.resetsAt), now) + settings.safetyBufferMs;
    const dues = new Map(
      queue.entries.flatMap(({ session, dueAt }) =>
        dueAt === undefined ? [] : [[session.sessionId, Date.parse(dueAt)] as const],
      ),
    );
    for (const [id, due] of this.#dues) {
      if (due < now - settings.spreadMs) this.#dues.delete(id);
      // One that is neither in the queue nor begun was cancelled.
      else if (due <= now || queue.get(id) !== undefined) dues.set(id, due);
    }
    dues.delete(sessionId);
    const delayMs = spreadDelayMs(first, [...dues.values()], settings.spreadMs);
    // Taken at once: the next one may ask before this one has begun to wait.
    if (!this.#dues.has(sessionId)) this.#dues.set(sessionId, first + delayMs);
    return delayMs;
  }
}

/** How a session ended, as far as that was told. */
interface Leaving {
  readonly process?: ProcessId | undefined;
  readonly byPerson?: boolean | undefined;
}

const HISTORY_BYTES = 256 * 1024;
const SWEEP_MS = 30 * 60_000;
