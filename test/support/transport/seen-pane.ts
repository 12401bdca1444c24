import { expect, vi } from "vitest";

import type { Screen } from "../../../src/claude/screen/screen.js";
import { readScreen } from "../../../src/claude/screen/screen-reading.js";
import type { Transport } from "../../../src/transport/transport.js";
import type { ExternalSession, TerminalEnv } from "../../../src/transport/terminal-locator.js";
import { DRAFT, IDLE } from "./pane-program.js";

/** What a pane shows, for whatever way sees it: its name, its drawing, how it reads, where the cursor is. */
export const DRAWINGS: readonly (readonly [string, string, object, Screen["cursor"]])[] = [
  ["dim text", IDLE, { state: "idle", draft: undefined }, { row: 3, column: 2 }],
  ["a draft", DRAFT, { state: "draft", draft: "run the tests again" }, { row: 3, column: 21 }],
];

/** Looks as a daemon of systemd's does, which has no locale, and holds what it sees against a row of `DRAWINGS`. */
export async function expectSeen(
  { screen: see }: Transport,
  reading: object,
  cursor: Screen["cursor"],
): Promise<Screen | undefined> {
  vi.stubEnv("LANG", undefined);
  const screen = await see?.().finally(() => vi.unstubAllEnvs());
  expect(screen && readingOf(screen)).toMatchObject(reading);
  expect(screen?.cursor).toEqual(cursor);
  expect(screen?.lines[0]?.text).toBe("● Gruß, 日本 🙂 done.");
  return screen;
}

export function readingOf(screen: Screen): ReturnType<typeof readScreen> {
  return readScreen(screen, { now: new Date(), timeZone: "UTC" });
}

/** The session, as if it had said something else of where it is. */
export function withEnv(session: ExternalSession, env: TerminalEnv): ExternalSession {
  return { ...session, reach: { ...session.reach, env: { ...session.reach.env, ...env } } };
}
