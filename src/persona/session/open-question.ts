import { constants } from "node:os";

import { readUserLimit } from "../../claude/limits/limit.js";
import type { ScreenReading } from "../../claude/screen/screen-reading.js";
import type { Screen } from "../../claude/screen/screen.js";
import { maskSecrets } from "../../policy/mask-secrets.js";
import { describeCall } from "../../policy/rules/rule.js";
import type { PtyExit } from "../../transport/pty/pty.js";
import type { TailLine } from "../../store/tail.js";
import type { Answer } from "./answer.js";
import type { QuestionOptions } from "./hosted-session.js";
import type { Sight } from "../../driver/settle.js";
import { describe } from "./reach-prompt.js";
import { askedOnScreen, lookAtTurn, screenOutcome, type ScreenTurn } from "./screen-answer.js";
import { Standing } from "../terminal/standing.js";
import {
  askedTurn,
  outcomeOf,
  readTurnRow,
  turnStopped,
  type Turn,
  type TurnOutcome,
} from "../terminal/turn-reader.js";

export interface OpenQuestionOptions extends QuestionOptions {
  readonly text: string;
  readonly timeZone: string;
  /** A wording of the user's own that marks a limit. */
  readonly pattern: RegExp | undefined;
  /** Without a sign of life for so long, the session is given up. */
  readonly unresponsiveMs: number;
  /** How long the session has drawn nothing. */
  readonly quietMs: () => number;
  /** Processor time that the session has had; undefined where nobody tells. */
  readonly workedMs: () => number | undefined;
  /** Resolves when all rows that were written before have been told. */
  readonly caughtUp: () => Promise<void>;
  /** A dialog that stands for so long is answered by nobody. */
  readonly patienceMs: number;
  /** Where no rows come, the screen is all there is; where they should, it is believed later. */
  readonly hasTranscript: () => boolean;
  /** The answer is taller than the screen, or looks as the screen did before: called once. */
  readonly onCut: () => void;
  /** A person looks at the session, and answers what it asks. */
  readonly isAttended: () => boolean;
}

/** One question from its first key to its answer. Whatever happens meanwhile is told to it; the first end counts. */
export class OpenQuestion {
  readonly answer: Promise<Answer>;
  /** Resolves when the session has it, or it is over without that. */
  readonly arrival: Promise<undefined>;
  readonly #options: OpenQuestionOptions;
  #resolve: (answer: Answer) => void = () => {};
  #arrive: (nothing: undefined) => void = () => {};
  readonly #timeout: NodeJS.Timeout;
  readonly #pulse: NodeJS.Timeout;
  #turn: Turn | undefined;
  #shown: ScreenTurn | undefined;
  #cutAt: number | undefined;
  #reading: ScreenReading | undefined;
  readonly #standing = new Standing();
  #refused: Answer | undefined;
  #rowAt = performance.now();
  #workedBefore: number | undefined;
  #told = "";
  #isOver = false;

