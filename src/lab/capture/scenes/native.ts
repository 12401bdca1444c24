import { DAY_MS, HOUR_MS, MINUTE_MS, type Scene } from "../scene.js";
import { hit } from "./limits.js";
import { cameWith } from "../releases.js";

const absentIn = cameWith("2.1.234", "native continue");

/** Claude Code's own waiting and continuing. */
export const NATIVE_SCENES: readonly Scene[] = [
  {
    name: "native-armed",
    absentIn,
    async play(stage) {
      const limit = await hit(stage, "five_hour", 4 * HOUR_MS);
      await stage.show(/continuing automatically/i);
      return { state: "native-wait", limit, native: { phase: "armed", until: limit.resetsAt } };
    },
  },
  {
    name: "native-armed-from-menu",
    absentIn,
    async play(stage) {
      const limit = await hit(stage, "seven_day", 3 * DAY_MS);
      await stage.show(/2\. Wait here/);
      await stage.keys("down", "enter");
      await stage.show(
        (text) => /continuing automatically/i.test(text) && !text.includes("What do you want to do"),
      );
      return { state: "native-wait", limit, native: { phase: "armed", until: limit.resetsAt } };
    },
  },
  {
    name: "native-cancelled",
    absentIn,
    async play(stage) {
      const limit = await hit(stage, "five_hour", 4 * HOUR_MS);
      await stage.show(/continuing automatically/i);
      await stage.keys("escape");
      await stage.show(/cancelled/i);
      return { state: "idle", limit, native: { phase: "cancelled", until: limit.resetsAt } };
    },
  },
  {
    name: "native-draft",
    absentIn,
    async play(stage) {
      const limit = await hit(stage, "five_hour", 4 * HOUR_MS);
      await stage.show(/continuing automatically/i);
      await stage.type("then fix the docs");
      await stage.show(/then fix the docs/);
      return {
        state: "draft",
        limit,
        draft: "then fix the docs",
        native: { phase: "armed", until: limit.resetsAt },
      };
    },
  },
  {
    name: "native-fired",
    absentIn,
    async play(stage) {
      const pastLimit = await hit(stage, "five_hour", MINUTE_MS);
      stage.answerWith({ type: "text", text: "The parser now skips blank lines." });
      await stage.show(/skips blank lines/, 6 * MINUTE_MS);
      return { state: "idle", pastLimit, native: { phase: "fired", until: pastLimit.resetsAt } };
    },
  },
  {
    name: "native-stale",
    absentIn,
    isSlow: true,
    async play(stage) {
      const pastLimit = await hit(stage, "five_hour", MINUTE_MS);
      stage.answerWith({ type: "text", text: "The parser now skips blank lines." });
      // 2.1.325 asks instead of continuing where it was not running for more than half an hour.
      stage.session.signal("SIGSTOP");
      await stage.sleep(31 * MINUTE_MS);
      stage.session.signal("SIGCONT");
      await stage.show(/press enter to continue/i, 5 * MINUTE_MS);
      return { state: "native-wait", pastLimit, native: { phase: "stale", until: pastLimit.resetsAt } };
    },
  },
];
