import { formatRelease } from "../../claude/hooks/releases.js";
import { stateDir, type Surroundings } from "../../host/paths.js";
import type { SessionRecord } from "../../store/records/session-record.js";
import { SessionStore, thisOwner } from "../../store/records/session-store.js";
import { stackOf } from "../../errors.js";
import type { Launch } from "../../launch/claude-launch.js";
import type { SessionStart } from "../../launch/hook-drops.js";

export interface KnownSessionOptions {
  readonly launch: Pick<Launch, "command" | "release">;
  readonly cwd: string;
  readonly where: Surroundings;
  readonly log: (event: string, details: Readonly<Record<string, string>>) => void;
}

/**
 * The record of a persona's session among those that run under cac. By it the daemon knows that a limit here is not for
 * it to carry on, and `cac status` shows the session. Where it cannot be written, the session goes on unknown.
 */
export class KnownSession {
  readonly #options: KnownSessionOptions;
  readonly #store: SessionStore;
  #record: Promise<SessionRecord | undefined>;

  constructor(options: KnownSessionOptions) {
    this.#options = options;
    this.#store = new SessionStore(stateDir(options.where));
    this.#record = this.#safely(() => this.#begin());
  }

  /** The conversation that it is in. */
  note({ sessionId, transcriptPath }: SessionStart): void {
    const before = this.#record;
    this.#record = this.#safely(async () => {
      const record = await before;
      return record && this.#save({ ...record, claudeSessionId: sessionId, transcript: transcriptPath });
    });
  }

  async remove(): Promise<void> {
    const record = await this.#record;
    if (record) await this.#safely(() => this.#store.remove(record.id));
  }

  async #begin(): Promise<SessionRecord> {
    const { launch, cwd } = this.#options;
    const now = new Date().toISOString();
    return this.#save({
      version: 1,
      id: await this.#store.newId(),
      ...(await thisOwner()),
      // Without its arguments: nobody is to start it anew by them.
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
