import { expect, test } from "vitest";

import { howToEnd } from "../../../src/persona/host/host-process.js";

const SO = "ends it; the next question starts another host, and goes on with the conversations";

test.each([
  ["linux", `kill -KILL 7 ${SO}`],
  ["darwin", `kill -KILL 7 ${SO}`],
  ["win32", `taskkill /F /PID 7 ${SO}`],
] as const)("how a host that hangs is ended on %s", (platform, fix) => {
  expect(howToEnd(7, { platform })).toBe(fix);
});
