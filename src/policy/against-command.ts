import { posix } from "node:path";

import { CREDENTIAL_FILES } from "./builtin/built-in-credentials.js";
import { usesOf } from "./calls/call-uses.js";
import { allCalls, readProgramCall, type ProgramCall } from "./calls/program-call.js";
import { mayMean } from "./calls/same-command.js";
import { gitCommand } from "./programs/git/git-command.js";
import { PROGRAMS, type ProgramTable } from "./programs/all-programs.js";
import type { ValueKind } from "./programs/description.js";
import { baseName } from "./programs/program-name.js";
import { topsOf, writes, type PathUse } from "./path-use.js";
import type { SettledPlace } from "./place-paths.js";
import type { Policy, Verdict } from "./policy.js";
import { type Match, strongestMatch } from "./rules/match.js";
import { matchText, matchWords } from "./rules/match-words.js";
import { matchPathRule, READING_TOOLS, WRITING_TOOLS } from "./rules/path-rules.js";
import type { Rule } from "./rules/rule.js";
import { pathPatternOf, wordPatternOf } from "./rules/rule-patterns.js";
import { coversPath } from "./rules/match-path.js";
import { ANY_WORDS, knownWord, type CommandPart, type Word } from "./shell/command-part.js";
import { ask, builtInRules, coveredBy, denied, worst } from "./verdicts.js";

/** A call with the paths that it may open. */
export interface SeenCall {
  readonly call: ProgramCall;
  readonly uses: readonly PathUse[];
}

/** Every program of the command, and those that they run in turn. */
export function seeCalls(
  parts: readonly CommandPart[],
  programs: ProgramTable,
  place: SettledPlace,
): readonly SeenCall[] {
  const seen = parts
    .flatMap((part) => allCalls(readProgramCall(part, programs, place)))
    .map((call) => ({ call, uses: usesOf(call, parts, place) }));
  const carriers = seen.filter((each) => carriesLinks(each, place));
  return carriers.length === 0
    ? seen
    : seen.map(({ call, uses }) => ({
        call,
        uses: carriers.some((carrier) => carrier.call !== call)
          ? [...uses, ...uses.flatMap(leadingAnywhere)]
          : uses,
      }));
}

/** Whether it moves or copies a link. From its new place a link may lead elsewhere, and only running it would tell. */
function carriesLinks({ call, uses }: SeenCall, place: SettledPlace): boolean {
  const operands = call.reading?.pieces.filter(({ option }) => option === undefined) ?? [];
  const carries = operands.some(({ kind }) => CARRIES.has(kind));
  return carries && uses.some((use) => use.access !== "write" && use.isDeep && mayHoldLink(use, place));
}

const CARRIES = new Set<ValueKind>(["move", "write", "localwrite", "plainwrite", "target"]);

function mayHoldLink({ where }: PathUse, place: SettledPlace): boolean {
  const isLink = (path: string): boolean =>
    place
      .entries(posix.dirname(path))
      ?.some(({ name, kind }) => name === posix.basename(path) && kind === "link") !== false;
  const tops = topsOf(where, place);
  return (
    tops?.some(
      ({ path }) => isLink(path) || place.below(path)?.some(({ kind }) => kind === "link") !== false,
    ) !== false
  );
}

function leadingAnywhere(use: PathUse): readonly PathUse[] {
  return use.access === "read" || use.access === "both"
    ? [{ ...use, where: { kind: "anywhere", start: "" } }]
    : [];
}

