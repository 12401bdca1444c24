import { describe, expect, it } from "vitest";

import type { ScreenReading, ScreenState } from "../../../src/claude/screen/screen-reading.js";
import { reachPrompt, type PromptWanted } from "../../../src/persona/session/reach-prompt.js";
import type { Key } from "../../../src/session/life/life.js";
import { reading } from "../../session/values.js";

type Shown = ScreenState | "vim-normal";

/** Shows one screen after the other: the next after each key, or after a look that led to none. */
async function reach(
  screens: readonly Shown[],
  wanted: Partial<PromptWanted> & { readonly isAttended?: boolean } = {},
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
