import { allowingRules } from "./allow-command.js";
import type { CommandPart } from "./command-part.js";
import type { Match } from "./match.js";
import { matchWords } from "./match-words.js";
import type { PathUse } from "./match-path.js";
import { gitCommand } from "./git-command.js";
import { pathsOf, programOf } from "./part-paths.js";
import { matchPathRule, READING_TOOLS, WRITING_TOOLS } from "./path-rules.js";
import type { Policy, Verdict } from "./policy.js";
import { readCommand } from "./read-command.js";
import type { Rule } from "./rule.js";
import { wordPatternOf } from "./rule-patterns.js";
import type { Place } from "./tool-call.js";
import { allow, ask, builtInRules, denied, deny, worst } from "./verdicts.js";

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
  if (policy.mode === "all") return allow(undefined, "No rule is against it.");
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

interface SeenPart {
  readonly part: CommandPart;
  readonly uses: readonly PathUse[];
}

function seen(part: CommandPart, place: Place): SeenPart {
  return { part, uses: pathsOf(part, place) };
}

function deniedBy(
  command: string,
  parts: readonly SeenPart[],
  policy: Policy,
  place: Place,
): Verdict | undefined {
  const all = parts.flatMap((each) => [each, ...carried(each.part).map((part) => seen(part, place))]);
  const byUser = againstBy(policy.deny, command, all, place);
  if (byUser?.verdict === "deny") return byUser;
  const around = { parts: all.map(({ part }) => part), place };
  const byUs = builtInRules(policy).flatMap((rule) =>
    all.flatMap(({ part, uses }) => {
      const findings = [rule.inCommand?.(part, around), ...uses.map((use) => rule.inPath?.(use, place))];
      return findings.flatMap((found) => (found === undefined ? [] : [denied(rule.name, found)]));
    }),
  );
  return worst([byUser, ...byUs]);
}

/** `busybox rm x` and `npx rimraf x`: the program that another one has in it, or fetches. */
function carried(part: CommandPart): readonly CommandPart[] {
  if (!CARRIERS.has(programOf(part))) return [];
  const at = part.words.findIndex((word, index) => index > 0 && !word.start.startsWith("-"));
  return at === -1 ? [] : [{ ...part, words: part.words.slice(at) }];
}

const CARRIERS = new Set(["busybox", "toybox", "coreutils", "npx", "bunx", "pnpx", "uvx", "pipx"]);

function askedBy(
  command: string,
  all: readonly SeenPart[],
  policy: Policy,
  place: Place,
): Verdict | undefined {
  const found = againstBy(policy.ask, command, all, place);
  return found === undefined ? undefined : ask(found.rule, found.why);
}

function againstBy(
  rules: readonly Rule[],
  command: string,
  all: readonly SeenPart[],
  place: Place,
): Verdict | undefined {
  return worst(
    rules.map((rule) => {
      const matches = all.map((each) => matchRule(rule, each, place));
      if (rule.tool === "Bash" && (wordPatternOf(rule)?.text.test(command) ?? true)) matches.push("yes");
      if (matches.includes("yes")) return deny(rule.text, `${rule.text} covers it.`);
      return matches.includes("maybe") ? ask(rule.text, `${rule.text} may cover it.`) : undefined;
    }),
  );
}

/** For deny and ask rules: they also cover what is only spelled differently. */
function matchRule(rule: Rule, { part, uses }: SeenPart, place: Place): Match {
  if (rule.tool === "Bash") return matchPart(rule, part);
  const writes = WRITING_TOOLS.has(rule.tool);
  if (!writes && !READING_TOOLS.has(rule.tool)) return "no";
  const redirects = part.redirects.filter((redirect) => redirect.writes === writes);
  if (rule.specifier === undefined) return redirects.length > 0 ? "yes" : "no";
  const matches = uses.filter((use) => use.writes || !writes).map((use) => matchPathRule(rule, use, place));
  return matches.includes("yes") ? "yes" : matches.includes("maybe") ? "maybe" : "no";
}

function matchPart(rule: Rule, part: CommandPart): Match {
  const pattern = wordPatternOf(rule);
  if (pattern === undefined || pattern.text.test(part.source)) return "yes";
  const { words, takesMore } = part;
  const name = programOf(part);
  const bare = [{ text: name, start: name }, ...words.slice(1)];
  const git = gitCommand(part);
  const spellings = [words, bare];
  // `git -C dir push` is a push.
  if (git?.name !== undefined && git.hasOptions) {
    spellings.push([{ text: "git", start: "git" }, { text: git.name, start: git.name }, ...git.arguments]);
  }
  const matches = spellings.map((spelling) => matchWords(pattern, spelling, takesMore));
  if (bare[1]?.start.startsWith("-") === true && !matches.includes("yes")) {
    // `npm --tag x publish`: where the options end is not known, so the rule's words may begin behind any of them.
    for (let at = 2; at < bare.length; at += 1) {
      const behind = matchWords(pattern, [...bare.slice(0, 1), ...bare.slice(at)], takesMore);
      if (behind !== "no") return "maybe";
    }
  }
  return matches.includes("yes") ? "yes" : matches.includes("maybe") ? "maybe" : "no";
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
  /^(?!(?:path|fpath|cdpath|manpath|mailpath|prompt|commands|aliases|functions|options|builtins|argv|status|watch|psvar)$)[a-z][a-z0-9]{0,11}$/;

/** Variables that change how much a program says or how it formats, not what it runs. */
const HARMLESS_VARIABLE =
  /^(?:NODE_ENV|CI|NO_COLOR|FORCE_COLOR|CLICOLOR|CLICOLOR_FORCE|COLORTERM|LANG|LANGUAGE|LC_[A-Z]+|TZ|TERM|COLUMNS|LINES|DEBUG|VERBOSE|LOG_LEVEL|RUST_LOG|RUST_BACKTRACE|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE|CARGO_TERM_COLOR|PORT|HOST)$/;
