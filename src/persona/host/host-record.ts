import { dirname } from "node:path";

import { asObject, asString, parseJson } from "../../claude/json.js";
import { isConversationId } from "../../store/records/conversation-id.js";
import { LatestWrite } from "../../store/latest-write.js";
import { makePrivate, readPrivate, writeWhole, type Trouble } from "../../store/private-files.js";
import { isPersonaName } from "../definition/persona.js";

/** Which conversation a persona has in a project. */
export interface Held {
  readonly persona: string;
  readonly projectRoot: string;
  readonly sessionId: string;
  readonly lastUsed: string;
}

export interface HostRecordOptions {
  readonly log: (event: string, details?: Readonly<Record<string, unknown>>) => void;
  readonly now?: () => number;
}

/**
 * The conversations to continue after a crash or a restart, on disk. A failed write is logged; then the next session begins a
 * new conversation, with a digest of the old one.
 */
export class HostRecord {
  readonly #log: HostRecordOptions["log"];
  readonly #now: () => number;
  readonly #held = new Map<string, Held>();
  readonly #writes: LatestWrite<readonly Held[], Trouble | undefined>;

  static async load(file: string, options: HostRecordOptions): Promise<HostRecord> {
    const found = await readPrivate(file, LARGEST_BYTES);
    if (found.type === "foreign" || found.type === "unreadable") {
      options.log("recordNotRead", { file, says: found.says });
    }
    return new HostRecord(file, found.type === "text" ? readHeld(found.text) : [], options);
  }

  private constructor(file: string, held: readonly Held[], { log, now = Date.now }: HostRecordOptions) {
    this.#log = log;
    this.#now = now;
    for (const each of held) {
      // Older than the longest idle time that a persona can have.
      if (now() - Date.parse(each.lastUsed) > LONGEST_IDLE_MS) continue;
      this.#held.set(keyOf(each.persona, each.projectRoot), each);
    }
    this.#writes = new LatestWrite((all) => write(file, all));
  }

  /** The conversation to continue; undefined if there is none, or it was not used within that time. */
  find(persona: string, projectRoot: string, withinMs: number): string | undefined {
    const held = this.#held.get(keyOf(persona, projectRoot));
    if (held === undefined || this.#now() - Date.parse(held.lastUsed) > withinMs) return undefined;
    return held.sessionId;
  }

  /** Resolves when it is on disk, or the write has failed. */
  async keep(persona: string, projectRoot: string, sessionId: string | undefined): Promise<void> {
    if (sessionId === undefined) return;
    const lastUsed = new Date(this.#now()).toISOString();
    const key = keyOf(persona, projectRoot);
    // At the end, so that the oldest ones are first.
    this.#held.delete(key);
    this.#held.set(key, { persona, projectRoot, sessionId, lastUsed });
    for (const old of [...this.#held.keys()].slice(0, -MOST_HELD)) this.#held.delete(old);
    await this.#write();
  }

  /** Of a persona, of a project, or all. */
  all({ persona, projectRoot }: Partial<Pick<Held, "persona" | "projectRoot">>): readonly Held[] {
    return [...this.#held.values()].filter(
      (held) =>
        (persona === undefined || held.persona === persona) &&
        (projectRoot === undefined || held.projectRoot === projectRoot),
    );
  }

  async forget(persona: string, projectRoot: string): Promise<void> {
    if (this.#held.delete(keyOf(persona, projectRoot))) await this.#write();
  }

  async #write(): Promise<void> {
    const trouble = await this.#writes.put([...this.#held.values()]);
    if (trouble) this.#log("recordNotWritten", { path: trouble.path, code: trouble.code });
  }
}

const MOST_HELD = 200;
/** The maximum of `limits.idle` and `persona.idle`: 7d. */
const LONGEST_IDLE_MS = 7 * 24 * 60 * 60_000;
const LARGEST_BYTES = 4 * 1024 * 1024;

async function write(file: string, held: readonly Held[]): Promise<Trouble | undefined> {
  const text = `${JSON.stringify({ version: 1, held })}\n`;
  return (await makePrivate(dirname(file))) ?? (await writeWhole(file, text));
}

function keyOf(persona: string, projectRoot: string): string {
  return `${persona}\0${projectRoot}`;
}

/** Skips invalid entries. */
function readHeld(text: string): readonly Held[] {
  const value = asObject(parseJson(text));
  const held: unknown = value?.["version"] === 1 ? value["held"] : [];
  return Array.isArray(held) ? held.flatMap((each: unknown) => readOne(each) ?? []) : [];
}

function readOne(value: unknown): Held | undefined {
  const held = asObject(value);
  if (held === undefined) return undefined;
  const [persona, projectRoot, sessionId, lastUsed] = ["persona", "projectRoot", "sessionId", "lastUsed"].map(
    (key) => asString(held[key]),
  );
  if (persona === undefined || !isPersonaName(persona) || projectRoot === undefined) return undefined;
  if (!isConversationId(sessionId)) return undefined;
  if (lastUsed === undefined || Number.isNaN(Date.parse(lastUsed))) return undefined;
  return { persona, projectRoot, sessionId, lastUsed };
}
