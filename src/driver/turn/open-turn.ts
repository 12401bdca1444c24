import { constants } from "node:os";

import { readUserLimit } from "../../claude/limits/limit.js";
import type { ScreenReading } from "../../claude/screen/screen-reading.js";
import type { Screen } from "../../claude/screen/screen.js";
import { maskSecrets } from "../../policy/mask-secrets.js";
import { describeCall } from "../../policy/rules/rule.js";
import type { TailLine } from "../../store/tail.js";
import type { PtyExit } from "../../transport/pty/pty.js";
import type { Sight } from "../settle.js";
import { describeScreen, DialogAge } from "../submit.js";
import { lookAtTurn, newScreenTurn, screenOutcome, type ScreenTurn } from "./screen-turn.js";
import {
  newTurn,
  outcomeOf,
  readTurnRow,
  turnStopped,
  type TranscriptOutcome,
  type TranscriptTurn,
} from "./transcript-turn.js";

/** How a turn ended. */
export type TurnOutcome =
  /** The exact text of the last message. */
  | { readonly type: "answered"; readonly text: string }
  | { readonly type: "limited"; readonly until: Date | undefined; readonly text: string }
  /** It asks permission for a call that no rule covers; `call` as in `Bash(rm -rf x)`. */
  | { readonly type: "permission"; readonly call: string; readonly why: string }
  /** Claude Code reported an error. */
  | { readonly type: "failed"; readonly text: string }
  /** Neither the screen nor the transcript changes. */
  | { readonly type: "unresponsive"; readonly why: string }
  | { readonly type: "ended"; readonly exitCode: number; readonly signal: string | undefined }
  | { readonly type: "timedOut" }
  | { readonly type: "cancelled" };

export interface OpenTurnOptions {
  /** What is submitted. */
  readonly text: string;
  /** Cancels the turn. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly timeZone: string;
  /** The user's own pattern for a limit. */
  readonly pattern: RegExp | undefined;
  /** What it does now, in a few words. */
  readonly onWorking: (message: string) => void;
  /** After so long without a sign of life the turn ends. */
  readonly unresponsiveMs: number;
  /** For how long the session has drawn nothing. */
  readonly quietMs: () => number;
  /** Processor time of the session; undefined if the system does not say. */
  readonly workedMs: () => number | undefined;
  /** Resolves when all rows written so far have been read. */
  readonly caughtUp: () => Promise<void>;
  /** A dialog that stays open for so long is answered by nobody. */
  readonly patienceMs: number;
  /** Without a transcript the screen is all there is; with one it counts later. */
  readonly hasTranscript: () => boolean;
  /** The answer is taller than the screen, or the screen looks as before. Called once. */
  readonly onCut: () => void;
  /** A person looks at the session, and answers its dialogs. */
  readonly isAttended: () => boolean;
}

/** One turn of a session, from the first key of a text to its outcome. It is told what happens; the first outcome counts. */
export class OpenTurn {
  readonly outcome: Promise<TurnOutcome>;
  /** Resolves when the text has arrived, or the turn is over without that. */
  readonly arrival: Promise<undefined>;
  readonly #options: OpenTurnOptions;
  #resolve: (outcome: TurnOutcome) => void = () => {};
  #arrive: (nothing: undefined) => void = () => {};
  readonly #timeout: NodeJS.Timeout;
  readonly #pulse: NodeJS.Timeout;
  #turn: TranscriptTurn | undefined;
  #shown: ScreenTurn | undefined;
  #cutAt: number | undefined;
  #reading: ScreenReading | undefined;
  readonly #dialog = new DialogAge();
  #refused: TurnOutcome | undefined;
  #rowAt = performance.now();
  #workedBefore: number | undefined;
  #message = "";
  #isOver = false;

