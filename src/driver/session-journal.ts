import {
  listenForRequests,
  type AnswerRequest,
  type ControlRefusal,
  type ControlReply,
  type ControlServer,
  type PlainRequest,
} from "../store/rpc/control-protocol.js";
import { logFile, SessionLog, type LogDetails } from "../store/records/session-log.js";
import type { SessionRecord } from "../store/records/session-record.js";
import { SessionStore, thisOwner } from "../store/records/session-store.js";
import { stateDir, surroundings } from "../host/paths.js";
import type { SessionEvent } from "../session/life/event.js";
import type { Life, Stop } from "../session/life/life.js";
import type { PtyExit } from "../transport/pty/pty.js";
import type { Decided, Decision, PendingPrompt, PromptId } from "./pending-prompt.js";
import { describeLife, nothingToDo, stopOfRecord } from "./life-record.js";

export interface JournalOptions {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly release: string | undefined;
  readonly startedAt: number;
  tell(event: SessionEvent): void;
  /** What a session with a screen shows, and how its prompts are answered; undefined while it starts. */
  readonly screen?: () => SessionScreen | undefined;
  /** The debug log of `--debug`, beside the session's own. */
  debug(message: string): void;
}

export interface SessionScreen {
  readonly lines: readonly string[] | undefined;
  pendingPrompt(): PendingPrompt | undefined;
  decide(id: PromptId, decision: Decision): Promise<Decided>;
}

/** What is known of this session outside of its own process: its record, its log, its socket. */
export class SessionJournal {
  readonly #options: JournalOptions;
  readonly #store: SessionStore;
  readonly #log: SessionLog;
  #record: SessionRecord;
  #server: ControlServer | undefined;
  #couldSave = true;
  #isClosed = false;
  #isAside = false;
  /** Records whose wait is ours now. They go once ours is on disk: a full disk must not cost the wait. */
  #taken: string[] = [];

  static async open(options: JournalOptions): Promise<SessionJournal> {
    const directory = stateDir(surroundings());
    const store = new SessionStore(directory);
    const id = await store.newId();
    const record: SessionRecord = {
      version: 1,
      id,
      ...(await thisOwner()),
      command: options.command,
      cwd: options.cwd,
      release: options.release,
      startedAt: new Date(options.startedAt).toISOString(),
      state: "RUNNING",
      attempts: 0,
      updatedAt: new Date().toISOString(),
    };
    const journal = new SessionJournal(options, store, new SessionLog(logFile(directory, id)), record);
    await journal.#begin();
    return journal;
  }

  private constructor(options: JournalOptions, store: SessionStore, log: SessionLog, record: SessionRecord) {
    this.#options = options;
    this.#store = store;
    this.#log = log;
    this.#record = record;
  }

  get id(): string {
    return this.#record.id;
  }

  log(event: string, details: LogDetails = {}): void {
    this.#log.log(event, details);
    this.#options.debug(`${event} ${JSON.stringify(details)}`);
  }

  /** Resolves when it is on disk. What cannot be saved is logged, tried again by the store, and still waited for. */
  async save(life: Life): Promise<void> {
    await this.#save({ ...this.#record, ...describeLife(life) });
  }

  /** The same for a life in which nothing is done any more: whoever asks for something is told so. */
  async standAside(life: Life): Promise<void> {
    this.#isAside = true;
    await this.save(life);
  }

  /** The conversation that the session is in. */
  async note(claudeSessionId: string, transcript: string | undefined): Promise<void> {
    await this.#save({ ...this.#record, claudeSessionId, transcript });
  }

  /** The wait that a killed wrapper left for this conversation, now ours. */
  async adopt(claudeSessionId: string): Promise<{ stop: Stop; dueAt: number } | undefined> {
    const left = await this.#store.adopt(claudeSessionId, await thisOwner());
    if (left === undefined) return undefined;
    this.log("waitFound", { from: left.id });
    const stop = stopOfRecord(left);
    if (stop) this.#taken.push(left.id);
    else await this.#store.remove(left.id);
    if (stop) await this.#save({ ...this.#record, state: left.state, stop: left.stop, dueAt: left.dueAt });
    return stop && { stop, dueAt: left.dueAt === undefined ? 0 : Date.parse(left.dueAt) };
  }

  /** A wait whose command did not end in peace stays, so that it can be taken up again. */
  async close(life: Life, exit: PtyExit): Promise<void> {
    this.#server?.close();
    this.log("ended", { exitCode: exit.exitCode, signal: exit.signal ?? null });
    const inPeace = exit.exitCode === 0 && !exit.signal;
    if (life.tag === "RUNNING" || inPeace) {
      // What is still under way must not bring it back.
      this.#isClosed = true;
      await Promise.all([this.#record.id, ...this.#taken].map((id) => this.#store.remove(id)));
    } else {
      const ended = { at: new Date().toISOString(), ...exit };
      await this.#save({ ...this.#record, ...describeLife(life), ended });
      this.#isClosed = true;
    }
    await this.#log.flush();
  }

  async #begin(): Promise<void> {
    const server = await listenForRequests({
      id: this.#record.id,
      requests: {
        status: () => Promise.resolve(this.#status()),
        resume: (request) => Promise.resolve(this.#order("resume", request)),
        cancel: (request) => Promise.resolve(this.#order("cancel", request)),
        ...(this.#options.screen && { answer: (request) => this.#answer(request) }),
      },
      log: (message) => this.log("control", { message }),
      onMoved: (socket) => void this.#save({ ...this.#record, socket }),
    });
    this.#server = server;
    await this.#save({ ...this.#record, socket: server?.address });
    this.log("started", { command: this.#record.command[0], release: this.#record.release });
  }

  async #save(record: SessionRecord): Promise<void> {
    if (this.#isClosed) return;
    this.#record = { ...record, updatedAt: new Date().toISOString() };
    const saved = await this.#store.save(this.#record);
    if (saved.ok) await Promise.all(this.#taken.splice(0).map((id) => this.#store.remove(id)));
    if (!saved.ok && this.#couldSave) this.log("notSaved", { message: saved.says });
    this.#couldSave = saved.ok;
  }

  #status(): ControlReply {
    const screen = this.#isAside ? undefined : this.#options.screen?.();
    return { ok: true, session: this.#record, prompt: screen?.pendingPrompt(), screen: screen?.lines };
  }

  async #answer({ prompt, decision, by }: AnswerRequest): Promise<ControlReply> {
    this.log("asked", { op: "answer", by, prompt, decision });
    if (this.#isAside) return STOOD_ASIDE;
    const screen = this.#options.screen?.();
    const decided = await screen?.decide(prompt, decision);
    if (decided === undefined) return STARTING;
    return decided.ok ? { ok: true, session: this.#record, says: decided.says } : decided;
  }

  #order(op: "resume" | "cancel", { by }: PlainRequest): ControlReply {
    const { state } = this.#record;
    this.log("asked", { op, by, state });
    if (this.#isAside) return STOOD_ASIDE;
    const refusal = nothingToDo(op, state);
    if (refusal) return refusal;
    this.#options.tell({ type: op === "resume" ? "resumeAsked" : "cancelAsked" });
    return { ok: true, session: this.#record, says: op === "resume" ? "continues now" : "waits no longer" };
  }
}

const STOOD_ASIDE: ControlRefusal = {
  ok: false,
  code: "STOOD_ASIDE",
  says: "cac has failed in this session and does nothing in it any more",
  fix: "continue it by hand; cac logs shows what happened",
};
const STARTING: ControlRefusal = {
  ok: false,
  code: "STARTING",
  says: "the session is still starting",
  fix: "try again in a moment",
};
