import { createHash, randomUUID } from "node:crypto";

import { readPermissionPrompt, type PermissionPrompt } from "../../claude/prompts/permission-prompt.js";
import type { ScreenReading } from "../../claude/screen/screen-reading.js";
import { isSamePrompt, isSameQuestion } from "../../session/approval/approval-step.js";
import { optionFor } from "../../session/approval/choose-option.js";
import type { ArrowKey } from "../keyboard.js";
import type { Decided, DecideFailure, Decision, PendingPrompt, PromptId } from "../pending-prompt.js";

export interface PromptDeciderOptions {
  /** Also calls `see` with what it finds. */
  readonly look: (timeoutMs: number) => Promise<ScreenReading | undefined>;
  /** What the screen shows at this moment. */
  readonly glance: () => ScreenReading | undefined | Promise<ScreenReading | undefined>;
  /** Sends the key if `isRight` holds right before it goes out. */
  readonly press: (key: "enter" | ArrowKey, isRight: () => Promise<boolean>) => Promise<void>;
  readonly log: (event: string, details: Readonly<Record<string, string | number | boolean>>) => void;
}

/** Gives the permission prompt on the screen an id, and answers it when somebody decides about it by that id. */
export class PromptDecider {
  readonly #options: PromptDeciderOptions;
  /** Of this session: ids of two sessions are never the same. */
  readonly #session = randomUUID();
  #prompts = 0;
  #rows = 0;
  #pending: PendingPrompt | undefined;
  #prompt: PermissionPrompt | undefined;
  #isDeciding = false;

  constructor(options: PromptDeciderOptions) {
    this.#options = options;
  }

  get pending(): PendingPrompt | undefined {
    return this.#pending;
  }

  /** The screen has settled; undefined: it cannot be read, and nothing is known. */
  see(reading: ScreenReading | undefined): void {
    if (reading === undefined) return;
    const prompt = readPermissionPrompt(reading);
    const isSame = prompt && this.#prompt && isSameQuestion(this.#prompt, prompt);
    this.#prompt = prompt;
    if (!isSame) this.#pending = prompt && this.#name(prompt, reading.menu?.above ?? []);
  }

  /** Something happened after which the next prompt may look like this one: an id from before must not reach it. */
  renew(): void {
    const { pending } = this;
    if (pending) this.#pending = { ...pending, ...this.#nextId(JSON.stringify(pending)) };
  }

  /** After a new row of the transcript, a prompt that looks the same may be a different one. */
  takeRow(): void {
    this.#rows++;
    this.renew();
  }

