import { formatRelease } from "../../claude/hooks/releases.js";
import { TranscriptWatch, type TranscriptWatchOptions } from "../../discover/transcript-watch.js";
import { stackOf } from "../../errors.js";
import { stateDir, type Surroundings } from "../../host/paths.js";
import type { Launch } from "../../launch/claude-launch.js";
import type { SessionStart } from "../../launch/hook-drops.js";
import type { SessionRecord } from "../../store/records/session-record.js";
import { SessionStore, thisOwner } from "../../store/records/session-store.js";

export interface ConversationOptions extends Pick<TranscriptWatchOptions, "timeZone" | "onLine" | "onEvent"> {
  readonly launch: Pick<Launch, "command" | "release">;
  readonly cwd: string;
  readonly where: Surroundings;
  readonly log: (event: string, details: Readonly<Record<string, string>>) => void;
}

/**
 * The conversation of a session: its rows, and its record on disk. From the record the daemon knows that a limit in it is
 * not its to resume, and `cac status` shows the session. If the record cannot be written, the session works without it.
 */
export class Conversation {
  readonly #options: ConversationOptions;
  readonly #store: SessionStore;
  #record: Promise<SessionRecord | undefined>;
  #start: SessionStart | undefined;
  #rows: TranscriptWatch | undefined;

  constructor(options: ConversationOptions) {
    this.#options = options;
    this.#store = new SessionStore(stateDir(options.where));
    this.#record = this.#safely(() => this.#newRecord());
  }

  /** Undefined until Claude Code reports it. */
  get sessionId(): string | undefined {
    return this.#start?.sessionId;
  }

  get hasRows(): boolean {
    return this.#rows !== undefined;
  }

  /** The session began this conversation, or continues in it, as after a compaction. */
  follow(start: SessionStart): void {
    const before = this.#start;
    this.#start = start;
    const record = this.#record;
    this.#record = this.#safely(async () => {
      const { sessionId: claudeSessionId, transcriptPath: transcript } = start;
      const last = await record;
      return last && this.#save({ ...last, claudeSessionId, transcript });
    });
    if (start.transcriptPath === undefined || start.transcriptPath === before?.transcriptPath) return;
    this.#rows?.close();
    this.#rows = new TranscriptWatch(start.transcriptPath, {
      ...this.#options,
      // One that begins in the middle of a question may contain the answer already.
      from: before === undefined ? "end" : "start",
      lineBytes: LONGEST_ROW,
      onMissing: () => {},
    });
  }

  /** Resolves when all rows written so far have been read. */
  async caughtUp(): Promise<void> {
    await this.#rows?.catchUp();
  }

  /** The session is gone. Resolves when its record is, too. */
  async close(): Promise<void> {
    this.#rows?.close();
    const record = await this.#record;
    if (record) await this.#safely(() => this.#store.remove(record.id));
  }

  async #newRecord(): Promise<SessionRecord> {
    const { launch, cwd } = this.#options;
    const now = new Date().toISOString();
    return this.#save({
      version: 1,
      id: await this.#store.newId(),
      ...(await thisOwner()),
      // Without its arguments: nobody must restart it with them.
      command: [launch.command],
      cwd,
      release: launch.release && formatRelease(launch.release),
      startedAt: now,
      state: "RUNNING",
      attempts: 0,
      updatedAt: now,
    });
  }

  async #save(record: SessionRecord): Promise<SessionRecord> {
    const updated = { ...record, updatedAt: new Date().toISOString() };
    const saved = await this.#store.save(updated);
    if (!saved.ok) this.#options.log("notSaved", { message: saved.says });
    return updated;
  }

  async #safely<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
    try {
      return await work();
    } catch (error) {
      this.#options.log("fault", { stack: stackOf(error) });
      return undefined;
    }
  }
}

/** A question of 1 MB, with every character escaped. */
const LONGEST_ROW = 16 * 1024 * 1024;
