import { takesSameKeys, type ScreenReading } from "../claude/screen/screen-reading.js";
import type { Screen } from "../claude/screen/screen.js";
import type { Key } from "../session/life/life.js";
import type { Keyboard } from "./keyboard.js";
import type { Sight } from "./settle.js";
import type { OpenTurn } from "./turn/open-turn.js";

/** What reaching the empty prompt needs of a terminal. */
export interface PromptTerminal {
  readonly keyboard: Pick<Keyboard, "press">;
  /** A person has it in front of them, and may type. */
  readonly isAttended: boolean;
  look(timeoutMs: number): Promise<Sight | undefined>;
  glance(): ScreenReading | undefined;
  repaint(): void;
}

/** What submitting a text needs of a terminal. */
export interface SubmitTerminal extends PromptTerminal {
  /** The last settled screen. */
  readonly screen: Screen | undefined;
  paste(text: string): Promise<void>;
  withKeysHeld(work: () => Promise<void>): Promise<void>;
}

export interface SubmitOptions extends Pick<PromptOptions, "hasStash" | "patienceMs"> {
  readonly text: string;
  /** Resolves when all rows written so far have been read. */
  readonly caughtUp: () => Promise<void>;
  /** The first key is about to be sent. */
  readonly onBegin: () => void;
}

/** Submits a text: reaches the empty prompt, pastes, looks for the text in the box, presses Enter. If that fails, the turn ends. */
export async function submit(
  terminal: SubmitTerminal,
  turn: OpenTurn,
  { text, hasStash, patienceMs, caughtUp, onBegin }: SubmitOptions,
): Promise<void> {
  const isOver = (): boolean => turn.isOver;
  const problem = await reachPrompt(terminal, {
    interrupting: false,
    hasStash,
    patienceMs,
    withinMs: PROMPT_WITHIN_MS,
    isOver,
  });
  if (isOver()) return;
  if (problem !== undefined) return turn.end({ type: "unresponsive", why: problem });
  await caughtUp();
  onBegin();
  turn.begin(terminal.screen);
  await terminal.withKeysHeld(async () => {
    // A blank at the end is not sent (2.1.197, 2.1.325), or does no harm (1.0.64, 2.0.72).
    const pasted = terminal.paste(ENTER_COMPLETES.test(text) ? `${text} ` : text);
    // A session that hangs takes no more than its terminal's buffer holds, and must be recovered. If the turn ended for
    // another reason, the paste is finished, or what is missing would end up before the next text.
    const givenUp = turn.outcome.then(({ type }) => (type === "unresponsive" ? undefined : pasted));
    await Promise.race([pasted, givenUp]);
    await pressEnter(terminal, turn);
  });
}

/**
 * Enter, when the box holds the text and the screen has settled; once more if it still does after a long time. Not sooner: on
 * a busy machine the box is still drawn when the text has been sent, and another Enter would answer the next dialog.
 */
async function pressEnter(terminal: SubmitTerminal, turn: OpenTurn): Promise<void> {
  const deadline = performance.now() + TAKEN_WITHIN_MS;
  const isOut = (): boolean => turn.isOver || turn.hasArrived;
  const pressedAt: number[] = [];
  const isDue = (): boolean =>
    pressedAt.length < MOST_ENTERS && performance.now() - (pressedAt.at(-1) ?? -Infinity) > ENTER_AGAIN_MS;
  while (!isOut() && performance.now() < deadline) {
    // The row comes before the screen settles; a short answer does too.
    const state = (await Promise.race([terminal.look(LOOK_MS), turn.arrival]))?.reading.state;
    if (pressedAt.length > 0 && state !== undefined && state !== "draft") return;
    if (state !== "draft" || !isDue()) continue;
    let isRight = false;
    await terminal.keyboard.press(
      "enter",
      () => (isRight = !isOut() && terminal.glance()?.state === "draft"),
    );
    if (isRight) pressedAt.push(performance.now());
  }
  if (!isOut()) turn.end({ type: "unresponsive", why: "it does not accept the text" });
}

