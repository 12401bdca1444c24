import { readFileSync, readdirSync, existsSync } from "node:fs";
import { join } from "node:path";
import type { Screen } from "../../../src/claude/screen/screen.js";
import { screenOfText } from "../../../src/claude/screen/screen.js";
import { EmulatedScreen } from "../../../src/terminal/emulator/emulated-screen.js";

/** What is true of a captured screen: written down by the scene that made it. */
export interface StateCase {
  readonly release: string;
  readonly state: string;
  readonly scene: string;
  readonly capturedAt: string;
  readonly timeZone: string;
  readonly columns: number;
  readonly rows: number;
  readonly limit: {
    readonly claim: string;
    readonly overage: string | null;
    readonly resetsAt: number | null;
  } | null;
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

const STATES = join(import.meta.dirname, "../../fixtures/states");

export function stateFixtures(): StateFixture[] {
  return readdirSync(STATES).flatMap((release) =>
    readdirSync(join(STATES, release))
      .map((scene) => ({ name: `${release}/${scene}`, directory: join(STATES, release, scene) }))
      .filter(({ directory }) => existsSync(join(directory, "case.json")))
      .map(({ name, directory }) => ({
        name,
        directory,
        truth: JSON.parse(readFileSync(join(directory, "case.json"), "utf8")) as StateCase,
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

/** To the minute, as screens show it. */
export function minuteOf(time: Date | undefined): string | undefined {
  return time?.toISOString().slice(0, 16);
}

/** What the words on the screen can tell of the limit that was given out. */
export function shownLimit(truth: Pick<StateCase, "release" | "scene" | "limit" | "capturedAt">) {
  const { release, limit } = truth;
  // To the scene a refused request, to the user a limit that money lifts.
  if (truth.scene === "credit-balance") return { ...kind("spend"), resetsAt: undefined };
  if (limit === null) return undefined;
  const resetsAt = limit.resetsAt === null ? undefined : new Date(limit.resetsAt * 1000);
  const shown = release === "1.0.64" && resetsAt ? sameTimeNext(resetsAt, truth.capturedAt) : resetsAt;
  // 2.1.197 names no time beside a spend limit; 2.1.325 does, in the menu.
  const untold = limit.overage === "org_spend_cap_reached" && release === "2.1.197";
  return { ...shownKind(limit, release), resetsAt: untold ? undefined : minuteOf(shown) };
}

/** 1.0.64 shows the time of day alone, so a reader can only take its next occurrence. */
function sameTimeNext(resetsAt: Date, capturedAt: string): Date {
  const day = 86_400_000;
  const ahead = resetsAt.getTime() - new Date(capturedAt).getTime() + 120_000;
  return new Date(resetsAt.getTime() - Math.floor(ahead / day) * day);
}

const kind = (name: string, model?: string) => ({ kind: name, model });

const SHOWN_KINDS: Record<string, ReturnType<typeof kind>> = {
  five_hour: kind("five-hour"),
  seven_day: kind("weekly"),
  seven_day_opus: kind("model", "Opus"),
  seven_day_sonnet: kind("model", "Sonnet"),
};

function shownKind(limit: { readonly claim: string; readonly overage: string | null }, release: string) {
  if (release === "1.0.64") return kind("unknown");
  // Up to 2.1.75, where paid usage was off or used up, the banner spoke of that and not of the allowance.
  const older = ["2.0.72", "2.1.32", "2.1.75"].includes(release);
  if (older && limit.overage === "out_of_credits") return kind("overage");
  if (older && limit.overage !== null) return kind("unknown");
  if (limit.overage === "org_spend_cap_reached") return kind("spend");
  return SHOWN_KINDS[limit.claim] ?? kind("unknown");
}
