import { asString } from "../claude/json.js";
import { judgeCommand } from "./judge-command.js";
import { judgeTool } from "./judge-tool.js";
import { settlePlace } from "./place-paths.js";
import type { Policy, Verdict } from "./policy.js";
import type { Place, ToolCall } from "./tool-call.js";

/** What is to become of a call. `ask` leaves it to the person; so does `deny`, and says that a rule is against it. */
export function judge(call: ToolCall, policy: Policy, place: Place): Verdict {
  if (policy.mode === "off") return { verdict: "ask", rule: undefined, why: "Approval is off." };
  if (QUESTIONS.has(call.tool)) {
    return {
      verdict: "ask",
      rule: undefined,
      why: `${call.tool} is a question to the person, not for leave.`,
    };
  }
  const settled = settlePlace(place);
  if (call.tool !== "Bash") return judgeTool(call, policy, settled);
  const command = asString(call.input["command"]);
  if (command === undefined) return { verdict: "ask", rule: undefined, why: "The call has no command." };
  return judgeCommand(command, policy, settled);
}

/** They ask what to do, and an answer would be made up. */
const QUESTIONS = new Set(["ExitPlanMode", "AskUserQuestion"]);
