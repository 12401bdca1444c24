import { asObject, asString, parseJson } from "../../claude/json.js";

/** One question and its answer, as a persona remembers it. */
export interface Exchange {
  readonly question: string;
  readonly response: string;
  /** What was given with the question. */
  readonly context?: string | undefined;
  /** When the answer was there, ISO 8601. */
  readonly timestamp: string;
  /** Claude Code's id of the session that answered. */
  readonly session: string | undefined;
}

/** A line of the memory; undefined where it is none that we wrote. */
export function readExchange(line: string): Exchange | undefined {
  const row = asObject(parseJson(line));
  if (row === undefined) return undefined;
  const [question, response, timestamp] = ["question", "response", "timestamp"].map((key) =>
    asString(row[key]),
  );
  if (question === undefined || response === undefined) return undefined;
  if (timestamp === undefined || Number.isNaN(Date.parse(timestamp))) return undefined;
  const context = asString(row["context"]);
  return {
    question,
    response,
    ...(context === undefined ? {} : { context }),
    timestamp,
    session: asString(row["session"]),
  };
}

/** The exchange as a line of at most `mostBytes`, without an end: the longest of its texts is cut, and says so. */
export function lineOfExchange(exchange: Exchange, mostBytes: number): string {
  const { context, timestamp, session } = exchange;
  const room = new Map(TEXTS.map((key) => [key, exchange[key]?.length ?? 0]));
  for (;;) {
    const [question, given, response] = TEXTS.map((key) => cutText(exchange[key] ?? "", room.get(key) ?? 0));
    const row = {
      question,
      context: context === undefined ? undefined : given,
      response,
      timestamp,
      session,
    };
    const line = JSON.stringify(row);
    const [longest, length] = [...room].reduce((most, each) => (each[1] > most[1] ? each : most));
    if (length === 0 || Buffer.byteLength(line) <= mostBytes) return line;
    room.set(longest, Math.floor(length / 2));
  }
}

/** Those in which every word of `query` stands, in the order in which they are given. */
export function exchangesWith(exchanges: readonly Exchange[], query: string): readonly Exchange[] {
  const words = folded(query)
    .split(/\s+/)
    .filter((word) => word !== "");
  return exchanges.filter(({ question, context = "", response }) => {
    const text = folded(`${question}\n${context}\n${response}`);
    return words.every((word) => text.includes(word));
  });
}

/**
 * The same for the same question with the same context: "review this" means something else with every diff. Spaces and
 * line ends do not count, every other sign does.
 */
export function questionKey({ question, context = "" }: Pick<Exchange, "question" | "context">): string {
  return JSON.stringify([question, context].map((text) => onOneLine(text.normalize("NFC"))));
}

export function onOneLine(text: string): string {
  return text.trim().split(/\s+/).join(" ");
}

const TEXTS = ["question", "context", "response"] as const;

function cutText(text: string, length: number): string {
  return text.length <= length
    ? text
    : `${wholeSigns(text.slice(0, length))}… (of ${text.length} characters)`;
}

/** Without the half of a sign that a cut may leave at the end. */
export function wholeSigns(text: string): string {
  return text.replace(/[\ud800-\udbff]$/, "");
}

/** Texts that look alike are alike: a file may come with its accents apart. */
function folded(text: string): string {
  return text.normalize("NFC").toLowerCase();
}
