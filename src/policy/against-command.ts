import { posix } from "node:path";

import type { CommandPart, Word } from "./command-part.js";
import { gitCommand } from "./git-command.js";
import { type Match, strongestMatch } from "./match.js";
import type { PathUse } from "./match-path.js";
import { matchText, matchWords } from "./match-words.js";
import { pathsOf, programOf } from "./part-paths.js";
import { matchPathRule, READING_TOOLS, WRITING_TOOLS } from "./path-rules.js";
import type { Policy, Verdict } from "./policy.js";
import type { Rule } from "./rule.js";
import { wordPatternOf } from "./rule-patterns.js";
import type { Place } from "./tool-call.js";
import { ask, builtInRules, coveredBy, denied, worst } from "./verdicts.js";

/** A part with the paths that it may open. */
export interface SeenPart {
  readonly part: CommandPart;
  readonly uses: readonly PathUse[];
}

export function seen(part: CommandPart, place: Place): SeenPart {
  return { part, uses: pathsOf(part, place) };
}

/** What the deny rules make of a command: the user's first, then ours. Undefined where none of them has to do with it. */
export function deniedBy(
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

export function askedBy(
  command: string,
  parts: readonly SeenPart[],
  policy: Policy,
  place: Place,
): Verdict | undefined {
  const found = againstBy(policy.ask, command, parts, place);
  return found === undefined ? undefined : ask(found.rule, found.why);
}

/** `busybox rm x` and `npx rimraf x`: the program that another one has in it, or fetches. */
function carried(part: CommandPart): readonly CommandPart[] {
  if (!CARRIERS.has(programOf(part))) return [];
  const at = part.words.findIndex((word, index) => index > 0 && !word.start.startsWith("-"));
  return at === -1 ? [] : [{ ...part, words: part.words.slice(at) }];
}

const CARRIERS = new Set(["busybox", "toybox", "coreutils", "npx", "bunx", "pnpx", "uvx", "pipx"]);

function againstBy(
  rules: readonly Rule[],
  command: string,
  parts: readonly SeenPart[],
  place: Place,
): Verdict | undefined {
  return worst(
    rules.map((rule) => {
      // The text counts too, as it does for Claude Code: a rule may be written for a pipe.
      const isText = rule.tool === "Bash" && isCovered(rule, command);
      const match = isText ? "yes" : strongestMatch(parts.map((each) => matchRule(rule, each, place)));
      return coveredBy(rule, match);
    }),
  );
}

function isCovered(rule: Rule, command: string): boolean {
  const pattern = wordPatternOf(rule);
  return pattern === undefined || matchText(pattern, command);
}

function matchRule(rule: Rule, { part, uses }: SeenPart, place: Place): Match {
  if (rule.tool === "Bash") return matchPart(rule, part);
  const writes = WRITING_TOOLS.has(rule.tool);
  if (!writes && !READING_TOOLS.has(rule.tool)) return "no";
  if (rule.specifier === undefined) return part.redirects.some((one) => one.writes === writes) ? "yes" : "no";
  return strongestMatch(
    uses.filter((use) => use.writes || !writes).map((use) => matchPathRule(rule, use, place)),
  );
}

/** Against what is only spelled differently, too. */
function matchPart(rule: Rule, part: CommandPart): Match {
  const pattern = wordPatternOf(rule);
  if (pattern === undefined || matchText(pattern, part.source)) return "yes";
  const match = strongestMatch(spellings(part).map((words) => matchWords(pattern, words, part.takesMore)));
  if (match !== "no" || part.words[1]?.start.startsWith("-") !== true) return match;
  // `npm --tag x publish`: where the options end is not known, so the rule's words may begin behind any of them.
  const program = known(programOf(part));
  return part.words.some((_, at) => {
    const words = [program, ...part.words.slice(at)];
    return at > 1 && at <= MOST_OPTIONS && matchWords(pattern, words, part.takesMore) !== "no";
  })
    ? "maybe"
    : "no";
}

const MOST_OPTIONS = 12;

/** `/bin/rm x` and, on macOS, `RM x` are `rm x`; `git -C dir push` is `git push`. */
function spellings(part: CommandPart): readonly (readonly Word[])[] {
  const [program, ...rest] = part.words;
  const names = new Set([program?.text ?? "", posix.basename(program?.text ?? ""), programOf(part)]);
  const found = Array.from(names, (name) => [known(name), ...rest]);
  const git = gitCommand(part);
  if (git?.name !== undefined && git.hasOptions) {
    found.push([known("git"), known(git.name), ...git.arguments]);
  }
  return found;
}

function known(text: string): Word {
  return { text, start: text };
}
