import { DAY_MS, HOUR_MS, type Scene } from "../scene.js";
import { LIMIT_MENU, type Stage } from "../stage.js";
import { isAtLeast } from "../releases.js";

const BANNER =
  /⎿\s+(You've (hit|reached)|You're out|Claude usage limit|.*limit reached|Spending cap|Limit reached|API Error)/i;

/** Usage limits, as they stop a turn: with the menu (2.1.75 and later), with native continue, or with a line only. */
export const LIMIT_SCENES: readonly Scene[] = [
  limitScene("limit-five-hour", "five_hour", 90 * 60_000),
  limitScene("limit-weekly", "seven_day", 3 * DAY_MS),
  limitScene("limit-weekly-soon", "seven_day", 5 * HOUR_MS),
  limitScene("limit-opus", "seven_day_opus", 2 * DAY_MS),
  limitScene("limit-sonnet", "seven_day_sonnet", 2 * DAY_MS),
  limitScene("limit-overage", "overage", 3 * DAY_MS),
  limitScene("limit-unknown-claim", "thirty_day_fable", 4 * DAY_MS),
  limitScene("limit-out-of-credits", "five_hour", 2 * HOUR_MS, "out_of_credits"),
  limitScene("limit-overage-off", "five_hour", 2 * HOUR_MS, "org_level_disabled"),
  limitScene("limit-spend", "overage", 3 * DAY_MS, "org_spend_cap_reached"),
  { ...limitScene("limit-narrow", "seven_day", 3 * DAY_MS), size: { columns: 50, rows: 40 } },
  {
    name: "limit-menu-second-row",
    absentIn: noMenu,
    async play(stage) {
      const limit = await hit(stage, "seven_day", 3 * DAY_MS);
      await stage.show(LIMIT_MENU);
      await stage.keys("down");
      await stage.session.settle(500);
      return { state: "limit-menu", limit, ...stage.offers("limit-menu", 1) };
    },
  },
  {
    name: "limit-menu-dismissed",
    absentIn: noMenu,
    async play(stage) {
      const limit = await hit(stage, "seven_day", 3 * DAY_MS);
      await stage.leaveLimit();
      return { state: "idle", limit };
    },
  },
  {
    name: "limit-with-draft",
    async play(stage) {
      const limit = await hit(stage, "seven_day", 3 * DAY_MS);
      await stage.leaveLimit();
      await stage.type("then fix the docs");
      await stage.show(/then fix the docs/);
      return { state: "draft", limit, draft: "then fix the docs" };
    },
  },
  {
    name: "limit-then-good-turn",
    async play(stage) {
      const pastLimit = await hit(stage, "seven_day", 3 * DAY_MS);
      await stage.leaveLimit();
      stage.answerWith({ type: "text", text: "The parser now skips blank lines." });
      await stage.prompt("continue");
      await stage.show(/skips blank lines/);
      return { state: "idle", pastLimit };
    },
  },
  {
    name: "limit-then-busy",
    async play(stage) {
      const pastLimit = await hit(stage, "seven_day", 3 * DAY_MS);
      await stage.leaveLimit();
      stage.answerWith({
        type: "held",
        text: "Looking at the parser again",
        released: new Promise(() => undefined),
      });
      await stage.prompt("continue");
      await stage.session.waitFor(/esc to interrupt|…/);
      await stage.sleep(2500);
      return { state: "busy", pastLimit };
    },
  },
];

/** The menu opens by itself from 2.1.75 on; from 2.1.234 on only where native continue does not arm itself. */
function noMenu(release: string): string | undefined {
  return !isAtLeast(release, "2.1.75") ? "the limit menu opens from 2.1.75 on" : undefined;
}

/** From 2.1.234 on a limit within a day arms the native wait instead of the menu. */
function armsItself(release: string, afterMs: number): boolean {
  return isAtLeast(release, "2.1.234") && afterMs < DAY_MS;
}

export async function hit(stage: Stage, claim: string, afterMs: number, overage?: string) {
  await stage.ready();
  const limit = stage.limitWith(claim, afterMs, overage);
  await stage.prompt("do more please");
  await stage.show(BANNER);
  return limit;
}

function limitScene(name: string, claim: string, afterMs: number, overage?: string): Scene {
  return {
    name,
    async play(stage) {
      const limit = await hit(stage, claim, afterMs, overage);
      if (armsItself(stage.release, afterMs)) {
        await stage.show(/continuing automatically/i);
        return { state: "native-wait", limit, native: { phase: "armed", until: limit.resetsAt } };
      }
      if (noMenu(stage.release) !== undefined) return { state: "idle", limit };
      await stage.show(LIMIT_MENU);
      return { state: "limit-menu", limit, ...stage.offers("limit-menu") };
    },
  };
}
