import { expect, test } from "vitest";

import { isScreenLocked } from "../../../src/transport/desktop/screen-lock.js";
import { recorded } from "../../support/transport/recorded-program.js";

const user = ["loginctl", "show-user", String(process.getuid?.()), "--property=Display"];
const session = ["loginctl", "show-session", "c2", "--property=LockedHint"];

test.each([
  ["locked", "Display=c2\n", "LockedHint=yes\n", true, [user, session]],
  ["not locked", "Display=c2\n", "LockedHint=no\n", false, [user, session]],
  ["no desktop", "Display=\n", "", false, [user]],
  ["nonsense", "Display=c2;rm\n", "", false, [user]],
])("%s", async (_, display, hint, locked, asked) => {
  const programs = recorded({
    loginctl: [
      { when: /^show-user/, stdout: display },
      { when: /^show-session/, stdout: hint },
    ],
  });
  expect(await isScreenLocked(programs.run)).toBe(locked);
  expect(programs.takeArgs()).toEqual(asked);
});

test("without logind nobody tells", async () => {
  expect(await isScreenLocked(recorded({}).run)).toBe(false);
});
