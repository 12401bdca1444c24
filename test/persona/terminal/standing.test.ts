import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Standing } from "../../../src/persona/terminal/standing.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

test("the same that is seen again stands longer, something else begins anew, and nothing does not stand", () => {
  const standing = new Standing();
  const seen = [
    ["a", 100],
    ["a", 100],
    ["b", 100],
    [undefined, 100],
    ["b", 50],
  ] as const;
  const stood = seen.map(([what, ms]) => {
    standing.see(what);
    vi.advanceTimersByTime(ms);
    return [standing.what, standing.ms];
  });
  expect(stood).toEqual([
    ["a", 100],
    ["a", 200],
    ["b", 100],
    [undefined, 0],
    ["b", 50],
  ]);
});
