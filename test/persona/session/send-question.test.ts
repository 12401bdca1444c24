import { expect, it } from "vitest";

import { OpenQuestion } from "../../../src/persona/session/open-question.js";
import { sendQuestion, type SendingTerminal } from "../../../src/persona/session/send-question.js";
import type { ScreenReading, ScreenState } from "../../../src/claude/screen/screen-reading.js";
import type { Key } from "../../../src/session/life/life.js";
import { reading } from "../../session/values.js";

const TEXT = "What turns it?";

/** A prompt that takes what is pasted; some looks after Enter its screen does not come to rest any more. */
class RestlessTerminal implements SendingTerminal {
  readonly isAttended = false;
  readonly screen = undefined;
  readonly keys: (Key | { readonly pasted: string })[] = [];
  readonly #onEnter: () => void;
  #looksBehind: number;
  #state: ScreenState = "idle";

  constructor(onEnter: () => void, looksBehind: number) {
    this.#onEnter = onEnter;
    this.#looksBehind = looksBehind;
  }

  readonly keyboard = {
    press: async (key: Key, isRight: () => boolean | Promise<boolean> = () => true): Promise<void> => {
      if (!(await isRight())) return;
      this.keys.push(key);
      if (this.#looksBehind === 0) this.#work();
    },
  };

  glance(): ScreenReading {
    return reading(this.#state);
  }

  look(): ReturnType<SendingTerminal["look"]> {
    if (this.keys.includes("enter") && this.#looksBehind-- === 1) this.#work();
    if (this.#state === "busy") return new Promise(() => {});
    return Promise.resolve({
      reading: this.glance(),
      screen: { lines: [], columns: 80, cursor: undefined },
    });
  }

  #work(): void {
    this.#state = "busy";
    this.#onEnter();
  }

  paste(text: string): Promise<void> {
    this.keys.push({ pasted: text });
    this.#state = "draft";
    return Promise.resolve();
  }

  repaint(): void {}

  withKeysHeld(work: () => Promise<void>): Promise<void> {
    return work();
  }
}

/** One that hangs: the question is larger than what its buffer holds. */
class HungTerminal extends RestlessTerminal {
  override paste(text: string): Promise<void> {
    void super.paste(text);
    return new Promise(() => {});
  }
}

async function send(onEnter: (question: OpenQuestion) => void, looksBehind = 0, text = TEXT) {
  const question = newQuestion();
  const terminal = new RestlessTerminal(() => onEnter(question), looksBehind);
  await sendQuestion(terminal, question, { ...SENDING, text });
  return { question, keys: terminal.keys };
}

function newQuestion(): OpenQuestion {
  return new OpenQuestion({
    text: TEXT,
    timeZone: "UTC",
    pattern: undefined,
    signal: new AbortController().signal,
    timeoutMs: 600_000,
    unresponsiveMs: 600_000,
    patienceMs: 600_000,
    onProgress: () => {},
    quietMs: () => 0,
    workedMs: () => undefined,
    caughtUp,
    isAttended: () => false,
    hasTranscript: () => true,
    onCut: () => {},
  });
}

const caughtUp = (): Promise<void> => Promise.resolve();
const SENDING = { text: TEXT, hasStash: true, patienceMs: 0, caughtUp, onProgress: () => {} };
const ASKED = [{ pasted: TEXT }, "enter"];

it("is done when the question's row is there: a short answer is there before the screen comes to rest", async () => {
  const { question, keys } = await send((asked) => {
    const timestamp = new Date().toISOString();
    const row = { type: "user", uuid: "u1", timestamp, message: { role: "user", content: TEXT } };
    asked.takeLine({ oversized: false, bytes: Buffer.from(JSON.stringify(row)) });
  });
  expect({ keys, hasArrived: question.hasArrived, isOver: question.isOver }).toEqual({
    keys: ASKED,
    hasArrived: true,
    isOver: false,
  });
  question.end({ type: "cancelled" });
});

it("is done when the question is over", async () => {
  const { question, keys } = await send((asked) => asked.takeExit({ exitCode: 1 }));
  expect(keys).toEqual(ASKED);
  expect(await question.answer).toEqual({ type: "ended", exitCode: 1, signal: undefined });
});

it("no second Enter goes into a box that is only slow to empty: it would answer what comes up behind it", async () => {
  const { keys } = await send((asked) => asked.takeExit({ exitCode: 1 }), 50);
  expect(keys).toEqual(ASKED);
});

it("is done when a session that hangs does not even take the text, and the question is given up", async () => {
  const question = newQuestion();
  const terminal = new HungTerminal(() => {}, 0);
  const sent = sendQuestion(terminal, question, SENDING);
  await expect.poll(() => terminal.keys).toEqual([{ pasted: TEXT }]);
  const answer = { type: "unresponsive", why: "it gave no sign of life for 60 s" } as const;
  question.end(answer);
  await sent;
  expect(terminal.keys).toEqual([{ pasted: TEXT }]);
  expect(await question.answer).toEqual(answer);
});

it.each([
  ["does it end in a \\", "does it end in a \\ "],
  ["review @src/upl", "review @src/upl "],
  ["review this\n(@src/upl", "review this\n(@src/upl "],
  ["who is @", "who is @ "],
  ["review @src/upl please", "review @src/upl please"],
])("Enter sends it, and takes nothing that is proposed for its last word: %j", async (text, pasted) => {
  const { keys } = await send((asked) => asked.takeExit({ exitCode: 1 }), 0, text);
  expect(keys).toEqual([{ pasted }, "enter"]);
});
