import { posix } from "node:path";

import { allowingRules, whyUnknown, type Allowance } from "./allow-command.js";
import { askedBy, deniedBy, seeCalls } from "./against-command.js";
import { PROGRAMS } from "./programs/all-programs.js";
import type { SettledPlace } from "./place-paths.js";
import type { Policy, Verdict } from "./policy.js";
import type { Rule } from "./rules/rule.js";
import { wordPatternOf } from "./rules/rule-patterns.js";
import type { CommandPart } from "./shell/command-part.js";
import { readCommand } from "./shell/read-command.js";
import { allow, ask, builtInRules, denied } from "./verdicts.js";

/** A command of Bash: it is taken apart, and every part must pass. */
export function judgeCommand(command: string, policy: Policy, place: SettledPlace): Verdict {
  const read = readCommand(command, place);
  const seen = seeCalls(read.parts, policy.programs ?? PROGRAMS, place);
  const against = deniedBy(command, seen, policy, place);
  if (read.ok)
    return against ?? askedBy(command, seen, policy, place) ?? judgeParts(command, read.parts, policy, place);
  // What is not seen cannot be approved; what is seen can be denied.
  if (against?.verdict === "deny") return against;
  for (const rule of builtInRules(policy)) {
    const found = rule.inText?.(command);
    if (found !== undefined) return denied(rule.name, found);
  }
  return ask(undefined, `The command ${read.why}.`);
}

/** A command that has been read in full, and that no deny or ask rule is against. */
function judgeParts(
  command: string,
  parts: readonly CommandPart[],
  policy: Policy,
  place: SettledPlace,
): Verdict {
  const exact = policy.allow.find((rule) => rule.tool === "Bash" && isExactly(rule, command));
  if (exact !== undefined) return allow(exact.text, `${exact.text} is this very command.`);
  for (const part of parts) {
    const unsafe = whyUnsafe(part);
    if (unsafe !== undefined) return ask(undefined, unsafe);
  }
  const allowance = { rules: policy.allow, programs: policy.programs ?? PROGRAMS, parts, place };
  return policy.mode === "all" ? judgeAll(allowance) : judgeByRules(allowance);
}

function judgeAll(allowance: Allowance): Verdict {
  for (const part of allowance.parts) {
    const why = whyUnknown(part, allowance);
    if (why !== undefined) return ask(undefined, why);
  }
  return allow(undefined, "It is known to be harmless, and no rule is against it.");
}

function judgeByRules(allowance: Allowance): Verdict {
  const used = new Set<Rule>();
  for (const part of allowance.parts) {
    const allowing = allowingRules(part, allowance);
    if (typeof allowing === "string") return ask(undefined, allowing);
    for (const rule of allowing) used.add(rule);
  }
  const [first, ...others] = [...used].map((rule) => rule.text);
  if (first === undefined) return allow(undefined, "It does nothing that needs a rule.");
  return allow(first, `${[first, ...others].join(" and ")} ${others.length === 0 ? "allows" : "allow"} it.`);
}

function isExactly(rule: Rule, command: string): boolean {
  return rule.specifier === command && wordPatternOf(rule)?.hasStar === false;
}

/** What no rule that is not the very command can approve. */
function whyUnsafe(part: CommandPart): string | undefined {
  const program = part.words[0]?.text;
  if (program === undefined || !/^[\x21-\x7e]+$/.test(program))
    return "It runs a program whose name is not plain ASCII.";
  if (isDisguised(program)) return `${program} may be another program than it seems.`;
  for (const { target } of part.redirects)
    if (/^\/dev\/(?:tcp|udp)\//.test(target.start)) return `It opens a connection, ${target.start}.`;
  return undefined;
}

/**
 * A spelling under which a program of the system is run and not known: macOS finds `find` by the name FIND, and
 * `/usr/../bin/env` is env.
 */
function isDisguised(name: string): boolean {
  if (!name.includes("/")) return /[A-Z]/.test(name) && name !== "R" && name !== "Rscript";
  if (!name.startsWith("/")) return false;
  return name !== posix.normalize(name) || (/^\/(?:usr|s?bin|opt)\//i.test(name) && /[A-Z]/.test(name));
}
