import { isAtLeast } from "../releases.js";
import { HOUR_MS, type Scene } from "../scene.js";
import type { Reply } from "../../api/reply.js";

// Claude Code tries ten times; a short retry-after keeps that within a minute.
const QUICK = { retryAfterSeconds: 1 };

/** Turns that ended in an error which is no usage limit. */
export const FAILURE_SCENES: readonly Scene[] = [
  failure("transient-529", { type: "overloaded", ...QUICK }, /529|Overloaded/i),
  failure("transient-500", { type: "serverError", ...QUICK }, /500|Internal server error/i),
  {
    ...failure("transient-throttle", { type: "throttle" }, /limiting requests|Rate limit|429/i),
    absentIn: (release) => (callsThrottleLimit(release) ? "a throttle is called a usage limit" : undefined),
  },
  {
    name: "throttle-called-limit",
    absentIn: (release) => (callsThrottleLimit(release) ? undefined : "a throttle is called by its name"),
    replies: [{ type: "throttle" }],
    async play(stage) {
      await stage.ready();
      await stage.prompt("do more please");
      await stage.show(/usage limit reached/i);
      return { state: "idle", limit: { claim: "throttle", overage: null, resetsAt: null } };
    },
  },
  failure("connection-refused", { type: "dropped", when: "beforeHeaders" }, /Connection|Unable to connect/i),
  failure(
    "connection-dropped",
    { type: "dropped", when: "midStream", text: "Let me look at " },
    /error|Connection/i,
  ),
  failure(
    "credit-balance",
    {
      type: "refusal",
      status: 400,
      errorType: "invalid_request_error",
      message:
        "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.",
    },
    /credit balance/i,
  ),
  {
    name: "api-key-429",
    account: "api-key",
    async play(stage) {
      await stage.ready();
      stage.limitWith("five_hour", HOUR_MS);
      await stage.prompt("do more please");
      await stage.show(/429|limit/i);
      return { state: "idle" };
    },
  },
];

/** Seen in 1.0.64: "Claude usage limit reached." and no time, though no limit was reached. */
function callsThrottleLimit(release: string): boolean {
  return !isAtLeast(release, "1.0.89");
}

function failure(name: string, reply: Reply, shows: RegExp): Scene {
  return {
    name,
    environment: { CLAUDE_CODE_MAX_RETRIES: "3" },
    replies: [reply],
    async play(stage) {
      await stage.ready();
      await stage.prompt("do more please");
      await stage.session.waitFor((text) => shows.test(text) && !text.includes("esc to interrupt"), {
        timeoutMs: 240_000,
      });
      await stage.session.settle(1500);
      return { state: "idle" };
    },
  };
}
