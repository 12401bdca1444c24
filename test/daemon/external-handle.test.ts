import { describe, expect, test } from "vitest";

import { takesSameKeys, type ScreenReading } from "../../src/claude/screen/screen-reading.js";
import { ExternalHandle, type ExternalHandleOptions } from "../../src/daemon/external-handle.js";
import type { OpenResult, TransportKind } from "../../src/transport/transport.js";
import { replayed, stateFixtures } from "../support/claude/state-fixtures.js";
import { FakeClaude, wayTo } from "../support/daemon/fake-claude.js";

interface Held {
  readonly handle: ExternalHandle;
  readonly refusals: (readonly string[])[];
  readonly attended: string[];
}

function hold(kind: TransportKind, options: Partial<ExternalHandleOptions> = {}): Held {
  const [refusals, attended]: [(readonly string[])[], string[]] = [[], []];
  const handle = new ExternalHandle({
    transports: () => Promise.resolve([kind]),
    allowBlind: false,
    timeZone: "UTC",
    vim: () => false,
    prompt: "continue",
    isTyped: () => false,
    onRefusals: (told) => void refusals.push(told),
    onAttended: (by) => void attended.push(by),
    ...options,
  });
  return { handle, refusals, attended };
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
  test("reads the screen, and keeps the transport open", async () => {
    const claude = aClaude();
    let reached = 0;
    const kind: TransportKind = {
      name: "kitty",
      open: () => (reached++, Promise.resolve(claude.transport({ name: "kitty" }))),
    };
    const { handle, refusals } = hold(kind);
    expect(handle.transport).toBeUndefined();
    expect(await handle.look(claude.session, LOOK_MS)).toMatchObject({ state: "idle", draft: undefined });
    claude.draft = "a draft";
    expect(await handle.look(claude.session, LOOK_MS)).toMatchObject({ state: "draft", draft: "a draft" });
    expect([handle.transport, reached, refusals]).toEqual(["kitty", 1, [[]]]);
  });

  test("says why no transport could be opened", async () => {
    const claude = aClaude();
    claude.isAlive = false;
    const { handle, refusals } = hold(wayTo([claude]));
    expect(await handle.look(claude.session, LOOK_MS)).toBeUndefined();
    expect(refusals).toEqual([["tmux: is not running inside tmux"]]);
    await expect(handle.send("x")).rejects.toThrow("no transport to the session is open");
  });

  test("says who drives the session already", async () => {
    const by = "cac itself (session k3m9p)";
    const { handle, attended } = hold({
      name: "control",
      open: () => Promise.resolve({ attended: true, by }),
    });
    expect(await handle.look(aClaude().session, LOOK_MS)).toBeUndefined();
    expect(attended).toEqual([by]);
  });

  test("looks for another transport if the process no longer has the keyboard", async () => {
    const claude = aClaude();
    const { handle } = hold(wayTo([claude]));
    await handle.look(claude.session, LOOK_MS);
    claude.isAlive = false;
    expect(await handle.look(claude.session, LOOK_MS)).toBeUndefined();
    expect([claude.released, handle.transport]).toEqual([1, undefined]);
  });
});

describe("what is so right before a key", () => {
  test("the same screen: it may go out", async () => {
    const claude = aClaude();
    const { handle } = hold(wayTo([claude]));
    const on = await seen(handle, claude);
    expect(takesSameKeys(await handle.glance(), on)).toBe(true);
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
    const { handle } = hold(wayTo([claude]));
    const on = await seen(handle, claude);
    await change(claude);
    expect(takesSameKeys(await handle.glance(), on)).toBe(false);
  });

  test("nothing after it was released", async () => {
    const claude = aClaude();
    const { handle } = hold(wayTo([claude]));
    const on = await seen(handle, claude);
    await handle.release();
    expect(takesSameKeys(await handle.glance(), on)).toBe(false);
    expect(claude.released).toBe(1);
  });
});

describe("a release", () => {
  test("does not fail where the terminal is gone", async () => {
    const claude = aClaude();
    const broken = { ...claude.transport(), release: () => Promise.reject(new Error("no such window")) };
    const { handle } = hold({ name: "x11", open: () => Promise.resolve(broken) });
    await handle.look(claude.session, LOOK_MS);
    await expect(handle.release()).resolves.toBeUndefined();
  });

  test("while a transport is being opened: it is released at once", async () => {
    const claude = aClaude();
    let find: ((found: OpenResult) => void) | undefined;
    const searching = new Promise<OpenResult>((resolve) => (find = resolve));
    const { handle } = hold({ name: "x11", open: () => searching });
    const looking = handle.look(claude.session, LOOK_MS);
    await handle.release();
    find?.(claude.transport({ name: "x11" }));
    expect(await looking).toBeUndefined();
    expect([claude.released, handle.transport, claude.keys]).toEqual([1, undefined, []]);
  });

  test("ends a look that does not come to rest", async () => {
    const claude = aClaude();
    let looks = 0;
    claude.onSeen = () => {
      claude.draft += "x";
      looks++;
    };
    const { handle } = hold(wayTo([claude]));
    const looking = handle.look(claude.session, LOOK_MS);
    await handle.release();
    expect(await looking).toBeUndefined();
    expect(looks).toBeLessThanOrEqual(2);
  });
});

describe("a blind transport", () => {
  test("is used only if that is allowed", async () => {
    const claude = aClaude();
    const { handle, refusals } = hold(blind(claude));
    expect(await handle.look(claude.session, LOOK_MS)).toBeUndefined();
    expect(refusals).toEqual([["tmux: cannot see the screen, and typing unseen is not allowed"]]);
    expect([claude.released, handle.isBlind]).toEqual([1, false]);
  });

  test("is never used in vim mode", async () => {
    const claude = aClaude();
    const { handle, refusals } = hold(blind(claude), { allowBlind: true, vim: () => true });
    expect(await handle.look(claude.session, LOOK_MS)).toBeUndefined();
    expect(refusals).toEqual([["tmux: cannot see the screen, and typing unseen is not allowed"]]);
  });

  test("knows what it has typed", async () => {
    const claude = aClaude();
    const { handle } = hold(blind(claude), { allowBlind: true });
    const states: unknown[] = [];
    for (const keys of ["\x1b", "continue", "\r"]) {
      const on = await seen(handle, claude);
      states.push(on.state);
      expect(takesSameKeys(await handle.glance(), on)).toBe(true);
      await handle.send(keys);
    }
    states.push((await handle.look(claude.session, LOOK_MS))?.state);
    expect(states).toEqual(["limit-menu", "idle", "draft", "idle"]);
    expect([handle.isBlind, claude.keys]).toEqual([true, ["\x1b", "continue", "\r"]]);
  });

  test("does not type what may stand there already", async () => {
    const claude = aClaude("2.1.32");
    const { handle } = hold(blind(claude), { allowBlind: true, isTyped: () => true });
    expect(await handle.look(claude.session, LOOK_MS)).toMatchObject({ state: "draft", draft: "continue" });
  });

  test("sends nothing to another process", async () => {
    const claude = aClaude();
    const { handle } = hold(blind(claude), { allowBlind: true });
    const on = await seen(handle, claude);
    claude.isAlive = false;
    expect(takesSameKeys(await handle.glance(), on)).toBe(false);
  });
});

const LOOK_MS = 15_000;

/** The reading that a key is decided on. */
async function seen(handle: ExternalHandle, claude: FakeClaude): Promise<ScreenReading> {
  const reading = await handle.look(claude.session, LOOK_MS);
  if (reading === undefined) throw new Error("the screen cannot be read");
  return reading;
}
