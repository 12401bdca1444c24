import { describe, expect, test } from "vitest";

import type { ScreenReading } from "../../src/claude/screen/screen-reading.js";
import { SessionHands, type SessionHandsOptions } from "../../src/daemon/session-hands.js";
import type { OpenResult, TransportKind } from "../../src/transport/transport.js";
import { replayed, stateFixtures } from "../claude/state-fixtures.js";
import { FakeClaude, wayTo } from "./fake-claude.js";

interface Held {
  readonly hands: SessionHands;
  readonly refusals: (readonly string[])[];
  readonly attended: string[];
}

function hold(way: TransportKind, options: Partial<SessionHandsOptions> = {}): Held {
  const [refusals, attended]: [(readonly string[])[], string[]] = [[], []];
  const hands = new SessionHands({
    ways: () => Promise.resolve([way]),
    allowBlind: false,
    timeZone: "UTC",
    vim: () => false,
    prompt: "continue",
    isTyped: () => false,
    onRefusals: (told) => void refusals.push(told),
    onAttended: (by) => void attended.push(by),
    ...options,
  });
  return { hands, refusals, attended };
}

function aClaude(release = "2.1.325"): FakeClaude {
  return new FakeClaude(1, "/nowhere", { transcript: undefined, release });
}

function blind(claude: FakeClaude): TransportKind {
  return wayTo([claude], { blind: true });
}

async function screenOf(name: string) {
  const fixture = stateFixtures().find((each) => each.name === name);
  if (!fixture) throw new Error(`no fixture ${name}`);
  return replayed(fixture);
}

describe("a look", () => {
  test("reads the screen that the way leads to, and holds on to the way", async () => {
    const claude = aClaude();
    let reached = 0;
    const way: TransportKind = {
      name: "kitty",
      open: () => (reached++, Promise.resolve(claude.transport({ name: "kitty" }))),
    };
    const { hands, refusals } = hold(way);
    expect(hands.way).toBeUndefined();
    expect(await hands.look(claude.session)).toMatchObject({ state: "idle", draft: undefined });
    claude.draft = "a draft";
    expect(await hands.look(claude.session)).toMatchObject({ state: "draft", draft: "a draft" });
    expect([hands.way, reached, refusals]).toEqual(["kitty", 1, [[]]]);
  });

  test("says why no way led there", async () => {
    const claude = aClaude();
    claude.isAlive = false;
    const { hands, refusals } = hold(wayTo([claude]));
    expect(await hands.look(claude.session)).toBeUndefined();
    expect(refusals).toEqual([["tmux: is not running inside tmux"]]);
    await expect(hands.send("x")).rejects.toThrow("no way to the session is open");
  });

  test("says who carries it on already", async () => {
    const by = "cac itself (session k3m9p)";
    const { hands, attended } = hold({
      name: "control",
      open: () => Promise.resolve({ attended: true, by }),
    });
    expect(await hands.look(aClaude().session)).toBeUndefined();
    expect(attended).toEqual([by]);
  });

  test("looks for another way where the process no longer has the keyboard", async () => {
    const claude = aClaude();
    const { hands } = hold(wayTo([claude]));
    await hands.look(claude.session);
    claude.isAlive = false;
    expect(await hands.look(claude.session)).toBeUndefined();
    expect([claude.released, hands.way]).toEqual([1, undefined]);
  });
});

describe("what is so right before a key", () => {
  test("the same screen: it may go out", async () => {
    const claude = aClaude();
    const { hands } = hold(wayTo([claude]));
    const on = await seen(hands, claude);
    expect(await hands.isStillSo(on)).toBe(true);
  });

  const CHANGES: readonly [string, (claude: FakeClaude) => void | Promise<void>][] = [
    ["the person has typed", (claude) => void (claude.draft = "w")],
    ["the process has ended", (claude) => void (claude.isAlive = false)],
    [
      "a permission prompt came up",
      async (claude) => {
        claude.covered = await screenOf("2.1.325/permission-bash");
      },
    ],
    [
      "it works",
      async (claude) => {
        claude.covered = await screenOf("2.1.325/busy-tool");
      },
    ],
    [
      "it is the shell's",
      async (claude) => {
        claude.covered = await screenOf("2.1.325/exited-to-shell");
      },
    ],
  ];
  test.for(CHANGES)("%s: it is kept back", async ([, change]) => {
    const claude = aClaude();
    const { hands } = hold(wayTo([claude]));
    const on = await seen(hands, claude);
    await change(claude);
    expect(await hands.isStillSo(on)).toBe(false);
  });

  test("nothing after it was let go", async () => {
    const claude = aClaude();
    const { hands } = hold(wayTo([claude]));
    const on = await seen(hands, claude);
    await hands.letGo();
    expect(await hands.isStillSo(on)).toBe(false);
    expect(claude.released).toBe(1);
  });
});

