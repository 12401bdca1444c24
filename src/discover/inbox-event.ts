import { asNumber, asObject, parseJson } from "../claude/json.js";
import type { LimitKind } from "../claude/limits/limit.js";
import { BadField, CheckedFields } from "../store/checked-fields.js";
import type { ExternalSession } from "../transport/terminal-locator.js";
import { readStoredSession } from "./stored-session.js";

/** What one call of our hook told. Times are ISO 8601 in UTC. */
export interface InboxEvent {
  readonly version: 1;
  readonly at: string;
  readonly event: "limit" | "sessionStarted" | "sessionEnded";
  readonly session: ExternalSession;
  /** For "sessionEnded": the person left the conversation (/exit, Ctrl+D, /clear); it was not its terminal that went. */
  readonly byPerson?: boolean | undefined;
  /** For "limit": what the transcript's row says. */
  readonly stop?: InboxStop | undefined;
}

export interface InboxStop {
  readonly kind: LimitKind;
  readonly text: string;
  readonly resetsAt?: string | undefined;
  readonly waitingHelps: boolean;
  readonly seenAt: string;
}

export type ReadInboxEvent =
  | { readonly ok: true; readonly event: InboxEvent }
  /** `says` is the rest of a sentence that starts with the file's name. `newer` is no damage: a later cac wrote it. */
  | { readonly ok: false; readonly says: string; readonly newer: boolean };

/** Reads an event as if its writer were hostile: whatever does not hold is told, and nothing of it is used. */
export function readInboxEvent(json: string): ReadInboxEvent {
  const value = parseJson(json);
  const version = asNumber(asObject(value)?.["version"]) ?? 0;
  if (version > 1)
    return { ok: false, says: `is of version ${version}, written by a later cac`, newer: true };
  try {
    return { ok: true, event: readEvent(new CheckedFields(value)) };
  } catch (error) {
    if (!(error instanceof BadField)) throw error;
    return { ok: false, says: error.message, newer: false };
  }
}

/** The text that `readInboxEvent` reads back. Throws where that would refuse it. */
export function writeInboxEvent(event: InboxEvent): string {
  const { stop } = event;
  const short = stop ? { ...event, stop: { ...stop, text: stop.text.slice(0, LONGEST_TEXT) } } : event;
  const text = `${JSON.stringify(short)}\n`;
  const read = readInboxEvent(text);
  if (!read.ok) throw new Error(`the event ${read.says}`);
  return text;
}

function readEvent(fields: CheckedFields): InboxEvent {
  fields.whole("version", 1);
  const event = fields.oneOf("event", ["limit", "sessionStarted", "sessionEnded"]);
  return {
    version: 1,
    at: fields.time("at"),
    event,
    session: readStoredSession(fields.inner("session")),
    ...(event === "sessionEnded" && { byPerson: fields.maybe("byPerson", (from, key) => from.truth(key)) }),
    ...(event === "limit" && { stop: readStop(fields.inner("stop")) }),
  };
}

function readStop(fields: CheckedFields): InboxStop {
  return {
    kind: fields.oneOf("kind", KINDS),
    text: fields.text("text", SENTENCE),
    resetsAt: fields.maybe("resetsAt", (from, key) => from.time(key)),
    waitingHelps: fields.truth("waitingHelps"),
    seenAt: fields.time("seenAt"),
  };
}

const KINDS = [
  "five-hour",
  "weekly",
  "model",
  "overage",
  "spend",
  "unknown",
] as const satisfies readonly LimitKind[];
const LONGEST_TEXT = 2000;
const SENTENCE = new RegExp(`^[^]{0,${LONGEST_TEXT}}$`);
