import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { join } from "node:path";

import { LineFile } from "../../store/line-file.js";
import { namesIn, readPrivate, removeIfThere, writeWhole, type Trouble } from "../../store/private-files.js";
import { lineOfExchange, readExchange, type Exchange } from "./exchange.js";
import { isPersonaName } from "../definition/persona-name.js";

export interface MemoryOptions {
  readonly stateDirectory: string;
  readonly persona: string;
  /** Absolute, and always written the same way: another way is another memory. */
  readonly projectRoot: string;
  /** Where it is larger, the oldest is forgotten. */
  readonly mostBytes: number;
}

/** What is remembered, the oldest first. */
export interface Recollection {
  readonly exchanges: readonly Exchange[];
  /** Why there may be more than could be read: the rest of a sentence that starts with the file. */
  readonly says: string | undefined;
}

/**
 * What one persona was asked in one project, a JSON value in each line of a private file. The process that answers is
 * the only one that adds to it; anybody may read it, or remove it, at any time.
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
      // It is trimmed here instead, by whole exchanges.
      mostBytes: Number.POSITIVE_INFINITY,
      dropped: (count) => JSON.stringify({ time: new Date().toISOString(), linesDropped: count }),
    });
  }

  /** Resolves to whether it is on disk; an answer is not held back because it cannot be remembered. */
  append(exchange: Exchange): Promise<boolean> {
    const adding = this.#adding.then(() => this.#add(exchange));
    // A failure is the caller's to see; the next one is added all the same.
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
    // One exchange must not drive out all others.
    this.#lines.append(lineOfExchange(exchange, Math.floor(this.#mostBytes / 4)));
    const isKept = await this.#lines.isWhole();
    if (isKept && (await sizeOf(this.file)) > this.#mostBytes) await this.#trim();
    return isKept;
  }

  /** Down to three quarters: not every exchange from now on should write the whole file. */
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
    // Where it cannot be written it stays too large, and is tried again with the next exchange.
    await writeWhole(this.file, kept.toReversed().join(""));
  }
}

/** The names of all that remember anything, of whatever project. */
export async function personasWithMemory(stateDirectory: string): Promise<readonly string[]> {
  return (await namesIn(memoryFolder(stateDirectory))).filter(isPersonaName).toSorted();
}

function memoryFile(stateDirectory: string, persona: string, projectRoot: string): string {
  if (!isPersonaName(persona)) throw new Error(`${JSON.stringify(persona)} is no name of a persona`);
  // The end of the path is for people; the sum tells `/a-b` from `/a/b`.
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
    // Removed by the user in between: nothing is as small.
    return 0;
  }
}

// Above every limit that a persona can have, so that one which was lowered is still trimmed.
const LARGEST_BYTES = 256 * 1024 * 1024;
