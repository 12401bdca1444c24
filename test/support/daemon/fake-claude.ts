import { appendFileSync } from "node:fs";

import type { Screen } from "../../../src/claude/screen/screen.js";
import type { Transport, TransportKind, TransportName } from "../../../src/transport/transport.js";
import type { InboxEvent } from "../../../src/discover/inbox-event.js";
import type { ExternalSession } from "../../../src/transport/terminal-locator.js";
import { rowOf, type Entry } from "../wrapper/fake-screen.mjs";
import { sessionId } from "./entries.js";

/** A session that somebody else started: a prompt with a box, and the rows of its transcript in a real file. */
export class FakeClaude {
  readonly session: ExternalSession;
  /** What went to the model, whoever typed it. */
  readonly prompts: string[] = [];
  /** Every key of ours. */
  readonly keys: string[] = [];
  draft = "";
  isAlive = true;
  /** Something else has the screen. */
  covered: Screen | undefined;
  /** Called after each look at its screen. */
  onSeen: () => void = () => {};
  /** Called whenever somebody asks whether it still is there: the last thing before each key. */
  onAsked: () => void = () => {};
  /** Called when something went to the model. */
  onPrompt: () => void = () => {};
  released = 0;
  readonly #entries: Entry[] = [];
  #stashed = "";

  constructor(number: number, folder: string, changes: Partial<ExternalSession> = {}) {
    const id = sessionId(number);
    this.session = {
      sessionId: id,
      transcript: `${folder}/${id}.jsonl`,
      cwd: folder,
      release: "2.1.325",
      reach: { process: { pid: 3_000_000 + number, start: "now" }, tty: undefined, env: {} },
      ...changes,
    };
  }

  get continues(): number {
    return this.prompts.filter((prompt) => prompt === "continue").length;
  }

  /** A prompt of the person's, and its answer. */
  prompt(text: string): void {
    this.#submit(text);
  }

  /** A row of what it said, dated `at`. */
  say(entry: Entry, at = Date.now()): void {
    this.#entries.push(entry);
    const origin = {
      sessionId: this.session.sessionId,
      uuid: `${at}`,
      timestamp: new Date(at).toISOString(),
    };
    const row = `${JSON.stringify({ ...origin, ...rowOf(entry) })}\n`;
    if (this.session.transcript) appendFileSync(this.session.transcript, row);
  }

  /** Into a limit, as its row tells. Returns what the hook tells of it. */
  stop(resetsAt: number, at = Date.now()): InboxEvent {
    this.say({ type: "limit", text: LIMIT_TEXT, untilMs: resetsAt }, at);
    return this.limitEvent(resetsAt, at);
  }

  limitEvent(resetsAt: number, at = Date.now()): InboxEvent {
    return {
      version: 1,
      at: new Date().toISOString(),
      event: "limit",
      session: this.session,
      stop: {
        kind: "five-hour",
        text: LIMIT_TEXT,
        resetsAt: new Date(resetsAt).toISOString(),
        waitingHelps: true,
        seenAt: new Date(at).toISOString(),
      },
    };
  }

  event(event: "sessionStarted" | "sessionEnded", session = this.session): InboxEvent {
    return { version: 1, at: new Date().toISOString(), event, session };
  }

  transport({ name = "tmux", blind = false }: { name?: TransportName; blind?: boolean } = {}): Transport {
    return {
      name,
      screen: blind ? undefined : () => this.#see(),
      isSameProcess: () => {
        this.onAsked();
        return Promise.resolve(this.isAlive);
      },
      send: (keys) => {
        this.take(keys);
        return Promise.resolve();
      },
      release: () => {
        this.released++;
        return Promise.resolve();
      },
    };
  }

  take(keys: string): void {
    this.keys.push(keys);
    if (keys === "\r") this.#submit(this.draft);
    else if (keys === "\x13") [this.draft, this.#stashed] = ["", this.draft];
    else if (!keys.startsWith("\x1b")) this.draft += keys;
  }

  #see(): Promise<Screen> {
    const screen = this.covered ?? boxScreen(this.draft, this.#entries.at(-1)?.text);
    this.onSeen();
    return Promise.resolve(screen);
  }

  #submit(prompt: string): void {
    [this.draft, this.#stashed] = [this.#stashed, ""];
    if (prompt === "") return;
    this.prompts.push(prompt);
    this.say({ type: "prompt", text: prompt });
    this.say({ type: "said", text: `Done: ${prompt}` });
    this.onPrompt();
  }
}

/** The way to all of these. */
export function wayTo(claudes: readonly FakeClaude[], options: { blind?: boolean } = {}): TransportKind {
  return {
    name: "tmux",
    open: ({ sessionId }) => {
      const claude = claudes.find(({ session }) => session.sessionId === sessionId);
      if (!claude?.isAlive) return Promise.resolve({ refused: "is not running inside tmux" });
      return Promise.resolve(claude.transport(options));
    },
  };
}

function boxScreen(draft: string, above = ""): Screen {
  const rule = "─".repeat(60);
  const rows = [`● ${above}`, "", rule, `❯ ${draft}`, rule, "  ? for shortcuts"];
  const lines = rows.map((text) => ({ text, solid: text }));
  return { lines, columns: 60, cursor: { row: 3, column: 2 + draft.length } };
}

export const LIMIT_TEXT = "You've hit your session limit · resets 3:44pm (UTC)";

/** A reset so many milliseconds from now, to the second: that is what rows have. */
export function resetIn(ms: number): number {
  return Math.ceil((Date.now() + ms) / 1000) * 1000;
}