export interface PromptOptions {
  /** Interrupts the work of the session; else waits for it. */
  readonly interrupting: boolean;
  /** How long a permission prompt of that work may stay: the user's rules answer it in this time, or nobody does. */
  readonly patienceMs: number;
  /** Ctrl+S stashes a draft; it returns after the next prompt. */
  readonly hasStash: boolean;
  readonly withinMs: number;
  /** The prompt is not needed any more. */
  readonly isOver?: () => boolean;
}

/** Brings the session to its empty prompt, one key at a time, each after a look. Returns what prevented it. */
export async function reachPrompt(
  terminal: PromptTerminal,
  options: PromptOptions,
): Promise<string | undefined> {
  let deadline = performance.now() + options.withinMs;
  let seen: ScreenReading | undefined;
  let unreadable = 0;
  const permission = new DialogAge();
  while (performance.now() < deadline && options.isOver?.() !== true) {
    seen = (await terminal.look(PROMPT_LOOK_MS))?.reading;
    if (seen?.state === "idle" && seen.vim !== "normal") return undefined;
    unreadable = (seen?.state ?? "unknown") === "unknown" ? unreadable + 1 : 0;
    // An idle session draws nothing by itself, so lost output would never be replaced.
    if (unreadable > 1) terminal.repaint();
    permission.see(permissionIn(seen));
    const isAtWork =
      seen?.state === "busy" || (permission.what !== undefined && permission.ms < options.patienceMs);
    // A person may have started this work and left; it takes as long as it takes.
    if (!options.interrupting && isAtWork) {
      deadline = performance.now() + options.withinMs;
      continue;
    }
    if (seen === undefined) continue;
    const [on, key] = [seen, keyFor(seen, options, terminal.isAttended)];
    const isUnchanged = (): boolean => takesSameKeys(terminal.glance(), on);
    if (key !== undefined) await terminal.keyboard.press(key, isUnchanged);
  }
  return `its prompt does not come back, the screen shows ${describeScreen(seen)}`;
}

/** For how long the same dialog has been open. */
export class DialogAge {
  #since = 0;
  #what: string | undefined;

  /** Undefined if no dialog is open. */
  get what(): string | undefined {
    return this.#what;
  }

  get ms(): number {
    return this.#what === undefined ? 0 : performance.now() - this.#since;
  }

  see(what: string | undefined): void {
    if (what === this.#what) return;
    this.#what = what;
    this.#since = performance.now();
  }
}

/** What a permission prompt asks, so that it can be told from the next one; undefined if none is open. */
export function permissionIn(reading: ScreenReading | undefined): string | undefined {
  return reading?.state === "permission" ? (reading.menu?.above.join("\n") ?? "") : undefined;
}

/** For messages: the question of the dialog, or the state of the screen. */
export function describeScreen(reading: ScreenReading | undefined): string {
  const question = reading?.menu?.question.split("\n").at(-1);
  if (question) return `"${question}"`;
  return reading === undefined ? "nothing readable" : `"${reading.state}"`;
}

/** Undefined: wait. A dialog in front of a person is theirs to answer. */
function keyFor(reading: ScreenReading, options: PromptOptions, isAttended: boolean): Key | undefined {
  switch (reading.state) {
    case "idle":
      return "insert";
    case "draft":
      return isAttended && options.hasStash ? "stash" : "clear";
    case "busy":
      return options.interrupting ? "escape" : undefined;
    case "limit-menu":
    case "native-wait":
      return "escape";
    case "permission":
    case "question":
    case "plan":
    case "dialog":
    case "shell-mode":
      return isAttended && !options.interrupting ? undefined : "escape";
    case "trust":
    case "bypass":
    case "unknown":
      return undefined;
    default:
      return reading.state satisfies never;
  }
}

/**
 * After a backslash, Enter makes a line break (2.1.325). After a word with an @, it takes the first file that Claude Code
 * suggests, also for a pasted word (1.0.64 and 2.1.197, not 2.1.325): the text would name another file.
 */
const ENTER_COMPLETES = /(?:\\|@\S*)$/;
const PROMPT_WITHIN_MS = 30_000;
const PROMPT_LOOK_MS = 5000;
const LOOK_MS = 2000;
const MOST_ENTERS = 2;
const ENTER_AGAIN_MS = 25_000;
/** A text of 100 KB stays in the box for 13 s after Enter (1.0.64, 2.0.72). */
const TAKEN_WITHIN_MS = 60_000;
