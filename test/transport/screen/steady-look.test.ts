import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { Screen } from "../../../src/claude/screen/screen.js";
import { steadyLook } from "../../../src/transport/screen/steady-look.js";

// The clock moves only from one timer to the next: a slow machine must not look more rarely.
beforeEach(() => {
  vi.useFakeTimers();
  vi.setTimerTickMode("nextTimerAsync");
});
afterEach(() => void vi.useRealTimers());

const RULE = "─".repeat(60);

function screen(inBox: string, { above = "● Done.", column = 2 + inBox.length } = {}): Screen {
  const rows = [above, "", RULE, `❯ ${inBox}`, RULE, "  ? for shortcuts"];
  const lines = rows.map((text) => ({ text, solid: text }));
  return { lines, columns: 60, cursor: { row: 3, column } };
}

/** Shows one after the other, a screen a look; the last one stays. */
function shows(...screens: (Screen | Error)[]): { see: () => Promise<Screen>; looks: () => number } {
  let looks = 0;
  const see = (): Promise<Screen> => {
    const shown = screens[Math.min(looks++, screens.length - 1)];
    return shown instanceof Error || shown === undefined ? Promise.reject(shown) : Promise.resolve(shown);
  };
  return { see, looks: () => looks };
}

const OPTIONS = { timeZone: "UTC", vim: false, timeoutMs: 20_000 };

describe("a steady look", () => {
  it("reads what stands still", async () => {
    const { see, looks } = shows(screen(""));
    expect(await steadyLook(see, OPTIONS)).toMatchObject({ state: "idle", draft: undefined });
    expect(looks()).toBeGreaterThan(1);
  });

  it("knows what the session is set to", async () => {
    const { see } = shows(screen(""));
    expect(await steadyLook(see, { ...OPTIONS, vim: true })).toMatchObject({ state: "idle", vim: "normal" });
  });

  it("does not take a frame between two others for what is there", async () => {
    const { see, looks } = shows(screen(""), screen(""), screen("draft"));
    expect(await steadyLook(see, OPTIONS)).toMatchObject({ state: "draft", draft: "draft" });
    expect(looks()).toBeGreaterThan(4);
  });

  it("begins anew where the person types, or the cursor moves", async () => {
    const typing = Array.from({ length: 8 }, (_, index) => screen("draft", { column: index }));
    const { see, looks } = shows(...typing, screen("draft"));
    expect(await steadyLook(see, OPTIONS)).toMatchObject({ state: "draft" });
    expect(looks()).toBeGreaterThan(typing.length + 1);
  });

  it("takes longer over an animation, and reads it all the same", async () => {
    const still = shows(screen(""));
    await steadyLook(still.see, OPTIONS);
    let frame = 0;
    const spinning = (): Promise<Screen> =>
      Promise.resolve(screen("", { above: `● Done. ${"⠋⠙⠹⠸"[frame++ % 4]}` }));
    expect(await steadyLook(spinning, OPTIONS)).toMatchObject({ state: "idle" });
    expect(frame).toBeGreaterThan(still.looks());
  });

  it("does not come of a screen that never means the same twice", async () => {
    let draft = "";
    const typing = (): Promise<Screen> => Promise.resolve(screen((draft += "x")));
    expect(await steadyLook(typing, { ...OPTIONS, timeoutMs: 1500 })).toBeUndefined();
  });

  it("does not come of a screen whose every row changes", async () => {
    let frame = 0;
    const scrolling = (): Promise<Screen> => {
      const lines = Array.from({ length: 5 }, () => ({ text: `line ${frame++}`, solid: "" }));
      return Promise.resolve({ lines, columns: 60, cursor: undefined });
    };
    expect(await steadyLook(scrolling, { ...OPTIONS, timeoutMs: 1500 })).toBeUndefined();
  });

  it("does without a look that fails, and begins anew after it", async () => {
    const { see, looks } = shows(screen("a"), new Error("tmux does not answer"), screen(""));
    expect(await steadyLook(see, OPTIONS)).toMatchObject({ state: "idle" });
    expect(looks()).toBeGreaterThan(4);
  });

  it("does not come where nothing can be seen", async () => {
    const { see } = shows(new Error("the server is gone"));
    expect(await steadyLook(see, { ...OPTIONS, timeoutMs: 200 })).toBeUndefined();
  });
});