/** Whether a rule of the user's names this very file: `Edit(.env)` means what it says, in spite of our rule for credentials. */
function isSpelledOut(
  { where, access, isDeep }: PathUse,
  rules: readonly Rule[],
  place: SettledPlace,
): boolean {
  if (where.kind !== "path" || isDeep || access === "both") return false;
  const { path, real } = where;
  const tools = access === "write" ? WRITING_TOOLS : READING_TOOLS;
  return rules.some((rule) => {
    const pattern = tools.has(rule.tool) ? pathPatternOf(rule) : undefined;
    const isPlain = rule.specifier !== undefined && !/[*?[]/.test(rule.specifier);
    // In the folder that the rule names it in, not in any below.
    const isThere = pattern !== undefined && posix.dirname(path) === place.cwd;
    return (
      isPlain &&
      pattern !== undefined &&
      real === path &&
      (isThere || (rule.specifier ?? "").includes("/")) &&
      coversPath(pattern, path, false, place)
    );
  });
}

/** What the deny rules make of a command: the user's first, then ours. Undefined where none of them has to do with it. */
export function deniedBy(
  command: string,
  seen: readonly SeenCall[],
  policy: Policy,
  place: SettledPlace,
): Verdict | undefined {
  const byUser = againstBy(policy.deny, command, seen, policy.programs ?? PROGRAMS, place);
  if (byUser?.verdict === "deny") return byUser;
  const around = { parts: seen.map(({ call }) => call.part), place };
  const byUs = builtInRules(policy).flatMap((rule) =>
    seen.flatMap(({ call, uses }) => {
      const findings = [
        rule.inCommand?.(call, around),
        ...uses.map((use) =>
          use.isNew === true || (rule === CREDENTIAL_FILES && isSpelledOut(use, policy.allow, place))
            ? undefined
            : rule.inPath?.(use, place),
        ),
      ];
      return findings.flatMap((found) => (found === undefined ? [] : [denied(rule.name, found)]));
    }),
  );
  return worst([byUser, ...byUs]);
}

export function askedBy(
  command: string,
  seen: readonly SeenCall[],
  policy: Policy,
  place: SettledPlace,
): Verdict | undefined {
  const found = againstBy(policy.ask, command, seen, policy.programs ?? PROGRAMS, place);
  return found === undefined ? undefined : ask(found.rule, found.why);
}

function againstBy(
  rules: readonly Rule[],
  command: string,
  seen: readonly SeenCall[],
  programs: ProgramTable,
  place: SettledPlace,
): Verdict | undefined {
  return worst(
    rules.map((rule) => {
      // The text counts too, as it does for Claude Code: a rule may be written for a pipe.
      const isText = rule.tool === "Bash" && isCovered(rule, command);
      const match = isText
        ? "yes"
        : strongestMatch(seen.map((each) => matchRule(rule, each, programs, place)));
      return coveredBy(rule, match);
    }),
  );
}

function isCovered(rule: Rule, command: string): boolean {
  const pattern = wordPatternOf(rule);
  return pattern === undefined || matchText(pattern, command);
}

function matchRule(rule: Rule, { call, uses }: SeenCall, programs: ProgramTable, place: SettledPlace): Match {
  if (rule.tool === "Bash") return matchCall(rule, call, programs);
  const forWriting = WRITING_TOOLS.has(rule.tool);
  if (!forWriting && !READING_TOOLS.has(rule.tool)) return "no";
  if (rule.specifier === undefined)
    return call.part.redirects.some((one) => one.writes === forWriting) ? "yes" : "no";
  return strongestMatch(
    uses.filter((use) => !forWriting || writes(use)).map((use) => matchPathRule(rule, use, place)),
  );
}

/** Against what is only spelled differently, too. */
function matchCall(rule: Rule, call: ProgramCall, programs: ProgramTable): Match {
  const { part } = call;
  const pattern = wordPatternOf(rule);
  if (pattern === undefined || matchText(pattern, part.source)) return "yes";
  const match = strongestMatch(spellings(part).map((words) => matchWords(pattern, words, part.takesMore)));
  if (match !== "no") return match;
  if (mayMean(pattern, call, programs)) return "maybe";
  if (part.words[1]?.start.startsWith("-") !== true) return "no";
  // `npm --tag x publish`: where the options end is not known, so the rule's words may begin behind any of them.
  const program = knownWord(baseName(part.words[0]?.text));
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
  const [program = ANY_WORDS, ...rest] = part.words;
  const { text } = program;
  if (text === undefined) return [[program, ...rest]];
  const names = new Set([text, posix.basename(text), baseName(text)]);
  const found = Array.from(names, (name) => [knownWord(name), ...rest]);
  const git = gitCommand(part);
  if (git?.name !== undefined && git.hasOptions)
    found.push([knownWord("git"), knownWord(git.name), ...git.arguments]);
  return found;
}
