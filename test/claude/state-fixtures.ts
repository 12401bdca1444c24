import { readFileSync, readdirSync, existsSync } from "node:fs";
import { join } from "node:path";
import type { Screen } from "../../src/claude/screen.js";
import { screenOfText } from "../../src/claude/screen.js";
import { EmulatedScreen } from "../../src/terminal/emulated-screen.js";

/** What is true of a captured screen: written down by the scene that made it. */
export interface StateCase {
  readonly release: string;
  readonly state: string;
  readonly scene: string;
  readonly capturedAt: string;
  readonly timeZone: string;
  readonly columns: number;
  readonly rows: number;
  readonly limit: { readonly claim: string; readonly overage: string | null; readonly resetsAt: number | null } | null;
  readonly draft: string | null;
  readonly options: readonly string[] | null;
  readonly selected: number | null;
  readonly native: { readonly phase: string; readonly until: number | null } | null;
  readonly vim: "insert" | "normal" | null;
}

export interface StateFixture {
  readonly name: string;
  readonly directory: string;
  readonly truth: StateCase;
}

const STATES = join(import.meta.dirname, "../fixtures/states");

export function stateFixtures(): StateFixture[] {
  return readdirSync(STATES).flatMap((release) =>
    readdirSync(join(STATES, release))
      .map((scene) => ({ name: `${release}/${scene}`, directory: join(STATES, release, scene) }))
      .filter(({ directory }) => existsSync(join(directory, "case.json")))
      .map((fixture) => ({
        ...fixture,
        truth: JSON.parse(readFileSync(join(fixture.directory, "case.json"), "utf8")) as StateCase,
      })),
  );
}

/** The screen as it was, with its attributes: all bytes of the session, replayed. */
export async function replayed(fixture: StateFixture): Promise<Screen> {
  const emulator = new EmulatedScreen(fixture.truth);
  await emulator.write(readFileSync(join(fixture.directory, "bytes.raw")));
  const screen = emulator.read();
  emulator.dispose();
  return screen;
}

/** The screen as its text alone. */
export function asText(fixture: StateFixture): Screen {
  return screenOfText(readFileSync(join(fixture.directory, "screen.txt"), "utf8"));
}
