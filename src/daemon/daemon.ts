import { stackOf } from "../errors.js";
import type { Life } from "../session/life.js";
import { Inbox, inboxDir, type InboxEvent } from "../watch/inbox.js";
import { LiveSessions } from "../watch/live-sessions.js";
import type { ForeignSession } from "../watch/reach.js";
import { SessionTranscripts } from "../watch/session-transcripts.js";
import { startedDirectory, StartedSessions } from "../watch/started-sessions.js";
import type { OrderReply } from "../control/control-protocol.js";
import { AttendedSession, type AttendedSessionOptions } from "./attended-session.js";
import type { Order } from "./daemon-control.js";
import type { Log } from "./daemon-log.js";
import type { DaemonSettings } from "./daemon-settings.js";
import { entryOfEvent } from "./life-entry.js";
import type { QueueFile } from "./queue-file.js";

export interface DaemonOptions extends Pick<
  AttendedSessionOptions,
  "ways" | "revive" | "isAlive" | "notify" | "vim" | "timeZone"
> {
  /** Where the daemon keeps its files. */
  readonly directory: string;
  /** Where Claude Code keeps its own. */
  readonly configDir: string;
  readonly settings: DaemonSettings;
  readonly queue: QueueFile;
  /** Who carries it on already; undefined where nobody does. */
  readonly attendedBy: (session: ForeignSession) => Promise<string | undefined>;
  readonly log: Log;
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
  #proving: NodeJS.Timeout | undefined;

  constructor(options: DaemonOptions) {
    this.#options = options;
    const { directory, configDir, settings, queue, log, timeZone } = options;
    const { pollMs } = settings;
    this.#transcripts = new SessionTranscripts({
      timeZone,
      pollMs,
      onEvent: (sessionId, event) => this.#sessions.get(sessionId)?.takeRow(event),
    });
    this.#started = new StartedSessions(startedDirectory(configDir), (message) =>
      log("startedSessions", { message }),
    );
    // What was waited for comes first: what is found now is compared with it.
    for (const entry of queue.entries) this.#do(() => this.#attend(entry.session, (it) => it.restore(entry)));
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
      onLeft: (sessionId) => this.#sessions.get(sessionId)?.tell({ type: "conversationLeft" }),
      log: (message) => log("liveSessions", { message }),
    });
  }

  /** `cac resume` and `cac cancel`. */
  async order(order: Order, sessionId: string): Promise<OrderReply> {
    const attended = this.#sessions.get(sessionId);
    if (attended === undefined || attended.life.tag === "RUNNING") return NOT_WAITING;
    attended.tell({ type: order === "resume" ? "resumeAsked" : "cancelAsked" });
    return { ok: true, says: order === "resume" ? "continues now" : "waits no longer" };
  }

  async close(): Promise<void> {
    this.#inbox.close();
    this.#live.close();
    this.#transcripts.close();
    clearInterval(this.#proving);
    await this.#work;
    await Promise.all([...this.#sessions.values()].map((session) => session.end()));
  }

  #do(act: () => Promise<void>): void {
    this.#work = this.#work.then(act).catch((error: unknown) => {
      this.#options.log("fault", { what: stackOf(error) });
    });
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
        await this.#leave(session.sessionId);
        break;
      case "limit":
        await this.#hearLimit(event);
        break;
      default:
        event.event satisfies never;
    }
    await done();
  }

  /** On disk in the queue before it leaves the inbox: a kill at any moment loses neither. */
  async #hearLimit(event: InboxEvent): Promise<void> {
    const entry = entryOfEvent(event);
    if (entry === undefined) return;
    const attended = this.#sessions.get(event.session.sessionId);
    if (attended?.isPast(Date.parse(entry.stop.seenAt))) return;
    await this.#options.queue.put(entry);
    await this.#attend(event.session, (it) => it.hearLimit(entry));
  }

  /** `first` is done before any row of its transcript is told. */
  async #attend(session: ForeignSession, first?: (attended: AttendedSession) => void): Promise<void> {
    const { sessionId, transcript } = session;
    const by = await this.#options.attendedBy(session);
    if (by !== undefined) return this.#leaveTo(by, sessionId);
    const known = this.#sessions.get(sessionId);
    const attended = known ?? this.#newSession(session);
    this.#sessions.set(sessionId, attended);
    if (known) known.moved(session);
    first?.(attended);
    if (transcript === undefined) return;
    await this.#transcripts.follow(sessionId, transcript, { lastBytes: HISTORY_BYTES });
    if (known === undefined) attended.historyTaken();
  }

  /** Two of us would say everything twice. */
  async #leaveTo(by: string, sessionId: string): Promise<void> {
    this.#options.log("attended", { session: sessionId, by });
    this.#sessions.get(sessionId)?.tell({ type: "conversationLeft" });
    if (!this.#sessions.has(sessionId)) await this.#options.queue.remove(sessionId);
  }

  /** Its process has ended. A wait stays: that is what `whenTerminalGone` is for. */
  async #leave(sessionId: string): Promise<void> {
    const attended = this.#sessions.get(sessionId);
    if (attended === undefined || attended.life.tag !== "RUNNING") return;
    this.#sessions.delete(sessionId);
    this.#transcripts.forget(sessionId);
    await attended.end();
  }

  #newSession(session: ForeignSession): AttendedSession {
    const { queue, settings, log } = this.#options;
    const { sessionId } = session;
    return new AttendedSession({
      ...this.#options,
      session,
      log,
      settings: () => ({
        ...settings,
        safetyBufferMs: settings.safetyBufferMs + this.#placeOf(sessionId) * settings.spreadMs,
      }),
      save: async (entry) => {
        await (entry === undefined ? queue.remove(sessionId) : queue.put(entry));
      },
      onLife: (life) => this.#onLife(life),
    });
  }

  /** How many are due before it at the same reset: they follow each other, in the order of their arrival. */
  #placeOf(sessionId: string): number {
    const { entries } = this.#options.queue;
    const own = entries.find(({ session }) => session.sessionId === sessionId);
    if (own?.stop.resetsAt === undefined) return 0;
    const together = entries.filter(({ stop }) => stop.resetsAt === own.stop.resetsAt);
    const inOrder = together.toSorted((a, b) => a.stop.seenAt.localeCompare(b.stop.seenAt));
    return inOrder.indexOf(own);
  }

  /** While a proof is waited for, transcripts are looked at whether or not their files report a change. */
  #onLife(life: Life): void {
    if (life.tag !== "RESUMING" || this.#proving) return;
    this.#proving = setInterval(() => {
      const resuming = [...this.#sessions].filter(([, { life }]) => life.tag === "RESUMING");
      for (const [sessionId] of resuming) void this.#transcripts.catchUp(sessionId);
      if (resuming.length > 0) return;
      clearInterval(this.#proving);
      this.#proving = undefined;
    }, this.#options.settings.verifyPollMs);
  }
}

const HISTORY_BYTES = 256 * 1024;
const NOT_WAITING: OrderReply = {
  ok: false,
  code: "NOTHING_TO_DO",
  says: "this session is not waiting",
  fix: "cac status shows what each session does",
};
