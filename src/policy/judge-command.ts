import { posix } from "node:path";

import { allowingRules } from "./allow-command.js";
import { askedBy, deniedBy, seen } from "./against-command.js";
import type { CommandPart } from "./command-part.js";
import type { Policy, Verdict } from "./policy.js";
import { readCommand } from "./read-command.js";
import type { Rule } from "./rule.js";
import { wordPatternOf } from "./rule-patterns.js";
import type { Place } from "./tool-call.js";
import { allow, ask, builtInRules, denied } from "./verdicts.js";

/** A command of Bash: it is taken apart, and every part must pass. */
export function judgeCommand(command: string, policy: Policy, place: Place): Verdict {
  const read = readCommand(command, place);
  if (read.ok) return judgeParts(command, read.parts, policy, place);
  // What is not seen cannot be approved; what is seen can be denied.
  const against = deniedBy(
    command,
    read.parts.map((part) => seen(part, place)),
    policy,
    place,
  );
  if (against?.verdict === "deny") return against;
  for (const rule of builtInRules(policy)) {
    const found = rule.inText?.(command);
    if (found !== undefined) return denied(rule.name, found);
  }
  return ask(undefined, `The command ${read.why}.`);
}

/** A command that has been taken apart in full. */
export function judgeParts(
  command: string,
  parts: readonly CommandPart[],
  policy: Policy,
  place: Place,
): Verdict {
  const all = parts.map((part) => seen(part, place));
  const against = deniedBy(command, all, policy, place) ?? askedBy(command, all, policy, place);
  if (against !== undefined) return against;
  const exact = policy.allow.find((rule) => rule.tool === "Bash" && isExactly(rule, command));
  if (exact !== undefined) return allow(exact.text, `${exact.text} is this very command.`);
  for (const part of parts) {
    const unsafe = whyUnsafe(part);
    if (unsafe !== undefined) return ask(undefined, unsafe);
  }
  if (policy.mode === "all") {
    const disguised = parts.map((part) => part.words[0]?.text ?? "").find(isDisguised);
    if (disguised !== undefined) return ask(undefined, `${disguised} may be another program than it seems.`);
    return allow(undefined, "No rule is against it.");
  }
  const used = new Set<Rule>();
  for (const part of parts) {
    const allowing = allowingRules(part, policy.allow, place);
    if (typeof allowing === "string") return ask(undefined, allowing);
    for (const rule of allowing) used.add(rule);
  }
  const [first, ...others] = [...used].map((rule) => rule.text);
  if (first === undefined) return allow(undefined, "It does nothing that needs a rule.");
  return allow(first, `${[first, ...others].join(" and ")} ${others.length === 0 ? "allows" : "allow"} it.`);
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

function isExactly(rule: Rule, command: string): boolean {
  return rule.specifier === command && wordPatternOf(rule)?.hasStar === false;
}

/** What no rule that is not the very command can approve. */
function whyUnsafe(part: CommandPart): string | undefined {
  const program = part.words[0]?.text;
  if (program === undefined || !/^[\x21-\x7e]+$/.test(program))
    return "It runs a program whose name is not plain ASCII.";
  const variable = part.variables.find((name) => !HARMLESS_VARIABLE.test(name) && !OWN_VARIABLE.test(name));
  if (variable !== undefined) return `It sets ${variable}, which may change what runs.`;
  for (const { target } of part.redirects) {
    if (target.text === undefined) return "It redirects to or from a file that is not known.";
    if (/^\/dev\/(?:tcp|udp)\//.test(target.text)) return `It opens a connection, ${target.text}.`;
  }
  return undefined;
}

/** The short names of a script's own variables; not those that mean something to zsh. */
const OWN_VARIABLE =
  /^(?!(?:f?path|cdpath|manpath|mailpath|prompt|commands|[gs]?aliases|functions|options|builtins|modules|reswords|nameddirs|argv|status|watch|psvar|fignore|histchars|keymaps)$)[a-z][a-z0-9]{0,11}$/;

/** Variables that change how much a program says or how it formats, not what it runs. */
const HARMLESS_VARIABLE =
  /^(?:NODE_ENV|CI|NO_COLOR|FORCE_COLOR|CLICOLOR|CLICOLOR_FORCE|COLORTERM|LANG|LANGUAGE|LC_[A-Z]+|TZ|TERM|COLUMNS|LINES|DEBUG|VERBOSE|LOG_LEVEL|RUST_LOG|RUST_BACKTRACE|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE|CARGO_TERM_COLOR|PORT|HOST)$/;
