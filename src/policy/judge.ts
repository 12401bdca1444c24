import { asString } from "../claude/json.js";
import { judgeCommand } from "./judge-command.js";
import { judgeTool } from "./judge-tool.js";
import { QUESTIONS } from "./rule.js";
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
  const verdict = judgeIn(call, policy, settled);
  if (verdict.verdict !== "allow" || !settled.isExhausted()) return verdict;
  return { verdict: "ask", rule: undefined, why: "It names too many files to look at each of them." };
}

function judgeIn(call: ToolCall, policy: Policy, place: Place): Verdict {
  if (call.tool !== "Bash") return judgeTool(call, policy, place);
  const command = asString(call.input["command"]);
  if (command === undefined) return { verdict: "ask", rule: undefined, why: "The call has no command." };
  return judgeCommand(command, policy, place);
}
