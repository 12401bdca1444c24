import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

import { asObject, asString, parseJson } from "../claude/json.js";
import type { Limit } from "../claude/limits/limit.js";
import { parseRelease } from "../claude/hooks/releases.js";
import { readRow, type TranscriptEvent } from "../claude/transcript/transcript.js";
import { lastLines } from "../store/last-lines.js";

/** The row with which a limit ended the last turn of the main conversation. */
export interface LimitRow {
  readonly limit: Limit;
  readonly at: Date;
  /** The release that wrote it, as in "2.1.325". */
  readonly release: string | undefined;
}

export interface LimitSearch {
  readonly timeZone: string;
  /** How long the row is waited for: 2.1.197 and 2.1.325 write it 100 to 250 ms after they have started the hook. */
  readonly patienceMs: number;
  /** Whether an answer of this moment tells that no limit ended the turn. */
  readonly untilAnswer: boolean;
}

/**
 * Returns undefined where the main conversation does not end in a limit of this moment: subagents and helper queries
 * (a title, a summary) fire the hook too, and leave no such row. Throws where the transcript cannot be read.
 */
export async function findLimitRow(transcript: string, search: LimitSearch): Promise<LimitRow | undefined> {
  const started = Date.now();
  for (;;) {
    const last = await lastWord(transcript, search.timeZone);
    const waitedMs = Date.now() - started;
    const isOver = waitedMs >= search.patienceMs || waitedMs < 0;
    if (last && Math.abs(started - last.event.at.getTime()) < (isOver ? RECENT_MS : THIS_MOMENT_MS)) {
      const { event, row } = last;
      if (event.type === "limitSeen") return { limit: event.limit, at: event.at, release: releaseIn(row) };
      if (search.untilAnswer && event.type === "assistantSpoke") return undefined;
    }
    if (isOver) return undefined;
    await sleep(LOOK_AGAIN_MS);
  }
}

/** An older row may be that of the turn before, with the one that counts still on its way. */
const THIS_MOMENT_MS = 5_000;
/** When none came: that of a machine that is slow, or has slept. What is older has nothing to do with this hook. */
const RECENT_MS = 120_000;
const LOOK_AGAIN_MS = 25;
const MOST_BYTES = 8 * 1024 * 1024;
/** 2.1.197 writes a prompt's row after the answer's now and then, so more than one is looked at. */
const WORDS_LOOKED_AT = 4;
/** What Claude Code adds after a turn, and says of itself. */
const ASIDES: ReadonlySet<TranscriptEvent["type"]> = new Set(["nativeNoticeSeen", "turnEnded"]);

interface Word {
  readonly event: TranscriptEvent;
  readonly row: Buffer;
}

/** The newest thing that happened in the main conversation; undefined where there is nothing yet. */
async function lastWord(transcript: string, timeZone: string): Promise<Word | undefined> {
  // Without O_NONBLOCK, which Windows lacks, a named pipe would hold us up until somebody writes.
  const handle = await open(transcript, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(absent);
  if (handle === undefined) return undefined;
  try {
    if (!(await handle.stat()).isFile()) throw new Error(`${transcript} is not a regular file`);
    let last: Word | undefined;
    let seen = 0;
    for await (const row of lastLines(handle, MOST_BYTES)) {
      const event = readRow(row, { timeZone });
      if (event === undefined || event.sidechain || ASIDES.has(event.type)) continue;
      if (last === undefined || event.at > last.event.at) last = { event, row };
      if (++seen === WORDS_LOOKED_AT) break;
    }
    return last;
  } finally {
    await handle.close();
  }
}

/** The first prompt and its answer are written together: until then there is no file. */
function absent(error: unknown): undefined {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
  throw error;
}

function releaseIn(row: Buffer): string | undefined {
  const version = asString(asObject(parseJson(row.toString("utf8")))?.["version"]);
  const release = version === undefined ? undefined : parseRelease(version);
  return release && `${release.major}.${release.minor}.${release.patch}`;
}
