import { asObject, asString } from "../../claude/json.js";
import type { ToolUse } from "../../claude/transcript/transcript.js";
import { type Row, wholeRow } from "./turn-row.js";

/** What the model said in this turn. */
export interface Said {
  /** The current message, or the last one; undefined before the first, and after a tool's result. */
  readonly message: Message | undefined;
  /** The last text before that message. */
  readonly before: string;
  /** Tools without a result yet. */
  readonly calls: readonly ToolUse[];
}

/** One assistant row. Claude Code writes one for each block of a message, each with the message's id. */
export interface Spoken {
  readonly messageId: string | undefined;
  readonly uuid: string | undefined;
  readonly texts: readonly string[];
  readonly stopReason: string | undefined;
}

interface Message {
  readonly rows: readonly Spoken[];
  /** What the model had said when it ran out of tokens and was made to continue. */
  readonly begun: string;
}

export const NOTHING_SAID: Said = { message: undefined, before: "", calls: [] };

/** Returns undefined if the row was cut. */
export function readSpoken(row: Row): Spoken | undefined {
  const fields = wholeRow(row);
  const message = asObject(fields?.["message"]);
  if (!fields || !message) return undefined;
  const content: unknown = message["content"];
  const blocks = Array.isArray(content) ? content.map(asObject) : [];
  return {
    messageId: asString(message["id"]),
    uuid: asString(fields["uuid"]),
    texts: blocks.flatMap((block) => (block?.["type"] === "text" ? (asString(block["text"]) ?? []) : [])),
    stopReason: asString(message["stop_reason"]),
  };
}

export function addSpoken(said: Said, spoken: Spoken, calls: readonly ToolUse[]): Said {
  const { message } = said;
  const open = { calls: [...said.calls, ...calls] };
  if (message && message.rows[0]?.messageId === spoken.messageId) {
    const others = message.rows.filter((row) => row.uuid === undefined || row.uuid !== spoken.uuid);
    return { ...said, ...open, message: { ...message, rows: [...others, spoken] } };
  }
  // 2.1.197 and later let the model continue when it ran out of tokens, even in the middle of a word.
  const isCut = stopReasonOf(said) === "max_tokens";
  const begun = message && isCut ? textOf(message) : "";
  return { ...open, before: wordsOf(said), message: { rows: [spoken], begun } };
}

/** `ids` undefined: the row does not name them. */
export function toolsAnswered(said: Said, ids: readonly string[] | undefined): Said {
  const calls = ids ? said.calls.filter((call) => !ids.includes(call.id)) : said.calls.slice(1);
  return { message: undefined, before: wordsOf(said), calls };
}

/** The last message's text, its blocks one below the other; the last text before it if it has none. */
export function wordsOf(said: Said): string {
  return (said.message && textOf(said.message)) || said.before;
}

/** Undefined if no row of the message has one: never in 2.1.32, and in 1.0.64 and 2.0.72 not if the stream was slow. */
export function stopReasonOf(said: Said): string | undefined {
  return said.message?.rows.findLast((row) => row.stopReason !== undefined)?.stopReason;
}

/** The text of the newest row that has one. A Stop hook receives the same. */
export function lastTextOf(said: Said): string | undefined {
  return said.message?.rows.findLast((row) => row.texts.length > 0)?.texts.join("\n");
}

function textOf(message: Message): string {
  return message.begun + message.rows.flatMap((row) => row.texts).join("\n\n");
}
