import { isAtLeast } from "../capture/releases.js";
import { nameableReset, onWrappedStage, type WrappedStage } from "../capture/wrapped-stage.js";

/** A limit that a wrapped session is to get over, and what the person left on the screen before. */
export interface WrapperScene {
  readonly name: string;
  readonly claim: string;
  /** Who switched Claude Code's own automatic continue off, where there is one. */
  readonly nativeOffBy: "cac" | "person";
  readonly draft?: string;
  /** From 2.1.75 on its menu takes the keyboard. */
  readonly opensMenu?: boolean;
}

// Seconds between the limit and its reset: enough to see it, to close its menu and to type.
const LEAST_WAIT_MS = 12_000;
/** The default of `cac`. */
export const SAFETY_BUFFER_MS = 5000;
export const IN_TIME_MS = 15_000;
// What comes twice comes soon: a second try would follow a failed look or an old banner.
const LOOK_LATER_MS = 4000;

export const WRAPPER_SCENES: readonly WrapperScene[] = [
  { name: "five-hour limit", claim: "five_hour", nativeOffBy: "cac" },
  // With native continue on, a weekly limit that ends within a day opens no menu.
  { name: "weekly limit, menu open", claim: "seven_day", nativeOffBy: "person", opensMenu: true },
  {
    name: "half-typed draft",
    claim: "five_hour",
    nativeOffBy: "person",
    draft: "fix the flaky test in parser.ts",
  },
];

export interface SceneOutcome {
  /** How many continue prompts reached the model. */
  readonly continues: number;
  /** Whether the first of them came after reset and buffer, and within 15 s of them. */
  readonly isInTime: boolean;
  /** How long after reset and buffer that was. */
  readonly lateMs: number | undefined;
  /** What had the keyboard before the reset. */
  readonly before: string;
  /** What is in the box afterwards. */
  readonly draft: string | undefined;
}

/** Runs that release into that limit under `cac` and says how it got over it. */
export function playWrapped(release: string, scene: WrapperScene): Promise<SceneOutcome> {
  // 1.0.64 warns of a key that it does not know.
  const hasNative = isAtLeast(release, "2.1.234");
  const options =
    scene.nativeOffBy === "cac"
      ? { cac: ["--native", "replace"] }
      : { settings: hasNative ? { autoContinueAtUsageLimit: false } : {} };
  return onWrappedStage({ release, ...options }, (stage) => play(stage, scene));
}

async function play(stage: WrappedStage, { claim, draft }: WrapperScene): Promise<SceneOutcome> {
  await stage.ready();
  const resetsAt = nameableReset(stage.release, LEAST_WAIT_MS);
  stage.limitUntil(claim, resetsAt);
  await stage.prompt("make the parser skip blank lines");
  await stage.answered();
  await stage.turnOver();
  if (draft !== undefined) {
    await stage.leaveLimit();
    await stage.type(draft);
    await stage.settle(600);
  }
  // Shortly before the reset: a menu may open a moment after the turn is over.
  await stage.sleep(Math.max(0, resetsAt.getTime() - 1000 - Date.now()));
  const before = (await stage.reading()).state;
  const dueAt = resetsAt.getTime() + SAFETY_BUFFER_MS;
  await stage.continued(1, dueAt + IN_TIME_MS + 10_000 - Date.now());
  await stage.wentOn();
  await stage.sleep(LOOK_LATER_MS);
  const [first, ...more] = stage.continues();
  const lateMs = first && first.getTime() - dueAt;
  return {
    continues: more.length + 1,
    isInTime: lateMs !== undefined && lateMs >= 0 && lateMs <= IN_TIME_MS,
    lateMs,
    before,
    draft: (await stage.reading()).draft,
  };
}
