import { shellWord } from "../../host/shell-word.js";
import type { TurnOutcome } from "../../driver/turn/open-turn.js";
import { HostError, type HostFault } from "./host-protocol.js";

type Fault = Omit<HostFault, "code">;

/** What is told where the answer is none; `name` is the persona's. */
export function faultOf(name: string, answer: Exclude<TurnOutcome, { type: "answered" }>): HostError {
  switch (answer.type) {
    case "limited":
      return limited(name, answer.until);
    case "permission":
      return error("PERMISSION", {
        message: `${name} asks leave for ${answer.call}: ${answer.why}`,
        fix: `${checkOf(answer.call)}allow it with cac policy allow RULE (and cac config set approve.mode rules), or in allowedTools of its persona.json; then ask again`,
      });
    case "failed":
      return error("FAILED", {
        message: `${name} could not answer: ${answer.text}`,
        fix: isLoggedOut(answer) ? logIn(name) : "see what Claude Code says there, then ask again",
      });
    case "unresponsive":
      return error("FAILED", {
        message: `${name} does not react: ${answer.why}`,
        fix: `cac persona chat ${name} shows its screen; cac persona end ${name} starts it anew`,
      });
    case "ended":
      return error("FAILED", {
        message: `the session of ${name} ended (${answer.signal ?? `exit code ${answer.exitCode}`})`,
        fix: "ask again: it is started anew and keeps its conversation",
      });
    case "timedOut":
      return timedOut(name);
    case "cancelled":
      return cancelled(`the question to ${name} was cancelled`);
    default:
      return answer satisfies never;
  }
}

/** Whether the session has no login, or none that is accepted. */
export function isLoggedOut(answer: TurnOutcome): boolean {
  return answer.type === "failed" && /not logged in|\/login\b|invalid api key/i.test(answer.text);
}

// 2.1.197 and 2.1.325 keep that token from the MCP servers that they start, and expand it to nothing in their settings.
function logIn(name: string): string {
  return `log in with claude and /login, then ask again; where you log in by CLAUDE_CODE_OAUTH_TOKEN, Claude Code keeps it from its MCP servers: ask once from a terminal that has it (cac persona ask ${name} hello), and ask again here`;
}

/** What is long, or has several lines, is no word to be copied. */
function checkOf(call: string): string {
  const isWord = call.length <= 200 && !/\p{Cc}/u.test(call);
  return isWord ? `cac policy check ${shellWord(call)} says more; ` : "";
}

export function limited(name: string, until: Date | undefined): HostError {
  const limitedUntil = until?.toISOString();
  return error("LIMITED", {
    message: `${name} is at a usage limit, ${limitedUntil ? `limited until ${limitedUntil}` : "until an unknown time"}`,
    fix: "ask again then, or with waitForReset (cac persona ask --wait) to have it waited for",
    limitedUntil,
  });
}

export function timedOut(name: string): HostError {
  return error("TIMED_OUT", {
    message: `${name} did not answer in time`,
    fix: "ask again with a longer timeoutMs (cac persona ask --timeout 30m), or ask for less at once",
  });
}

export function cancelled(message: string): HostError {
  return error("CANCELLED", { message, fix: "ask again" });
}

/** After all tries; `cause` is what the last one brought, `remembered` the last answer to the same question. */
export function lost(
  tried: readonly string[],
  cause: HostError,
  remembered: HostFault["remembered"],
): HostError {
  return error(cause.fault.code, {
    message: `${cause.message}; tried: ${tried.join(", then ")}`,
    fix: remembered
      ? `${cause.fault.fix}; its last answer to the same question, of ${remembered.timestamp}, is added`
      : cause.fault.fix,
    remembered,
  });
}

export function tooMany(most: number, names: readonly string[]): HostError {
  return error("TOO_MANY", {
    message: `${most} persona sessions run and all are at work: ${names.join(", ")}`,
    fix: "wait for one of them, end one with cac persona end NAME, or raise the limit: cac config set persona.max 8",
  });
}

export function ourFault(): HostError {
  return error("FAILED", {
    message: "the persona host failed: a bug in claude-auto-continue, not in what you did",
    fix: "ask again; its log, persona-host/daemon.log in the state directory, says more",
  });
}

export function error(code: HostFault["code"], fault: Fault): HostError {
  return new HostError({ code, ...fault });
}