describe("letting go", () => {
  test("does not fail where the terminal is gone", async () => {
    const claude = aClaude();
    const broken = { ...claude.transport(), release: () => Promise.reject(new Error("no such window")) };
    const { hands } = hold({ name: "x11", open: () => Promise.resolve(broken) });
    await hands.look(claude.session);
    await expect(hands.letGo()).resolves.toBeUndefined();
  });

  test("while a way is being looked for: what it finds is put back at once", async () => {
    const claude = aClaude();
    let find: ((found: OpenResult) => void) | undefined;
    const searching = new Promise<OpenResult>((resolve) => (find = resolve));
    const { hands } = hold({ name: "x11", open: () => searching });
    const looking = hands.look(claude.session);
    await hands.letGo();
    find?.(claude.transport({ name: "x11" }));
    expect(await looking).toBeUndefined();
    expect([claude.released, hands.way, claude.keys]).toEqual([1, undefined, []]);
  });

  test("ends a look that does not come to rest", async () => {
    const claude = aClaude();
    let looks = 0;
    claude.onSeen = () => {
      claude.draft += "x";
      looks++;
    };
    const { hands } = hold(wayTo([claude]));
    const looking = hands.look(claude.session);
    await hands.letGo();
    expect(await looking).toBeUndefined();
    expect(looks).toBeLessThanOrEqual(2);
  });
});

describe("a way that cannot see", () => {
  test("is taken only where that is allowed", async () => {
    const claude = aClaude();
    const { hands, refusals } = hold(blind(claude));
    expect(await hands.look(claude.session)).toBeUndefined();
    expect(refusals).toEqual([["tmux: cannot see the screen, and typing unseen is not allowed"]]);
    expect([claude.released, hands.isBlind]).toEqual([1, false]);
  });

  test("is never taken in vim mode", async () => {
    const claude = aClaude();
    const { hands, refusals } = hold(blind(claude), { allowBlind: true, vim: () => true });
    expect(await hands.look(claude.session)).toBeUndefined();
    expect(refusals).toEqual([["tmux: cannot see the screen, and typing unseen is not allowed"]]);
  });

  test("knows what it has typed", async () => {
    const claude = aClaude();
    const { hands } = hold(blind(claude), { allowBlind: true });
    const states: unknown[] = [];
    for (const keys of ["\x1b", "continue", "\r"]) {
      const on = await seen(hands, claude);
      states.push(on.state);
      expect(await hands.isStillSo(on)).toBe(true);
      await hands.send(keys);
    }
    states.push((await hands.look(claude.session))?.state);
    expect(states).toEqual(["limit-menu", "idle", "draft", "idle"]);
    expect([hands.isBlind, claude.keys]).toEqual([true, ["\x1b", "continue", "\r"]]);
  });

  test("does not type what may stand there already", async () => {
    const claude = aClaude("2.1.32");
    const { hands } = hold(blind(claude), { allowBlind: true, isTyped: () => true });
    expect(await hands.look(claude.session)).toMatchObject({ state: "draft", draft: "continue" });
  });

  test("sends nothing to another process", async () => {
    const claude = aClaude();
    const { hands } = hold(blind(claude), { allowBlind: true });
    const on = await seen(hands, claude);
    claude.isAlive = false;
    expect(await hands.isStillSo(on)).toBe(false);
  });
});

/** The reading that a key is decided on. */
async function seen(hands: SessionHands, claude: FakeClaude): Promise<ScreenReading> {
  const reading = await hands.look(claude.session);
  if (reading === undefined) throw new Error("the screen cannot be read");
  return reading;
}
