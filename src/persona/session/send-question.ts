import type { QuestionOptions } from "./hosted-session.js";
import type { OpenQuestion } from "./open-question.js";
import { reachPrompt, type PromptTerminal, type PromptWanted } from "./reach-prompt.js";
import type { SessionTerminal } from "../terminal/session-terminal.js";

export interface Sending
  extends Pick<QuestionOptions, "onProgress">, Pick<PromptWanted, "hasStash" | "patienceMs"> {
  readonly text: string;
  /** Resolves when all rows that were written before have been read. */
  readonly caughtUp: () => Promise<void>;
}

/** What is needed of a session's terminal for that. */
export type SendingTerminal = PromptTerminal & Pick<SessionTerminal, "screen" | "paste" | "withKeysHeld">;

/** From the empty prompt to the Enter that was heard. Where that cannot be, the question is over. */
export async function sendQuestion(
  terminal: SendingTerminal,
  question: OpenQuestion,
  { text, hasStash, patienceMs, caughtUp, onProgress }: Sending,
): Promise<void> {
  const isOver = (): boolean => question.isOver;
  const trouble = await reachPrompt(terminal, {
    interrupting: false,
    hasStash,
    patienceMs,
    withinMs: PROMPT_WITHIN_MS,
    isOver,
  });
  if (isOver()) return;
  if (trouble !== undefined) return question.end({ type: "unresponsive", why: trouble });
  await caughtUp();
  onProgress({ state: "asked", message: "the question is on its way" });
  question.begin(terminal.screen);
  await terminal.withKeysHeld(async () => {
    // A blank at the end is not sent (2.1.197, 2.1.325), or does no harm (1.0.64, 2.0.72).
    const pasted = terminal.paste(TAKES_ENTER.test(text) ? `${text} ` : text);
    // A session that hangs takes no more than its terminal's buffer holds, and must be recovered. One that is only no
    // longer asked takes the rest: it would stand before the next question.
    const givenUp = question.answer.then(({ type }) => (type === "unresponsive" ? undefined : pasted));
    await Promise.race([pasted, givenUp]);
    await pressEnter(terminal, question);
  });
}

/**
 * When the box holds the question and has come to rest; and once more where it still does after a long time. Not sooner:
 * on a busy machine the box is drawn when the question is on its way already, and another Enter would answer what Claude
 * Code asks by then, and allow it.
 */
async function pressEnter(terminal: SendingTerminal, question: OpenQuestion): Promise<void> {
  const deadline = performance.now() + TAKEN_WITHIN_MS;
  const isOut = (): boolean => question.isOver || question.hasArrived;
  const pressedAt: number[] = [];
  const isDue = (): boolean =>
    pressedAt.length < MOST_ENTERS && performance.now() - (pressedAt.at(-1) ?? -Infinity) > ENTER_AGAIN_MS;
  while (!isOut() && performance.now() < deadline) {
    // Its row says so before the screen comes to rest, and a short answer is there before that too.
    const state = (await Promise.race([terminal.look(LOOK_MS), question.arrival]))?.reading.state;
    if (pressedAt.length > 0 && state !== undefined && state !== "draft") return;
    if (state !== "draft" || !isDue()) continue;
    let isRight = false;
    await terminal.keyboard.press(
      "enter",
      () => (isRight = !isOut() && terminal.glance()?.state === "draft"),
    );
    if (isRight) pressedAt.push(performance.now());
  }
  if (!isOut()) question.end({ type: "unresponsive", why: "it does not take the question" });
}

/**
 * Behind a backslash Enter makes a line break (2.1.325). Behind a word with an @ it takes the first file that Claude Code
 * proposes, also where the word was pasted (1.0.64 and 2.1.197, not 2.1.325): the question would name another file.
 */
const TAKES_ENTER = /(?:\\|@\S*)$/;
const PROMPT_WITHIN_MS = 30_000;
const LOOK_MS = 2000;
const MOST_ENTERS = 2;
const ENTER_AGAIN_MS = 25_000;
/** A question of 100 KB stays in the box for 13 s after Enter (1.0.64, 2.0.72). */
const TAKEN_WITHIN_MS = 60_000;
