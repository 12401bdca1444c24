import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { join } from "node:path";

import { asObject, asString, parseJson } from "../../claude/json.js";
import { LineFile } from "../../store/line-file.js";
import { namesIn, readPrivate, removeIfThere, writeWhole, type Trouble } from "../../store/private-files.js";
import { isPersonaName } from "../definition/persona.js";

/** One question and its answer, as a persona remembers it. */
export interface Exchange {
  readonly question: string;
  readonly response: string;
  /** What was given with the question. */
  readonly context?: string | undefined;
  /** Of the answer, ISO 8601. */
  readonly timestamp: string;
  /** Claude Code's id of the session that answered. */
  readonly session: string | undefined;
}

export interface MemoryOptions {
  readonly stateDirectory: string;
  readonly persona: string;
  /** Absolute, and always spelled the same way: another spelling is another memory. */
  readonly projectRoot: string;
  /** Above this size the oldest exchanges are forgotten. */
  readonly mostBytes: number;
}

/** What a memory contains, the oldest first. */
export interface Recollection {
  readonly exchanges: readonly Exchange[];
  /** Why it cannot be read, as the rest of a sentence that starts with the file. */
  readonly says: string | undefined;
}

/**
 * What one persona was asked in one project: a private file with a JSON value in each line. Only the process that answers
 * adds to it; anybody may read or remove it at any time.
 */
export class Memory {
  readonly file: string;
  readonly #mostBytes: number;
  readonly #lines: LineFile;
  #adding: Promise<unknown> = Promise.resolve();

  constructor({ stateDirectory, persona, projectRoot, mostBytes }: MemoryOptions) {
    this.file = memoryFile(stateDirectory, persona, projectRoot);
    this.#mostBytes = mostBytes;
    this.#lines = new LineFile(this.file, {
      // This class trims it, by whole exchanges.
      mostBytes: Number.POSITIVE_INFINITY,
      dropped: (count) => JSON.stringify({ time: new Date().toISOString(), linesDropped: count }),
    });
  }

  /** Resolves to whether it is on disk. */
  append(exchange: Exchange): Promise<boolean> {
    const adding = this.#adding.then(() => this.#add(exchange));
    // The caller sees a failure; the next exchange is added anyway.
    this.#adding = adding.catch(() => undefined);
    return adding;
  }

  async read(): Promise<Recollection> {
    await this.#adding;
    const found = await readPrivate(this.file, LARGEST_BYTES);
    if (found.type === "missing") return { exchanges: [], says: undefined };
    if (found.type !== "text") return { exchanges: [], says: found.says };
    const exchanges = found.text.split("\n").flatMap((line) => readExchange(line) ?? []);
    return { exchanges, says: undefined };
  }

  /** Forgets everything. Returns why it cannot, or undefined. */
  async forget(): Promise<Trouble | undefined> {
    await this.#adding;
    return removeIfThere(this.file);
  }

  async #add(exchange: Exchange): Promise<boolean> {
    // One exchange must not replace all others.
    this.#lines.append(lineOfExchange(exchange, Math.floor(this.#mostBytes / 4)));
    const isKept = await this.#lines.isWhole();
    if (isKept && (await sizeOf(this.file)) > this.#mostBytes) await this.#trim();
    return isKept;
  }

  /** To three quarters, so that the next exchange does not write the whole file again. */
  async #trim(): Promise<void> {
    const found = await readPrivate(this.file, LARGEST_BYTES);
    if (found.type !== "text") return;
    const kept: string[] = [];
    let room = this.#mostBytes * 0.75;
    for (const line of found.text.split("\n").toReversed()) {
      if (readExchange(line) === undefined) continue;
      room -= Buffer.byteLength(line) + 1;
      if (room < 0) break;
      kept.push(`${line}\n`);
    }
    // If it cannot be written, the next exchange tries again.
    await writeWhole(this.file, kept.toReversed().join(""));
  }
}

/** The names of all personas with a memory, of any project. */
export async function personasWithMemory(stateDirectory: string): Promise<readonly string[]> {
  return (await namesIn(memoryFolder(stateDirectory))).filter(isPersonaName).toSorted();
}

function memoryFile(stateDirectory: string, persona: string, projectRoot: string): string {
  if (!isPersonaName(persona)) throw new Error(`${JSON.stringify(persona)} is not a valid persona name`);
  // The end of the path is for people; the hash tells `/a-b` from `/a/b`.
  const readable = projectRoot.replaceAll(/[^a-zA-Z0-9]+/g, "-").slice(-60);
  const sum = createHash("sha256").update(projectRoot).digest("hex").slice(0, 16);
  return join(memoryFolder(stateDirectory), persona, `${readable.replace(/^-/, "") || "root"}-${sum}.jsonl`);
}

function memoryFolder(stateDirectory: string): string {
  return join(stateDirectory, "personas", "memory");
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch {
    // The user removed it in between.
    return 0;
  }
}

// More than any limit of a persona, so that a file is still trimmed after its limit was lowered.
const LARGEST_BYTES = 256 * 1024 * 1024;

/** Reads a line of the memory; undefined if we did not write it. */
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

/** The exchange as a line of at most `mostBytes`, without a line end. Its longest text is cut, with a note. */
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

/** The exchanges that contain every word of `query`, in the given order. */
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
 * Equal for the same question with the same context: "review this" means something else with every diff. Only spaces and
 * line ends do not count.
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
    : `${wholeCharacters(text.slice(0, length))}… (of ${text.length} characters)`;
}

/** Without the half of a surrogate pair that a cut may leave at the end. */
export function wholeCharacters(text: string): string {
  return text.replace(/[\ud800-\udbff]$/, "");
}

/** Texts that look the same are the same: accents may be separate characters. */
function folded(text: string): string {
  return text.normalize("NFC").toLowerCase();
}

/** The last answer to the same question with the same context; undefined if there is none. */
export function rememberedAnswer(
  exchanges: readonly Exchange[],
  asked: Pick<Exchange, "question" | "context">,
): { readonly answer: string; readonly timestamp: string } | undefined {
  const key = questionKey(asked);
  const last = exchanges.findLast((exchange) => questionKey(exchange) === key);
  return last && { answer: last.response, timestamp: last.timestamp };
}
