import { join } from "node:path";

import { asObject, parseJson } from "../../claude/json.js";
import { LatestWrite } from "../../store/latest-write.js";
import { makePrivate, readPrivate, writeWhole, type Trouble } from "../../store/private-files.js";
import type { Instant } from "../../session/life/life.js";
import type { Log } from "../../store/process/daemon-log.js";
import { isConversationId } from "../../store/records/conversation-id.js";

/**
 * The stops whose waits were cancelled, `cancelled.json`: their rows still stand in the transcripts, where the next
 * daemon would find them and wait for them again. Written by the daemon alone.
 */
export class CancelledStops {
  readonly #directory: string;
  readonly #log: Log;
  readonly #stops: Map<string, Instant>;
  readonly #writes = new LatestWrite<void, Trouble | undefined>(() => this.#write());

  /** What cannot be read counts for nothing, and is logged. */
  static async load(directory: string, log: Log): Promise<CancelledStops> {
    const found = await readPrivate(fileIn(directory), LARGEST_BYTES);
    const stops = found.type === "text" ? readStops(found.text) : undefined;
    if (found.type !== "missing" && stops === undefined) {
      log("cancelledBad", { says: found.type === "text" ? "was not written by cac" : found.says });
    }
    return new CancelledStops(directory, log, stops ?? new Map());
  }

  private constructor(directory: string, log: Log, stops: Map<string, Instant>) {
    this.#directory = directory;
    this.#log = log;
    this.#stops = stops;
  }

  /** Whether the person said no to that stop of the session, or to a later one. */
  has(sessionId: string, at: Instant): boolean {
    return at <= (this.#stops.get(sessionId) ?? -Infinity);
  }

  /** Resolves when it is on disk, or cannot be put there: then this daemon knows it, and the next does not. */
  async add(sessionId: string, at: Instant): Promise<void> {
    this.#stops.set(sessionId, at);
    const trouble = await this.#writes.put();
    if (trouble) this.#log("cancelledNotSaved", { path: trouble.path, code: trouble.code });
  }

  async #write(): Promise<Trouble | undefined> {
    for (const [sessionId, at] of this.#stops) {
      if (Date.now() - at > KEPT_MS) this.#stops.delete(sessionId);
    }
    const text = `${JSON.stringify({ version: 1, stops: Object.fromEntries(this.#stops) })}\n`;
    return (await makePrivate(this.#directory)) ?? writeWhole(fileIn(this.#directory), text);
  }
}

function fileIn(directory: string): string {
  return join(directory, "cancelled.json");
}

function readStops(text: string): Map<string, Instant> | undefined {
  const value = asObject(parseJson(text));
  const stops = value?.["version"] === 1 ? asObject(value["stops"]) : undefined;
  if (stops === undefined) return undefined;
  const entries = Object.entries(stops);
  return entries.every(isSound) ? new Map(entries) : undefined;
}

function isSound(entry: [string, unknown]): entry is [string, Instant] {
  return isConversationId(entry[0]) && Number.isSafeInteger(entry[1]);
}

// No reset lies further ahead than a week.
const KEPT_MS = 8 * 24 * 60 * 60_000;
const LARGEST_BYTES = 1024 * 1024;
