import type { Limit } from "../../../src/claude/limits/limit.js";
import type { NativeNotice } from "../../../src/claude/screen/native-wait.js";
import type { ScreenReading } from "../../../src/claude/screen/screen-reading.js";
import type { Transient } from "../../../src/claude/limits/transient.js";
import type { SessionEvent } from "../../../src/session/life/event.js";
import type { Key } from "../../../src/session/life/life.js";
import { DAY, MINUTE, OVERLOADED, SECOND, limit, notice, reading } from "./values.js";

export type Answer = "work" | "overloaded" | { readonly resetsAt: number | undefined };

export interface ClaudeOptions {
  /** What the API answers to a prompt at that time. */
  answer(now: number): Answer;
  /** Ctrl+S puts a draft aside. */
  readonly stash?: boolean;
  readonly vim?: "insert" | "normal";
  /** How many Esc the menu takes that opens at a limit; 0: no menu. */
  readonly menu?: number;
  /** How long after the limit its own wait fires, and not before the reset; undefined: there is none. */
  readonly nativeMs?: number;
  /** Rows of a prompt are written after those of its answer (2.1.197). */
  readonly mixesRows?: boolean;
  /** So many Enters are lost. */
  readonly losesEnters?: number;
  /** So many texts vanish. */
  readonly losesTexts?: number;
}

export type By = "us" | "person" | "native";

/** What Claude Code does with its keyboard, as measured on real releases; nothing of it is read from a screen. */
export class SimulatedClaude {
  readonly prompts: { readonly text: string; readonly at: number; readonly by: By }[] = [];
  /** When limits came. */
  readonly limits: number[] = [];
  /** What the person typed into the box. */
  readonly words: string[] = [];
  /** Keys of ours that went where none may go. */
  readonly misses: string[] = [];
  box = "";
  stashed: string | undefined;
  vim: "insert" | "normal" | undefined;
  dialog: "limit-menu" | "permission" | undefined;
  native: NativeNotice | undefined;
  working = false;
  readonly #options: ClaudeOptions;
  readonly #later: (ms: number, act: () => void) => void;
  readonly #row: (event: SessionEvent, ms: number) => void;
  readonly #now: () => number;
  #end: { readonly limit?: Limit; readonly transient?: Transient } = {};
  #turn = 0;
  #escapes = 0;
  #losesEnters: number;
  #losesTexts: number;

  constructor(
    options: ClaudeOptions,
    world: {
      now(): number;
      later(ms: number, act: () => void): void;
      row(event: SessionEvent, ms: number): void;
    },
  ) {
    this.#options = options;
    this.#now = () => world.now();
    this.#later = (ms, act) => world.later(ms, act);
    this.#row = (event, ms) => world.row(event, ms);
    this.vim = options.vim;
    this.#losesEnters = options.losesEnters ?? 0;
    this.#losesTexts = options.losesTexts ?? 0;
  }

  get isStopped(): boolean {
    return this.#end.limit !== undefined || this.#end.transient !== undefined;
  }

