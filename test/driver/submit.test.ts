import { describe, expect, it, onTestFinished, vi } from "vitest";

import type { ScreenReading, ScreenState } from "../../src/claude/screen/screen-reading.js";
import {
  DialogAge,
  reachPrompt,
  submit,
  type PromptOptions,
  type SubmitTerminal,
} from "../../src/driver/submit.js";
import { OpenTurn } from "../../src/driver/turn/open-turn.js";
import type { Key } from "../../src/session/life/life.js";
import { reading } from "../support/session/values.js";

const TEXT = "What turns it?";

/** A prompt that takes what is pasted; some looks after Enter its screen does not come to rest any more. */
class RestlessTerminal implements SubmitTerminal {
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

  look(): ReturnType<SubmitTerminal["look"]> {
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

async function send(onEnter: (turn: OpenTurn) => void, looksBehind = 0, text = TEXT) {
  const turn = newTurn();
  const terminal = new RestlessTerminal(() => onEnter(turn), looksBehind);
  await submit(terminal, turn, { ...SENDING, text });
  return { turn, keys: terminal.keys };
}

function newTurn(): OpenTurn {
  return new OpenTurn({
    text: TEXT,
    timeZone: "UTC",
    pattern: undefined,
    signal: new AbortController().signal,
    timeoutMs: 600_000,
    unresponsiveMs: 600_000,
    patienceMs: 600_000,
    onWorking: () => {},
    quietMs: () => 0,
    workedMs: () => undefined,
    caughtUp,
    isAttended: () => false,
    hasTranscript: () => true,
    onCut: () => {},
  });
}

const caughtUp = (): Promise<void> => Promise.resolve();
const SENDING = { text: TEXT, hasStash: true, patienceMs: 0, caughtUp, onBegin: () => {} };
const ASKED = [{ pasted: TEXT }, "enter"];

it("is done when the question's row is there: a short answer is there before the screen comes to rest", async () => {
  const { turn, keys } = await send((asked) => {
    const timestamp = new Date().toISOString();
    const row = { type: "user", uuid: "u1", timestamp, message: { role: "user", content: TEXT } };
    asked.takeLine({ oversized: false, bytes: Buffer.from(JSON.stringify(row)) });
  });
  expect({ keys, hasArrived: turn.hasArrived, isOver: turn.isOver }).toEqual({
    keys: ASKED,
    hasArrived: true,
    isOver: false,
  });
  turn.end({ type: "cancelled" });
});

it("is done when the question is over", async () => {
  const { turn, keys } = await send((asked) => asked.takeExit({ exitCode: 1 }));
  expect(keys).toEqual(ASKED);
  expect(await turn.outcome).toEqual({ type: "ended", exitCode: 1, signal: undefined });
});

it("no second Enter goes into a box that is only slow to empty: it would answer what comes up behind it", async () => {
  const { keys } = await send((asked) => asked.takeExit({ exitCode: 1 }), 50);
  expect(keys).toEqual(ASKED);
});

it("is done when a session that hangs does not even take the text, and the question is given up", async () => {
  const turn = newTurn();
  const terminal = new HungTerminal(() => {}, 0);
  const sent = submit(terminal, turn, SENDING);
  await expect.poll(() => terminal.keys).toEqual([{ pasted: TEXT }]);
  const answer = { type: "unresponsive", why: "it gave no sign of life for 60 s" } as const;
  turn.end(answer);
  await sent;
  expect(terminal.keys).toEqual([{ pasted: TEXT }]);
  expect(await turn.outcome).toEqual(answer);
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

type Shown = ScreenState | "vim-normal";

/** Shows one screen after the other: the next after each key, or after a look that led to none. */
async function reach(
  screens: readonly Shown[],
  wanted: Partial<PromptOptions> & { readonly isAttended?: boolean } = {},
): Promise<{ keys: readonly Key[]; trouble: string | undefined }> {
  const keys: Key[] = [];
  const left = [...screens];
  const shown = (): ScreenReading => {
    const state = left[0] ?? "idle";
    return state === "vim-normal" ? reading("idle", { vim: "normal" }) : reading(state);
  };
  let looks = 0;
  const terminal = {
    isAttended: wanted.isAttended ?? false,
    glance: shown,
    repaint: () => {},
    look: async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      // A key has moved it on already.
      if (looks++ > keys.length) left.shift();
      return { reading: shown(), screen: { lines: [], columns: 80, cursor: undefined } };
    },
    keyboard: {
      press: async (key: Key, isRight: () => boolean | Promise<boolean> = () => true) => {
        if (!(await isRight())) return;
        keys.push(key);
        left.shift();
      },
    },
  };
  const trouble = await reachPrompt(terminal, {
    interrupting: false,
    hasStash: true,
    patienceMs: 60_000,
    withinMs: 60_000,
    ...wanted,
  });
  return { keys, trouble };
}

describe("reachPrompt", () => {
  it.each<[readonly Shown[], readonly Key[]]>([
    [["idle"], []],
    [["vim-normal"], ["insert"]],
    [["draft"], ["clear"]],
    [["limit-menu"], ["escape"]],
    [["native-wait", "idle"], ["escape"]],
    // What a person left it with: the user's rules may answer it.
    [["permission", "permission", "busy", "idle"], []],
    [["question"], ["escape"]],
    [["unknown", "idle"], []],
    [["busy", "idle"], []],
    [
      ["limit-menu", "draft", "vim-normal"],
      ["escape", "clear", "insert"],
    ],
  ])("%j is answered with %j", async (screens, keys) => {
    expect(await reach(screens)).toEqual({ keys, trouble: undefined });
  });

  it("refuses a permission prompt that nobody has answered for so long, however long that is", async () => {
    const stands = Array.from({ length: 10_000 }, () => "permission" as const);
    const { keys } = await reach(stands, { patienceMs: 100, withinMs: 50 });
    expect(keys[0]).toBe("escape");
    const refused = { keys: ["escape"], trouble: undefined };
    expect(await reach(["permission"], { patienceMs: 0 })).toEqual(refused);
    expect(await reach(["permission"], { interrupting: true })).toEqual(refused);
  });

  it("stops what is at work where that is wanted", async () => {
    expect(await reach(["busy"], { interrupting: true })).toEqual({ keys: ["escape"], trouble: undefined });
  });

  it("puts a person's draft aside, and leaves to them what they are asked", async () => {
    expect(await reach(["draft"], { isAttended: true })).toEqual({ keys: ["stash"], trouble: undefined });
    expect(await reach(["permission", "idle"], { isAttended: true })).toEqual({
      keys: [],
      trouble: undefined,
    });
  });

  it("says what is in the way, and touches nothing that it does not know", async () => {
    const trust = Array.from({ length: 10_000 }, () => "trust" as const);
    expect(await reach(trust, { withinMs: 50 })).toEqual({
      keys: [],
      trouble: 'its prompt does not come back, the screen shows "trust"',
    });
  });
});

it("what stays unreadable is drawn anew", async () => {
  let [looks, isDrawn] = [0, false];
  const shown = (): ScreenReading => reading(isDrawn ? "idle" : "unknown");
  const trouble = await reachPrompt(
    {
      isAttended: false,
      glance: shown,
      repaint: () => (isDrawn = true),
      look: () => {
        looks++;
        return Promise.resolve({ reading: shown(), screen: { lines: [], columns: 80, cursor: undefined } });
      },
      keyboard: { press: () => Promise.reject(new Error("no key is needed")) },
    },
    { interrupting: false, hasStash: true, patienceMs: 0, withinMs: 60_000 },
  );
  // Not at the first look: it may be half drawn.
  expect({ trouble, looks }).toEqual({ trouble: undefined, looks: 3 });
});

it("the same dialog gets older, another one begins at 0, and none has no age", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const age = new DialogAge();
  const seen = [
    ["a", 100],
    ["a", 100],
    ["b", 100],
    [undefined, 100],
    ["b", 50],
  ] as const;
  const stood = seen.map(([what, ms]) => {
    age.see(what);
    vi.advanceTimersByTime(ms);
    return [age.what, age.ms];
  });
  expect(stood).toEqual([
    ["a", 100],
    ["a", 200],
    ["b", 100],
    [undefined, 0],
    ["b", 50],
  ]);
});
