import { isNowhere, whyNotWritable } from "./calls/writable.js";
import { whyNotCovered } from "./calls/cover-call.js";
import { readProgramCall } from "./calls/program-call.js";
import { redirectUses } from "./calls/call-uses.js";
import { isHarmlessAssignment } from "./programs/variables.js";
import type { ProgramTable } from "./programs/all-programs.js";
import { isProjectOrBelow, placePath, type SettledPlace } from "./place-paths.js";
import { allowingPathRule, isAbout } from "./rules/path-rules.js";
import { coversWords, type WordPattern } from "./rules/match-words.js";
import type { Rule } from "./rules/rule.js";
import { wordPatternOf } from "./rules/rule-patterns.js";
import { builtinNeedsNoRule } from "./shell/builtins/builtins.js";
import { knownWord, type Assignment, type CommandPart, type Word } from "./shell/command-part.js";

/** What the parts of one command are judged by. */
export interface Allowance {
  readonly rules: readonly Rule[];
  readonly programs: ProgramTable;
  readonly parts: readonly CommandPart[];
  readonly place: SettledPlace;
}

/** The rules that together allow a part, none where it needs none; or why it is asked, as a sentence. */
export function allowingRules(part: CommandPart, allowance: Allowance): readonly Rule[] | string {
  const { rules, place } = allowance;
  const used: Rule[] = [];
  if (needsNoRule(part, place)) {
    const variable = part.assignments.find((one) => !isHarmlessAssignment(one));
    // A builtin looks at no variable, but what runs behind it may.
    if (variable !== undefined) return setsVariable(variable);
  } else {
    const allowing = allowingRule(part, allowance);
    if (typeof allowing === "string") return allowing;
    used.push(allowing);
  }
  const edits = editRules(rules);
  for (const { where, access } of redirectUses(part, place)) {
    if (access !== "write" || (where.kind === "path" && isNowhere(where.path))) continue;
    const allowing = where.kind === "path" ? allowingPathRule(edits, where, false, place) : undefined;
    if (allowing === undefined)
      return `No Edit rule allows to write ${where.kind === "path" ? where.path : "there"}.`;
    used.push(allowing);
  }
  return used;
}

/** The first rule that allows the part, apart from its redirects; or why none does. */
function allowingRule(part: CommandPart, { rules, programs, parts, place }: Allowance): Rule | string {
  let why = `No rule allows ${shown(part)}.`;
  const edits = editRules(rules);
  for (const rule of rules) {
    if (rule.tool !== "Bash") continue;
    const spelling = spelledBy(wordPatternOf(rule), part);
    if (spelling === undefined) continue;
    const refused =
      whyOtherProgram(part, place) ??
      whyVariable(part, spelling.assignments) ??
      (spelling.isExact
        ? whyElsewhere(part, place)
        : whyNotCovered(readProgramCall(part, programs, place, spelling.words), {
            spelled: Math.max(1, spelling.words),
            isAll: false,
            edits,
            parts,
            place,
          }));
    if (refused === undefined) return rule;
    why = refused;
  }
  return why;
}

/** Why the part is not harmless by what is known of its program, for mode `all`; undefined where it is. */
export function whyUnknown(part: CommandPart, allowance: Allowance): string | undefined {
  const { rules, programs, parts, place } = allowance;
  const edits = editRules(rules);
  for (const { where, access } of redirectUses(part, place)) {
    const why = access === "write" ? whyNotWritable(where, edits, place) : undefined;
    if (why !== undefined)
      return `It would write ${where.kind === "path" ? where.path : "a file"}, which ${why}.`;
  }
  if (needsNoRule(part, place) || isChange(part)) return whyVariable(part, []);
  const call = readProgramCall(part, programs, place);
  const why = whyVariable(part, []) ?? whyNotCovered(call, { spelled: 1, isAll: true, edits, parts, place });
  if (why === undefined) return undefined;
  return typeof allowingRule(part, allowance) === "string" ? why : undefined;
}

function editRules(rules: readonly Rule[]): readonly Rule[] {
  return rules.filter((rule) => isAbout(rule, "Write"));
}

interface Spelling {
  /** How many words of the part the rule spells out. */
  readonly words: number;
  readonly isExact: boolean;
  /** The names of the variables that the rule spells with their values. */
  readonly assignments: readonly string[];
}

/** How the rule covers the words; undefined where it does not. */
function spelledBy(pattern: WordPattern | undefined, part: CommandPart): Spelling | undefined {
  if (pattern === undefined) return { words: 0, isExact: false, assignments: [] };
  const given: Word[] = [];
  const assignments: string[] = [];
  for (const name of pattern.variables) {
    const value = part.assignments.findLast((one) => one.name === name)?.value.text;
    if (value === undefined) return undefined;
    given.push(knownWord(`${name}=${value}`));
    assignments.push(name);
  }
  if (!coversWords(pattern, [...given, ...part.words], part.takesMore)) return undefined;
  return { words: pattern.spelled.length, isExact: !pattern.hasStar, assignments };
}

/** A rule means the program that a path leads to from where the session is. */
function whyOtherProgram(part: CommandPart, place: SettledPlace): string | undefined {
  const isRelative = /^[^/]+\//.test(part.words[0]?.text ?? "");
  return isRelative && part.cwd !== place.cwd
    ? `${shown(part)} is another program in another directory.`
    : undefined;
}

function whyElsewhere(part: CommandPart, place: SettledPlace): string | undefined {
  if (part.cwd === place.cwd) return undefined;
  const name = part.words[0]?.text ?? "";
  if (part.cwd === undefined) return `Only running it would tell where ${name} runs.`;
  return isHere(part.cwd, place) ? undefined : `${name} would run in ${part.cwd}.`;
}

function whyVariable(part: CommandPart, spelled: readonly string[]): string | undefined {
  // make takes its environment for variables, and runs code in their values.
  const isMake = /^(?:g?make|just|ninja)$/.test(part.words[0]?.text ?? "");
  const variable = part.assignments.find(
    (one) =>
      !spelled.includes(one.name) &&
      (!isHarmlessAssignment(one) || (isMake && !/^[\w@%+:,. -]*$/.test(one.value.text ?? "$"))),
  );
  return variable === undefined ? undefined : setsVariable(variable);
}

function setsVariable({ name }: Assignment): string {
  return `It sets ${name}, which may change what runs.`;
}

/** Words that do nothing by themselves; what they hand on or redirect is judged where it goes. */
function needsNoRule(part: CommandPart, place: SettledPlace): boolean {
  return builtinNeedsNoRule(part) || leadsIntoProject(part, place);
}

function isChange(part: CommandPart): boolean {
  return part.inShell && part.words[0]?.text === "cd" && part.words.every(({ text }) => text !== undefined);
}

function leadsIntoProject(part: CommandPart, place: SettledPlace): boolean {
  const [program, to, more] = part.words;
  if (program?.text !== "cd" || !part.inShell || more !== undefined || part.takesMore) return false;
  if (to?.text === undefined || to.text === "" || /^[-+]/.test(to.text)) return false;
  if (to.text.startsWith("/")) return isHere(to.text, place);
  return part.cwd !== undefined && isHere(`${part.cwd}/${to.text}`, place);
}

function isHere(directory: string, place: SettledPlace): boolean {
  return isProjectOrBelow(placePath(directory, "/", place), place);
}

function shown(part: CommandPart): string {
  const source = part.source.replaceAll(/\s+/g, " ");
  return source.length > 60 ? `${source.slice(0, 60)}…` : source;
}
