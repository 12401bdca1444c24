import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Screen } from "../../claude/screen/screen.js";
import { textOfScreen } from "../../terminal/emulator/emulated-screen.js";
import type { IsolatedHome } from "../machine/isolated-home.js";
import { isRecord } from "../json-value.js";
import type { ApiRequest } from "../api/stand-in-api.js";

export type Condition = RegExp | ((screenText: string) => boolean);

export interface SessionSize {
  readonly columns: number;
  readonly rows: number;
}

export const DEFAULT_SIZE: SessionSize = { columns: 110, rows: 40 };

/** A real Claude Code in the lab, whatever terminal it runs in. */
export interface LabSession {
  readonly home: IsolatedHome;
  readonly pid: number;
  screen(): Promise<Screen>;
  screenText(): Promise<string>;
  /** All that the program wrote to its terminal so far. */
  bytes(): Promise<Buffer>;
  type(text: string): Promise<void>;
  press(key: KeyName): Promise<void>;
  resize(size: SessionSize): Promise<void>;
  /** Rows of every transcript of this home's project, in file order. */
  transcript(): Promise<TranscriptRow[]>;
  requests(): readonly ApiRequest[];
  /** Throws with the last screen in its message where the condition does not come true in time. */
  waitFor(condition: Condition, options?: { timeoutMs?: number }): Promise<string>;
  /** Waits until nothing has been written for that long. */
  settle(quietMs?: number): Promise<void>;
  /** Resolves when the program has ended by itself or by `close`. */
  exited(): Promise<ExitStatus>;
  /** Ends the program and everything it left in its process group, and removes the home. */
  close(): Promise<void>;
}

export type TranscriptRow = Readonly<Record<string, unknown>>;
export type ExitStatus = { readonly exitCode: number | undefined; readonly signal: number | undefined };

export const KEYS = {
  enter: "\r",
  escape: "\x1b",
  tab: "\t",
  "shift-tab": "\x1b[Z",
  up: "\x1b[A",
  down: "\x1b[B",
  right: "\x1b[C",
  left: "\x1b[D",
  backspace: "\x7f",
  "ctrl-c": "\x03",
  "ctrl-d": "\x04",
  "ctrl-j": "\n",
  "ctrl-o": "\x0f",
  "ctrl-s": "\x13",
  "ctrl-u": "\x15",
} as const;
export type KeyName = keyof typeof KEYS;

export const PASTE_START = "\x1b[200~";
export const PASTE_END = "\x1b[201~";

const POLL_MS = 50;

export async function waitForScreen(
  session: { screenText(): Promise<string> },
  condition: Condition,
  timeoutMs = 30_000,
): Promise<string> {
  const isMet = typeof condition === "function" ? condition : (text: string) => condition.test(text);
  const deadline = Date.now() + timeoutMs;
  let text = await session.screenText();
  while (!isMet(text)) {
    if (Date.now() > deadline) {
      throw new Error(`waited ${timeoutMs} ms for ${String(condition)}; the last screen was:\n${text}`);
    }
    await sleep(POLL_MS);
    text = await session.screenText();
  }
  return text;
}

export async function settleBytes(length: () => Promise<number>, quietMs: number): Promise<void> {
  let [seen, since] = [await length(), Date.now()];
  const deadline = since + 20_000;
  while (Date.now() - since < quietMs && Date.now() < deadline) {
    await sleep(POLL_MS);
    const now = await length();
    if (now !== seen) [seen, since] = [now, Date.now()];
  }
}

export async function readScreenText(session: { screen(): Promise<Screen> }): Promise<string> {
  return textOfScreen(await session.screen());
}

/** Each transcript's text by its path below `.claude/projects`; subagents have files of their own in recent releases. */
async function transcriptFiles(home: IsolatedHome): Promise<Map<string, string>> {
  const projects = join(home.home, ".claude", "projects");
  const names = await readdir(projects, { recursive: true }).catch(() => []);
  const files = new Map<string, string>();
  for (const name of names.filter((name) => name.endsWith(".jsonl")).sort()) {
    files.set(name, await readFile(join(projects, name), "utf8"));
  }
  return files;
}

export async function readTranscript(home: IsolatedHome): Promise<TranscriptRow[]> {
  const texts = [...(await transcriptFiles(home)).values()];
  return texts.flatMap((text) => rowsOf(text));
}

/** The whole lines of a JSONL text; one that is still being written is left out. */
function rowsOf(text: string): TranscriptRow[] {
  const lines = text.split("\n").slice(0, -1);
  return lines
    .filter((line) => line.trim() !== "")
    .map((line): unknown => JSON.parse(line))
    .filter(isRecord);
}
