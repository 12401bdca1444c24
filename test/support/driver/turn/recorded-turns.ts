import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Screen, screenOfText } from "../../../../src/claude/screen/screen.js";
import { newTurn, readTurnRow, type TranscriptTurn } from "../../../../src/driver/turn/transcript-turn.js";

const TURNS = join(import.meta.dirname, "../../../fixtures/turns");
export const RELEASES = readdirSync(TURNS);
export const TIME_ZONE = "America/New_York";

/**
 * The rows (user, assistant, system) of a real session in which one question after the other was asked, each named for
 * what the API answered: `question two` (a text, a thought, a text, half a second apart), `twofast`, `toolempty` (a tool, then
 * nothing), `tooltext`, `maxtok`, `empty`, `refuse`, `long`; in `more`: `short`, `wrap`, `block` (a Stop hook sends it on), `long`.
 * The screens beside them were taken when the session was idle again; `tall` is `long` in a terminal of 300 rows.
 */
export function recordedRows(release: string, file: "odd" | "more"): string[] {
  return rowsOf(join(TURNS, release, `${file}.jsonl`));
}

export function recordedScreen(release: string, scene: string): Screen {
  return screenOfText(readFileSync(join(TURNS, release, `${scene}.txt`), "utf8"));
}

export function rowsOf(path: string): string[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "");
}

/** When that question was asked, by its own row. */
export function askedAt(rows: readonly string[], question: string): Date {
  const row = rows.find((line) => promptOf(line) === question);
  if (row === undefined) throw new Error(`no row for "${question}"`);
  return new Date((JSON.parse(row) as { timestamp: string }).timestamp);
}

export function promptOf(line: string): unknown {
  const row = JSON.parse(line) as { type?: string; message?: { content?: unknown } };
  return row.type === "user" ? row.message?.content : undefined;
}

export function readAll(turn: TranscriptTurn, rows: readonly string[]): TranscriptTurn {
  return rows.reduce((so, row) => readTurnRow(so, row, TIME_ZONE), turn);
}

export function turnOf(rows: readonly string[], question: string): TranscriptTurn {
  return readAll(newTurn(question, askedAt(rows, question)), rows);
}