  async decide(id: PromptId, decision: Decision): Promise<Decided> {
    if (this.#isDeciding) return failure("BUSY");
    this.#isDeciding = true;
    try {
      const decided = await this.#decide(id, decision);
      this.#options.log("decided", { decision, outcome: decided.ok ? "ok" : decided.code });
      return decided;
    } finally {
      this.#isDeciding = false;
    }
  }

  async #decide(id: PromptId, decision: Decision): Promise<Decided> {
    let prompt = await this.#find(id);
    if (typeof prompt === "string") return failure(prompt);
    // The rules of a yes are the strict ones: only a prompt that is drawn as one of a known release, in full.
    if (decision === "yes" && prompt.layout === undefined) return failure("UNREADABLE");
    const target = optionFor(prompt, decision);
    if (target === undefined || prompt.selected === undefined) return failure("NO_SUCH_OPTION");
    for (let at: number = prompt.selected; at !== target;) {
      const next = at < target ? at + 1 : at - 1;
      if (!(await this.#press(at < target ? "down" : "up", prompt))) return failure("PROMPT_GONE");
      const moved = await this.#findMoved(id, at);
      if (typeof moved === "string") return failure(moved);
      if (moved.selected !== next) return failure("NOT_SELECTED");
      [prompt, at] = [moved, next];
    }
    const rows = this.#rows;
    if (!(await this.#press("enter", prompt))) return failure("PROMPT_GONE");
    // From here on the same words are another prompt.
    this.renew();
    if (!(await this.#isGone(prompt, rows))) return failure("STILL_THERE");
    return { ok: true, says: decision === "yes" ? "The call is allowed." : "The call is refused." };
  }

  /** The prompt with that id, as a look finds it; else why it cannot be decided. */
  async #find(id: PromptId): Promise<PermissionPrompt | DecideFailure> {
    const reading = await this.#options.look(LOOK_MS);
    if (reading === undefined) return "UNREADABLE";
    return this.#prompt !== undefined && this.#pending?.id === id ? this.#prompt : "PROMPT_GONE";
  }

  /** The same after an arrow key, which a busy machine takes a moment to draw. */
  async #findMoved(id: PromptId, from: number): Promise<PermissionPrompt | DecideFailure> {
    const deadline = performance.now() + MOVED_WITHIN_MS;
    for (;;) {
      const found = await this.#find(id);
      if (typeof found === "string" || found.selected !== from || performance.now() > deadline) return found;
    }
  }

  /** Whether the key went out: only to that very prompt, with the cursor where it was. */
  async #press(key: "enter" | ArrowKey, prompt: PermissionPrompt): Promise<boolean> {
    let isOut = false;
    await this.#options.press(key, async () => {
      const reading = await this.#options.glance();
      const now = reading && readPermissionPrompt(reading);
      return (isOut = now !== undefined && isSamePrompt(now, prompt));
    });
    return isOut;
  }

  /** The same call may ask again at once: then only a new row tells that the first one was answered (2.1.197). */
  async #isGone(prompt: PermissionPrompt, rows: number): Promise<boolean> {
    const deadline = performance.now() + GONE_WITHIN_MS;
    while (performance.now() < deadline) {
      const reading = await this.#options.look(LOOK_MS);
      if (this.#rows > rows) return true;
      const now = reading && readPermissionPrompt(reading);
      if (reading !== undefined && (now === undefined || !isSameQuestion(now, prompt))) return true;
    }
    return false;
  }

  #name({ title, question, options }: PermissionPrompt, above: readonly string[]): PendingPrompt {
    const rows = above.map((row) => row.trimEnd()).filter((row) => row !== "");
    const text = rows.slice(title === "" ? 0 : 1, -1).join("\n");
    const shown = { title, text, question, options };
    return { ...shown, ...this.#nextId(JSON.stringify(shown)) };
  }

  #nextId(shown: string): Pick<PendingPrompt, "id" | "since"> {
    const since = Date.now();
    const text = `${this.#session} ${++this.#prompts} ${since} ${shown}`;
    return { id: createHash("sha256").update(text).digest("hex").slice(0, 12), since };
  }
}

function failure(code: DecideFailure): Decided {
  const [says, fix] = FAILURES[code];
  return { ok: false, code, says, fix };
}

const LOOK_AGAIN = "ask for the prompt again, and decide about what it shows";
const AT_TERMINAL = "answer it in the session's terminal";
const FAILURES: Readonly<Record<DecideFailure, readonly [says: string, fix: string]>> = {
  PROMPT_GONE: ["this permission prompt is no longer on the screen", LOOK_AGAIN],
  UNREADABLE: ["the permission prompt cannot be read completely", AT_TERMINAL],
  NO_SUCH_OPTION: ["the prompt has no option that means just that", AT_TERMINAL],
  NOT_SELECTED: ["the cursor of the prompt did not go to that option", AT_TERMINAL],
  STILL_THERE: ["Enter was pressed, and the prompt is still there", LOOK_AGAIN],
  BUSY: ["another decision is being carried out in this session", "wait for its outcome"],
};

const LOOK_MS = 5000;
const MOVED_WITHIN_MS = 2000;
const GONE_WITHIN_MS = 5000;
