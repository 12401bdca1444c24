import { isAbsolute } from "node:path";

import { asObject, type JsonObject } from "../claude/json.js";
import type { StopRecord } from "../control/session-record.js";
import { reachEnv, type ForeignSession, type Reach } from "../watch/reach.js";

/** One session that the daemon is to carry on. Times are ISO 8601 in UTC. */
export interface QueueEntry {
  readonly session: ForeignSession;
  readonly stop: StopRecord & { readonly waitingHelps: boolean };
  readonly state: "WAITING" | "RESUMING" | "NEEDS_YOU";
  readonly dueAt?: string | undefined;
  /** Why it needs the person. */
  readonly why?: string | undefined;
  /** Why it could not be got at, way by way: "tmux: is not running inside tmux". */
  readonly refusals: readonly string[];
  readonly updatedAt: string;
  /** Since when a prompt of ours may stand in its box. */
  readonly typedAt?: string | undefined;
}

export type ReadEntry =
  | { readonly ok: true; readonly entry: QueueEntry }
  /** `says` is the rest of a sentence that starts with the entry. */
  | { readonly ok: false; readonly says: string };

/** Reads an entry as if its writer were hostile: whatever does not hold is told, and nothing of it is used. */
export function readEntry(json: unknown): ReadEntry {
  try {
    return { ok: true, entry: entryFrom(new Fields(json, "")) };
  } catch (error) {
    if (error instanceof BadField) return { ok: false, says: error.message };
    throw error;
  }
}

/** The entry with what is too long cut: one that `readEntry` refuses later would be a wait that is lost. */
export function cutEntry(entry: QueueEntry): QueueEntry {
  const { stop, why, refusals } = entry;
  return {
    ...entry,
    stop: { ...stop, text: stop.text.slice(0, LONGEST_SENTENCE) },
    why: why?.slice(0, LONGEST_SENTENCE),
    refusals: refusals.slice(0, MOST_REFUSALS).map((each) => each.slice(0, LONGEST_SENTENCE)),
  };
}

/** Whether the text can be Claude Code's id of a conversation. It becomes an argument, so it must not look like an option. */
export function isConversationId(text: unknown): text is string {
  return typeof text === "string" && /^[A-Za-z0-9][\w-]{0,99}$/.test(text);
}

const LONGEST_SENTENCE = 2000;
const LONGEST_PATH = 4096;
const MOST_REFUSALS = 50;
// Beyond what any system gives to a process.
const LARGEST_PID = 2 ** 31 - 1;

class BadField extends Error {}

/** The fields of an object from outside, each read with the check that it has to pass. */
class Fields {
  readonly #object: JsonObject;
  readonly #path: string;

  constructor(json: unknown, path: string) {
    const object = asObject(json);
    if (object === undefined) throw new BadField(path === "" ? "is not an object" : `has a bad "${path}"`);
    this.#object = object;
    this.#path = path;
  }

  must<Value>(key: string, is: (value: unknown) => value is Value): Value {
    // Not by what it inherits: "constructor" is no field.
    const value = Object.hasOwn(this.#object, key) ? this.#object[key] : undefined;
    if (!is(value)) throw new BadField(`has a bad "${this.#name(key)}"`);
    return value;
  }

  may<Value>(key: string, is: (value: unknown) => value is Value): Value | undefined {
    return this.#object[key] === undefined ? undefined : this.must(key, is);
  }

  inner(key: string): Fields {
    return new Fields(this.#object[key], this.#name(key));
  }

  #name(key: string): string {
    return this.#path === "" ? key : `${this.#path}.${key}`;
  }
}

function entryFrom(fields: Fields): QueueEntry {
  const stop = fields.inner("stop");
  return {
    session: sessionFrom(fields.inner("session")),
    stop: {
      kind: stop.must("kind", isWord),
      text: stop.must("text", isSentence),
      resetsAt: stop.may("resetsAt", isTime),
      seenAt: stop.must("seenAt", isTime),
      waitingHelps: stop.must("waitingHelps", isBoolean),
    },
    state: fields.must("state", isState),
    dueAt: fields.may("dueAt", isTime),
    why: fields.may("why", isSentence),
    refusals: fields.must("refusals", isRefusals),
    updatedAt: fields.must("updatedAt", isTime),
    typedAt: fields.may("typedAt", isTime),
  };
}

function sessionFrom(fields: Fields): ForeignSession {
  return {
    sessionId: fields.must("sessionId", isConversationId),
    transcript: fields.may("transcript", isTranscript),
    cwd: fields.must("cwd", isPath),
    release: fields.may("release", isWord),
    reach: reachFrom(fields.inner("reach")),
  };
}

function reachFrom(fields: Fields): Reach {
  const process = fields.may("process", isAnything) === undefined ? undefined : fields.inner("process");
  return {
    process: process && { pid: process.must("pid", isPid), start: process.may("start", isWord) },
    tty: fields.may("tty", isTty),
    env: reachEnv(fields.must("env", isEnv)),
  };
}

const isAnything = (value: unknown): value is unknown => value !== undefined;
const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";
const isWord = (value: unknown): value is string => isTextOf(value, 200);
const isSentence = (value: unknown): value is string => isTextOf(value, LONGEST_SENTENCE);
const isState = (value: unknown): value is QueueEntry["state"] =>
  value === "WAITING" || value === "RESUMING" || value === "NEEDS_YOU";
const isPid = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value > 0 && value <= LARGEST_PID;
const isPath = (value: unknown): value is string =>
  isTextOf(value, LONGEST_PATH) && isAbsolute(value) && !value.includes("\0");
const isTranscript = (value: unknown): value is string => isPath(value) && value.endsWith(".jsonl");
// It is opened and written to: nothing but a terminal.
const isTty = (value: unknown): value is string =>
  typeof value === "string" && /^\/dev\/(?:pts\/\d{1,9}|tty\w{0,20}|console)$/.test(value);
const isRefusals = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length <= MOST_REFUSALS && value.every(isSentence);
const isTime = (value: unknown): value is string =>
  typeof value === "string" &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(value) &&
  !Number.isNaN(Date.parse(value));

/** Its values become arguments and environments of other programs. */
function isEnv(value: unknown): value is Record<string, string> {
  const object = asObject(value);
  return object !== undefined && Object.values(object).every(isPlain);
}

const isPlain = (value: unknown): boolean => isTextOf(value, LONGEST_PATH) && !/[\x00-\x1f\x7f]/.test(value);

function isTextOf(value: unknown, longest: number): value is string {
  return typeof value === "string" && value.length <= longest;
}