  type(text: string, by: By): void {
    if (this.dialog) return this.#miss(text, by);
    if (this.vim === "normal") return;
    if (by === "us" && this.#losesTexts-- > 0) return;
    if (by === "person") this.words.push(text.trim());
    this.box += text;
  }

  press(key: Key, by: By): void {
    if (key === "escape") return this.#escape(by);
    if (this.dialog) return this.#miss(key, by);
    if (key === "stash")
      [this.box, this.stashed] = this.box === "" ? [this.stashed ?? "", undefined] : ["", this.box];
    else if (key === "insert") this.#insert();
    else if (key === "clear") this.box = "";
    else this.#enter(by);
  }

  submit(text: string, by: By): void {
    const at = this.#now();
    const turn = (this.#turn += 1);
    this.prompts.push({ text, at, by });
    this.#end = {};
    this.native = undefined;
    this.working = true;
    this.#row({ type: "promptSent", at: at + 10 }, this.#options.mixesRows ? 2 * SECOND : 100);
    this.#later(SECOND, () => {
      if (turn === this.#turn) this.#finish(this.#options.answer(this.#now()), turn);
    });
  }

  /** A background agent asks, or the person answers it. */
  ask(dialog: "permission" | undefined): void {
    this.dialog = dialog;
  }

  read(): ScreenReading {
    const { transient } = this.#end;
    const { native, box, vim, dialog } = this;
    const seen = this.#end.limit && rereadAt(this.#end.limit, this.#now());
    if (dialog === "permission") return reading(dialog);
    if (dialog) return reading(dialog, { limit: seen });
    const draft = box === "" ? undefined : box;
    if (this.working) return reading("busy", { draft, vim });
    const waits = native?.phase === "armed" || native?.phase === "stale";
    const state = draft === undefined ? (waits ? "native-wait" : "idle") : "draft";
    return reading(state, {
      draft,
      vim,
      native,
      transient,
      limit: native?.phase === "stale" ? undefined : seen,
    });
  }

  #finish(answer: Answer, turn: number): void {
    this.working = false;
    const at = this.#now();
    if (answer === "work") return this.#row({ type: "workSeen", at }, 100);
    if (answer === "overloaded") {
      this.#end = { transient: OVERLOADED };
      return this.#row({ type: "transientSeen", transient: OVERLOADED, at, source: "transcript" }, 100);
    }
    const { resetsAt } = answer;
    const seen = limit({
      resetsAt: resetsAt === undefined ? undefined : new Date(resetsAt),
      text:
        resetsAt === undefined ? "limit reached" : `resets ${new Date(resetsAt).toISOString().slice(11, 16)}`,
    });
    this.#end = { limit: seen };
    this.limits.push(at);
    this.#row({ type: "limitSeen", limit: seen, at, source: "transcript" }, 100);
    const { nativeMs, menu = 0 } = this.#options;
    if (nativeMs !== undefined && resetsAt !== undefined) this.#arm(resetsAt, nativeMs, turn);
    else if (menu > 0) [this.dialog, this.#escapes] = ["limit-menu", menu];
  }

  #arm(resetsAt: number, nativeMs: number, turn: number): void {
    this.#notify(notice("armed", resetsAt));
    this.#later(Math.max(resetsAt - this.#now(), nativeMs), () => {
      if (turn === this.#turn && this.native?.phase === "armed")
        this.submit("Your usage limit has reset.", "native");
    });
  }

  #notify(native: NativeNotice): void {
    this.native = native;
    this.#row({ type: "nativeNoticeSeen", notice: native, at: this.#now() }, 100);
  }

  #enter(by: By): void {
    if (by === "us" && this.#losesEnters-- > 0) return;
    if (this.box !== "") {
      const text = this.box;
      this.box = this.stashed ?? "";
      this.stashed = undefined;
      return this.submit(text, by);
    }
    if (this.native?.phase === "stale") this.submit("Your usage limit has reset.", by);
  }

  #escape(by: By): void {
    if (this.dialog === "limit-menu") {
      this.#escapes -= 1;
      if (this.#escapes <= 0) this.dialog = undefined;
    } else if (this.dialog) this.#miss("escape", by);
    else if (this.native?.phase === "armed") this.#notify(notice("cancelled"));
    else if (this.vim) this.vim = "normal";
  }

  #insert(): void {
    if (this.vim === "normal") this.vim = "insert";
    else this.box += "i";
  }

  #miss(what: string, by: By): void {
    if (by === "us") this.misses.push(what);
  }
}

/** A time of day that has passed reads as tomorrow's. */
function rereadAt(seen: Limit, now: number): Limit {
  const { resetsAt } = seen;
  if (resetsAt === undefined || resetsAt.getTime() + 2 * MINUTE > now) return seen;
  return { ...seen, resetsAt: new Date(resetsAt.getTime() + DAY) };
}
