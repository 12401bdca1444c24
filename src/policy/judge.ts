import { asString } from "../claude/json.js";
import { judgeCommand } from "./judge-command.js";
import { judgeTool } from "./judge-tool.js";
import { isKnownTool, QUESTIONS } from "./rules/rule.js";
import { settlePlace, type SettledPlace } from "./place-paths.js";
import type { Policy, Verdict } from "./policy.js";
import type { Place, ToolCall } from "./tool-call.js";
import { ask } from "./verdicts.js";

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
  return {
    verdict: "ask",
    rule: undefined,
    why: "It names too many files to look at each of them; name fewer.",
  };
}

function judgeIn(call: ToolCall, policy: Policy, place: SettledPlace): Verdict {
  if (
    call.input["dangerouslyDisableSandbox"] !== undefined &&
    call.input["dangerouslyDisableSandbox"] !== false
  )
    return ask(undefined, "It would run outside of Claude Code's sandbox.");
  const command = asString(call.input["command"]);
  if (call.tool === "Bash" && command === undefined) return ask(undefined, "The call has no command.");
  // Monitor and its likes carry a command too, and are judged as that command: by rules for Bash, and by those for the tool.
  if (command === undefined || OTHER_COMMANDS.test(call.tool)) return judgeTool(call, policy, place);
  const verdict = judgeCommand(command, policy, place);
  if (call.tool === "Bash" || verdict.verdict !== "allow") return verdict;
  const byTool = judgeTool(call, policy, place);
  return byTool.verdict === "allow" || (byTool.rule === undefined && isKnownTool(call.tool))
    ? verdict
    : byTool;
}

/** What they call a command is not one of a shell that we read. */
const OTHER_COMMANDS = /^(?:mcp__.*|PowerShell|Skill|SlashCommand)$/;
