import { isConversationId } from "./conversation-id.js";
import { asObject, parseJson, type JsonObject } from "../../claude/json.js";
import { SessionState } from "../../session/session-state.js";
import { isSessionId } from "./session-id.js";

/** One wrapped session as it stands on disk. Times are ISO 8601 in UTC. */
export interface SessionRecord {
  readonly version: 1;
  readonly id: string;
  /** The wrapper, not its child. */
  readonly pid: number;
  /** Tells the wrapper from a later process with the same number; undefined where the platform does not say. */
  readonly procStart?: string | undefined;
  /** On which machine `pid` means something: homes are shared between them. */
  readonly machine?: string | undefined;
  /** Where the wrapper listens. */
  readonly socket?: string | undefined;
  readonly command: readonly string[];
  readonly cwd: string;
  readonly release?: string | undefined;
  readonly startedAt: string;
  readonly claudeSessionId?: string | undefined;
  readonly transcript?: string | undefined;
  readonly state: SessionState;
  readonly stop?: StopRecord | undefined;
  readonly dueAt?: string | undefined;
  readonly attempts: number;
  /** Why it needs the person. */
  readonly why?: string | undefined;
  readonly updatedAt: string;
  /** Its command ended before the wait did. */
  readonly ended?:
    { readonly at: string; readonly exitCode: number; readonly signal?: number | undefined } | undefined;
}

/** What stopped the session. */
export interface StopRecord {
  /** The kind of a limit (`five-hour`, `weekly` …) or of a transient. */
  readonly kind: string;
  readonly text: string;
  readonly resetsAt?: string | undefined;
  readonly seenAt: string;
}

export type ReadRecord =
  | { readonly ok: true; readonly record: SessionRecord }
  /** `says` is the rest of a sentence that starts with the file's name. `newer` is no damage: a later cac wrote it. */
  | { readonly ok: false; readonly says: string; readonly newer: boolean };

/** Reads a record as if its writer were hostile: whatever does not hold is told, and nothing of it is used. */
export function readRecord(json: string): ReadRecord {
  return checkRecord(parseJson(json));
}

/** The same for JSON that was read already. */
export function checkRecord(json: unknown): ReadRecord {
  const value = asObject(json);
  if (value === undefined) return bad("does not hold a JSON object");
  const { version } = value;
  if (typeof version === "number" && version > 1) {
    return { ok: false, says: `is of version ${version}, written by a later cac`, newer: true };
  }
  const picked = pick(value, RECORD);
  return isRecord(picked) ? { ok: true, record: picked } : bad(`has a bad "${firstWrong(value, RECORD)}"`);
}

/**
 * The text that `readRecord` reads back. A record that is refused is a wait that is lost: what is too long is cut, and
 * what does not hold is left out where it may be absent.
 */
export function writeRecord(record: SessionRecord): string {
  const { command, stop, why } = record;
  const short: SessionRecord = {
    ...record,
    command: command.map((word) => word.slice(0, LONGEST_WORD)),
    stop: stop && { ...stop, text: stop.text.slice(0, LONGEST_SENTENCE) },
    why: why?.slice(0, LONGEST_SENTENCE),
  };
  const kept = Object.entries(short).filter(
    ([key, value]) => RECORD[key]?.(value) === true || RECORD[key]?.(undefined) === false,
  );
  return `${JSON.stringify(Object.fromEntries(kept))}\n`;
}

/** A wrapper that dies in this state leaves a wait behind that can be taken up again. */
export function holdsWait({ state }: Pick<SessionRecord, "state">): boolean {
  return state === "LIMIT_DETECTED" || state === "WAITING" || state === "RESUMING";
}

type Check = (value: unknown) => boolean;
type Shape = Readonly<Record<string, Check>>;

// By hand: a schema library takes 50 ms to load, and `cac status` is to answer at once.
const text =
  (longest: number): Check =>
  (value) =>
    typeof value === "string" && value.length <= longest;
const maybe =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const whole =
  (least: number): Check =>
  (value) =>
    typeof value === "number" && Number.isSafeInteger(value) && value >= least;
const shape =
  (of: Shape): Check =>
  (value) => {
    const object = asObject(value);
    return object !== undefined && firstWrong(object, of) === undefined;
  };
const time: Check = (value) =>
  typeof value === "string" &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(value) &&
  !Number.isNaN(Date.parse(value));
const path = text(4096);
const word = text(200);
const LONGEST_SENTENCE = 2000;
// The longest that Linux passes to a program.
const LONGEST_WORD = 131_072;
const sentence = text(LONGEST_SENTENCE);

const STOP: Shape = { kind: word, text: sentence, resetsAt: maybe(time), seenAt: time };
// Windows has negative exit codes.
const ENDED: Shape = { at: time, exitCode: whole(-Infinity), signal: maybe(whole(0)) };
const RECORD: Shape & Record<keyof SessionRecord, Check> = {
  version: (value) => value === 1,
  id: (value) => typeof value === "string" && isSessionId(value),
  pid: whole(1),
  procStart: maybe(word),
  machine: maybe(word),
  socket: maybe(path),
  command: (value) => Array.isArray(value) && value.length > 0 && value.every(text(LONGEST_WORD)),
  cwd: path,
  release: maybe(word),
  startedAt: time,
  // It becomes an argument of a command, so it must not look like an option.
  claudeSessionId: maybe(isConversationId),
  transcript: maybe(path),
  state: (value) => typeof value === "string" && Object.hasOwn(SessionState, value),
  stop: maybe(shape(STOP)),
  dueAt: maybe(time),
  attempts: whole(0),
  why: maybe(sentence),
  updatedAt: time,
  ended: maybe(shape(ENDED)),
};

function isRecord(value: object): value is SessionRecord {
  return firstWrong({ ...value }, RECORD) === undefined;
}

function firstWrong(value: JsonObject, of: Shape): string | undefined {
  return Object.keys(of).find((key) => !of[key]?.(value[key]));
}

/** Only the fields that were checked; a key that a later release adds is not ours to interpret. */
function pick(value: JsonObject, of: Shape): JsonObject {
  return Object.fromEntries(
    Object.keys(of).flatMap((key) => (value[key] === undefined ? [] : [[key, value[key]]])),
  );
}

function bad(says: string): ReadRecord {
  return { ok: false, says, newer: false };
}