  constructor(options: OpenTurnOptions) {
    this.#options = options;
    this.outcome = new Promise((resolve) => (this.#resolve = resolve));
    this.arrival = new Promise((resolve) => (this.#arrive = resolve));
    this.#timeout = setTimeout(() => this.end({ type: "timedOut" }), options.timeoutMs);
    this.#pulse = setInterval(() => this.#look(), PULSE_MS);
    options.signal.addEventListener("abort", this.#abort);
    if (options.signal.aborted) this.#abort();
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** The first key was sent. What the session did before is not of this turn. */
  get hasBegun(): boolean {
    return this.#turn !== undefined;
  }

  /** The row of the text is in the transcript. */
  get hasArrived(): boolean {
    return this.#turn !== undefined && this.#turn.arrived !== "not yet";
  }

  /** The first key is about to be sent: rows from now on may belong to the turn. `screen`: as it is before that. */
  begin(screen: Screen | undefined): void {
    const [{ text }, now] = [this.#options, new Date()];
    this.#turn = newTurn(text, now);
    if (screen) this.#shown = newScreenTurn(text, screen, now);
  }

  takeLine(line: TailLine): void {
    if (this.#turn === undefined || this.#isOver) return;
    this.#rowAt = performance.now();
    this.#turn = readTurnRow(this.#turn, line.oversized ? line : line.bytes, this.#options.timeZone);
    if (this.#turn.arrived === "altered") {
      return this.end({ type: "failed", text: "the text did not arrive whole" });
    }
    if (this.hasArrived) this.#arrive(undefined);
    this.#judge(this.#turn);
  }

  /** The screen has settled. */
  takeSight({ reading, screen }: Sight): void {
    this.#reading = reading;
    const at = { now: new Date(), timeZone: this.#options.timeZone };
    this.#shown &&= lookAtTurn(this.#shown, screen, at);
    const isDialog = ASKS.has(reading.state);
    if (!isDialog) this.#refused = undefined;
    this.#dialog.see(isDialog && this.#turn !== undefined ? describeScreen(reading) : undefined);
  }

  /** It asks permission for a call that the policy leaves to a person. */
  refuse(call: Parameters<typeof describeCall>[0], why: string): void {
    // Until then it belongs to work that a person left.
    if (!this.hasBegun) return;
    // It goes into an error that others may read, and into a command to copy.
    this.#refused = { type: "permission", call: maskSecrets(describeCall(call)), why: maskSecrets(why) };
    // A person who is there may answer it.
    if (!this.#options.isAttended()) this.end(this.#refused);
  }

  /** The prompt for the refused call is gone. */
  forgetRefusal(): void {
    this.#refused = undefined;
  }

  takeExit({ exitCode, signal }: PtyExit): void {
    const name = Object.entries(constants.signals).find(([, number]) => number === signal)?.[0];
    this.end({ type: "ended", exitCode, signal: name });
  }

  end(outcome: TurnOutcome): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timeout);
    clearInterval(this.#pulse);
    this.#options.signal.removeEventListener("abort", this.#abort);
    this.#resolve(outcome);
    this.#arrive(undefined);
  }

  readonly #abort = (): void => this.end({ type: "cancelled" });

  #judge(turn: TranscriptTurn): void {
    const outcome = outcomeOf(turn);
    switch (outcome.type) {
      case "unseen":
        return;
      case "working":
        return this.#progress(outcome.calls.map(describeCall).join(", "));
      case "answered":
        if (outcome.settled) this.end(answered(outcome));
        return;
      case "limited":
        return this.end({ type: "limited", until: outcome.limit.resetsAt, text: outcome.limit.text });
      case "failed":
        return this.#fail(outcome.text);
      case "interrupted":
        return this.end({ type: "cancelled" });
      default:
        return outcome satisfies never;
    }
  }

  /** The turn ended in an error, or in a limit if the user's pattern matches. */
  #fail(text: string): void {
    const { pattern, timeZone } = this.#options;
    const limit = readUserLimit(text, { now: new Date(), timeZone }, pattern);
    this.end(limit ? { type: "limited", until: limit.resetsAt, text: limit.text } : { type: "failed", text });
  }

  /** Rows are exact; but if none arrive, the screen is better than nothing. */
  #judgeScreen(): void {
    const { hasTranscript, onCut } = this.#options;
    if (this.#shown === undefined) return;
    const lateMs = hasTranscript() ? ROW_WITHIN_MS : 0;
    const { sight, settled } = screenOutcome(this.#shown, new Date(Date.now() - lateMs));
    if (!settled) return;
    if (sight.type === "unmoved" || (sight.type === "answered" && !sight.whole)) {
      if (this.#cutAt === undefined) {
        this.#cutAt = performance.now();
        return onCut();
      }
      // It is still the old text.
      if (performance.now() - this.#cutAt < DRAWN_WITHIN_MS) return;
    }
    if (sight.type === "answered") this.end(answered(sight));
    else if (sight.type === "failed") this.#fail(sight.text);
    else if (sight.type === "interrupted") this.end({ type: "cancelled" });
    else if (sight.type === "limited") {
      this.end({ type: "limited", until: sight.limit.resetsAt, text: sight.limit.text });
    }
  }

  /**
   * If no row says that the turn is over, a prompt that stays does. Releases before 2.1.197 may write no such row, others
   * write it before the message, and only after the Stop hooks, which may take long and make the model continue.
   */
  async #judgeRest(turn: TranscriptTurn): Promise<void> {
    const now = outcomeOf(turn);
    const outcome = now.type === "working" ? outcomeOf(turnStopped(turn)) : now;
    if (outcome.type !== "answered" || (now.type === "working" && !outcome.settled)) return;
    const isAtRest = (): boolean => this.#stillMs > restMs(now.type, this.#reading?.state);
    if (!isAtRest()) return;
    // After a pause of this process, its timers fire before the input that arrived meanwhile is read.
    await this.#options.caughtUp();
    if (this.#turn === turn && isAtRest()) this.end(answered(outcome));
  }

  /** For how long there was neither a row nor output. */
  get #stillMs(): number {
    return Math.min(this.#options.quietMs(), performance.now() - this.#rowAt);
  }

  #progress(calls: string): void {
    // Masked before it is cut: half a secret would not be recognized.
    const shown = maskSecrets(calls.slice(0, 10 * LONGEST_MESSAGE)).slice(0, LONGEST_MESSAGE);
    const message = calls === "" ? "it is thinking" : shown;
    if (message === this.#message) return;
    this.#message = message;
    this.#options.onWorking(message);
  }

  #look(): void {
    const { isAttended, patienceMs } = this.#options;
    if (this.#turn === undefined) return;
    if (this.hasArrived) void this.#judgeRest(this.#turn);
    if (isAttended()) return;
    if (this.#dialog.ms > patienceMs) {
      const text = `it asks ${this.#dialog.what}, and nobody is there to answer`;
      return this.end(this.#refused ?? { type: "failed", text });
    }
    if (!this.hasArrived) this.#judgeScreen();
    const stillMs = this.#stillMs;
    if (!this.#isAlive(stillMs)) {
      const seconds = Math.round(stillMs / 1000);
      const shown = describeScreen(this.#reading);
      this.end({
        type: "unresponsive",
        why: `neither screen nor transcript changed for ${seconds} s, the screen shows ${shown}`,
      });
    }
  }

  /** It may work without a sign: on a busy machine 2.0.72 and 1.0.64 need a minute to lay out a long answer. */
  #isAlive(stillMs: number): boolean {
    const { unresponsiveMs, workedMs } = this.#options;
    if (stillMs < unresponsiveMs / 2) this.#workedBefore = undefined;
    else this.#workedBefore ??= workedMs();
    if (stillMs <= unresponsiveMs) return true;
    if (this.#workedBefore === undefined || stillMs > MOST_AT_WORK * unresponsiveMs) return false;
    return (workedMs() ?? 0) - this.#workedBefore > AT_WORK_MS;
  }
}

/** For how long nothing must change until a turn counts as over. A working session may be still too: not every screen is animated. */
function restMs(outcome: TranscriptOutcome["type"], screen: ScreenReading["state"] | undefined): number {
  if (screen === "idle") return outcome === "answered" ? 400 : 1500;
  return outcome === "answered" && screen !== "busy" ? 3000 : Infinity;
}

function answered({ text }: { readonly text: string }): TurnOutcome {
  return { type: "answered", text };
}

const ASKS: ReadonlySet<ScreenReading["state"]> = new Set(["permission", "question", "plan", "dialog"]);
const PULSE_MS = 200;
/** The row comes 0.1 s after Enter; for a text of 100 KB 13 s after (1.0.64, 2.0.72). */
const ROW_WITHIN_MS = 20_000;
/** By then Claude Code has drawn the conversation in a taller terminal, if it fits. */
const DRAWN_WITHIN_MS = 10_000;
const LONGEST_MESSAGE = 200;
/** More than a waiting session uses in that time: 3 % of a processor. */
const AT_WORK_MS = 1000;
const MOST_AT_WORK = 3;