  constructor(options: OpenQuestionOptions) {
    this.#options = options;
    this.answer = new Promise((resolve) => (this.#resolve = resolve));
    this.arrival = new Promise((resolve) => (this.#arrive = resolve));
    this.#timeout = setTimeout(() => this.end({ type: "timedOut" }), options.timeoutMs);
    this.#pulse = setInterval(() => this.#look(), PULSE_MS);
    options.signal.addEventListener("abort", this.#abort);
    if (options.signal.aborted) this.#abort();
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Keys of it are in the session: until then whatever goes on there is somebody else's. */
  get hasBegun(): boolean {
    return this.#turn !== undefined;
  }

  /** The session has it: its row is in the transcript. */
  get hasArrived(): boolean {
    return this.#turn !== undefined && this.#turn.arrived !== "not yet";
  }

  /** Its first key is about to be sent: rows from now on may belong to it. `screen`: what stands there already. */
  begin(screen: Screen | undefined): void {
    const [{ text }, now] = [this.#options, new Date()];
    this.#turn = askedTurn(text, now);
    if (screen) this.#shown = askedOnScreen(text, screen, now);
  }

  takeLine(line: TailLine): void {
    if (this.#turn === undefined || this.#isOver) return;
    this.#rowAt = performance.now();
    this.#turn = readTurnRow(this.#turn, line.oversized ? line : line.bytes, this.#options.timeZone);
    if (this.#turn.arrived === "altered") {
      return this.end({ type: "failed", text: "the question did not arrive whole" });
    }
    if (this.hasArrived) this.#arrive(undefined);
    this.#judge(this.#turn);
  }

  /** The screen came to rest. */
  takeSight({ reading, screen }: Sight): void {
    this.#reading = reading;
    const at = { now: new Date(), timeZone: this.#options.timeZone };
    this.#shown &&= lookAtTurn(this.#shown, screen, at);
    const isDialog = ASKS.has(reading.state);
    if (!isDialog) this.#refused = undefined;
    this.#standing.see(isDialog && this.#turn !== undefined ? describe(reading) : undefined);
  }

  /** It asks leave for a call that the policy leaves to a person. */
  refuse(call: Parameters<typeof describeCall>[0], why: string): void {
    // Until then it is for what a person left it with, and no matter of this question's.
    if (!this.hasBegun) return;
    // Whoever asked gets it in an answer that others may read, and in a command to type.
    this.#refused = { type: "permission", call: maskSecrets(describeCall(call)), why: maskSecrets(why) };
    // Somebody who is there may answer it, or leave it so.
    if (!this.#options.isAttended()) this.end(this.#refused);
  }

  /** Another call is asked for, or was: what was refused before has been answered. */
  forgetRefusal(): void {
    this.#refused = undefined;
  }

  takeExit({ exitCode, signal }: PtyExit): void {
    const name = Object.entries(constants.signals).find(([, number]) => number === signal)?.[0];
    this.end({ type: "ended", exitCode, signal: name });
  }

  end(answer: Answer): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timeout);
    clearInterval(this.#pulse);
    this.#options.signal.removeEventListener("abort", this.#abort);
    this.#resolve(answer);
    this.#arrive(undefined);
  }

  readonly #abort = (): void => this.end({ type: "cancelled" });

  #judge(turn: Turn): void {
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

  /** The turn ended in an error; where the user says so, that is a limit. */
  #fail(text: string): void {
    const { pattern, timeZone } = this.#options;
    const limit = readUserLimit(text, { now: new Date(), timeZone }, pattern);
    this.end(limit ? { type: "limited", until: limit.resetsAt, text: limit.text } : { type: "failed", text });
  }

  /** Rows say more, and to the letter; but where they do not come, what is drawn is better than nothing. */
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
      // What still stands there is from before.
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
   * Where no row says that the turn is over, the prompt does, back to stay. Releases before 2.1.197 may write none, others
   * before the words; and it comes after the Stop hooks, which may take long and send the model on.
   */
  async #judgeRest(turn: Turn): Promise<void> {
    const now = outcomeOf(turn);
    const outcome = now.type === "working" ? outcomeOf(turnStopped(turn)) : now;
    if (outcome.type !== "answered" || (now.type === "working" && !outcome.settled)) return;
    const isAtRest = (): boolean => this.#stillMs > restMs(now.type, this.#reading?.state);
    if (!isAtRest()) return;
    // A process that did not run for a while finds its timers due before what has come meanwhile.
    await this.#options.caughtUp();
    if (this.#turn === turn && isAtRest()) this.end(answered(outcome));
  }

  /** How long neither a row came nor anything was drawn. */
  get #stillMs(): number {
    return Math.min(this.#options.quietMs(), performance.now() - this.#rowAt);
  }

  #progress(calls: string): void {
    // Masked before it is cut: half a secret would not be known for one.
    const shown = maskSecrets(calls.slice(0, 10 * LONGEST_MESSAGE)).slice(0, LONGEST_MESSAGE);
    const message = calls === "" ? "it is thinking" : shown;
    if (message === this.#told) return;
    this.#told = message;
    this.#options.onProgress({ state: "working", message });
  }

  #look(): void {
    const { isAttended, patienceMs } = this.#options;
    if (this.#turn === undefined) return;
    if (this.hasArrived) void this.#judgeRest(this.#turn);
    if (isAttended()) return;
    if (this.#standing.ms > patienceMs) {
      const text = `it asks ${this.#standing.what} and nobody is there to answer`;
      return this.end(this.#refused ?? { type: "failed", text });
    }
    if (!this.hasArrived) this.#judgeScreen();
    const stillMs = this.#stillMs;
    if (!this.#isAlive(stillMs)) {
      const seconds = Math.round(stillMs / 1000);
      const shown = describe(this.#reading);
      this.end({
        type: "unresponsive",
        why: `neither screen nor transcript moved for ${seconds} s, the screen shows ${shown}`,
      });
    }
  }

  /** Without a sign too it may be at work: on a busy machine 2.0.72 and 1.0.64 lay out a long answer for a minute. */
  #isAlive(stillMs: number): boolean {
    const { unresponsiveMs, workedMs } = this.#options;
    if (stillMs < unresponsiveMs / 2) this.#workedBefore = undefined;
    else this.#workedBefore ??= workedMs();
    if (stillMs <= unresponsiveMs) return true;
    if (this.#workedBefore === undefined || stillMs > MOST_AT_WORK * unresponsiveMs) return false;
    return (workedMs() ?? 0) - this.#workedBefore > AT_WORK_MS;
  }
}

/** How long nothing may move until a turn counts as over. One at work may stand still too: not every screen is animated. */
function restMs(outcome: TurnOutcome["type"], screen: ScreenReading["state"] | undefined): number {
  if (screen === "idle") return outcome === "answered" ? 400 : 1500;
  return outcome === "answered" && screen !== "busy" ? 3000 : Infinity;
}

function answered({ text }: { readonly text: string }): Answer {
  return { type: "answered", text };
}

const ASKS: ReadonlySet<ScreenReading["state"]> = new Set(["permission", "question", "plan", "dialog"]);
const PULSE_MS = 200;
/** A row comes 0.1 s after Enter; after a question of 100 KB, 13 s (1.0.64, 2.0.72). */
const ROW_WITHIN_MS = 20_000;
/** A conversation that has got more room is there by then, if all of it fits. */
const DRAWN_WITHIN_MS = 10_000;
const LONGEST_MESSAGE = 200;
/** More than a session that waits has in the time: 3 % of a processor. */
const AT_WORK_MS = 1000;
const MOST_AT_WORK = 3;
