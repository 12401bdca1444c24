import { posix } from "node:path";

import { asString, type JsonObject } from "../claude/json.js";
import { type Match, strongestMatch } from "./rules/match.js";
import {
  allowingPathRule,
  isAbout,
  matchPathRule,
  READING_TOOLS,
  WRITING_TOOLS,
} from "./rules/path-rules.js";
import { whyNotWritable } from "./calls/writable.js";
import type { PathUse } from "./path-use.js";
import { placePath, type SettledPlace } from "./place-paths.js";
import type { Policy, Verdict } from "./policy.js";
import { describeCall, type Rule } from "./rules/rule.js";
import type { ToolCall } from "./tool-call.js";
import { allow, ask, builtInRules, coveredBy, denied, worst } from "./verdicts.js";

/** Any tool but Bash. */
export function judgeTool(call: ToolCall, policy: Policy, place: SettledPlace): Verdict {
  const isFileTool = WRITING_TOOLS.has(call.tool) || READING_TOOLS.has(call.tool);
  const uses = isFileTool ? fileUses(call, place) : otherUses(call, place);
  const user = (rules: readonly Rule[]): Verdict | undefined =>
    worst(
      rules
        .filter((rule) => isAbout(rule, call.tool))
        .map((rule) => coveredBy(rule, matchTool(rule, call, uses, place))),
    );
  const builtIn = builtInRules(policy).flatMap((rule) =>
    uses.map((use) => {
      const found = rule.inPath?.(use, place);
      return found === undefined ? undefined : denied(rule.name, found);
    }),
  );
  const against = worst([user(policy.deny), ...builtIn]);
  if (against !== undefined) return against;
  const asked = user(policy.ask);
  if (asked !== undefined) return ask(asked.rule, asked.why);
  const unclear = whyUnclear(call, isFileTool, uses);
  if (unclear !== undefined) return ask(undefined, unclear);
  const rules = policy.allow.filter((rule) => isAbout(rule, call.tool));
  const allowing = isFileTool ? allowingAll(rules, uses, place) : rules.find((rule) => allows(rule, call));
  if (allowing !== undefined) return allow(allowing.text, `${allowing.text} allows it.`);
  if (policy.mode === "all") {
    const outside = WRITING_TOOLS.has(call.tool) ? whyOutside(uses, place) : undefined;
    return outside === undefined ? allow(undefined, "No rule is against it.") : ask(undefined, outside);
  }
  return ask(undefined, `No rule allows ${describeCall(call)}.`);
}

/** In mode `all` the project may be changed, but for what others run from there. */
function whyOutside(uses: readonly PathUse[], place: SettledPlace): string | undefined {
  for (const { where } of uses) {
    const why = whyNotWritable(where, [], place);
    if (why !== undefined)
      return `It would write ${where.kind === "path" ? where.path : "a file"}, which ${why}.`;
  }
  return undefined;
}

/** A search without one looks through the current directory. */
function pathOf(call: ToolCall): string | undefined {
  const isSearch = SEARCHING_TOOLS.has(call.tool);
  const field = isSearch ? "path" : call.tool.startsWith("Notebook") ? "notebook_path" : "file_path";
  const path = asString(call.input[field]);
  return path === undefined || path === "" ? (isSearch ? "." : undefined) : path;
}

const SEARCHING_TOOLS = new Set(["Glob", "Grep", "LS"]);
/** Their words are no paths. */
const TALKING_TOOLS = new Set(["WebFetch", "WebSearch", "Task", "Agent", "Skill", "TodoWrite"]);

function fileUses(call: ToolCall, place: SettledPlace): readonly PathUse[] {
  const isDeep = SEARCHING_TOOLS.has(call.tool);
  const access = WRITING_TOOLS.has(call.tool)
    ? "write"
    : call.tool === "Glob" || call.tool === "LS"
      ? "list"
      : "read";
  const how = { isDeep, access, follows: false, skipsHidden: false } as const;
  const path = pathOf(call);
  if (path === undefined) return [];
  // A pattern may begin with directories of its own, and lead out of where it is looked for.
  const pattern = asString(call.input[call.tool === "Glob" ? "pattern" : "glob"]);
  const fixed = isDeep ? /^[^*?[{]*\//.exec(pattern ?? "")?.[0] : undefined;
  const whole = fixed === undefined ? path : /^[/~]|^[A-Za-z]:/.test(fixed) ? fixed : `${path}/${fixed}`;
  const climbs = isDeep && (pattern?.slice(fixed?.length ?? 0).includes("..") ?? false);
  if (climbs) return [{ where: { kind: "anywhere", start: "" }, ...how }];
  const uses: PathUse[] = [{ where: { kind: "path", ...placePath(whole, place.cwd, place) }, ...how }];
  if (!isDeep || pattern === undefined) return uses;
  // The name that it looks for may be that of a credential, or one that a rule denies.
  const name = posix.basename(pattern).replaceAll(/\{[^}]*\}?/g, "*");
  const directory = placePath(whole, place.cwd, place).path;
  const where = /[*?[]/.test(name)
    ? ({ kind: "glob", directory, names: ["**", name] } as const)
    : ({ kind: "path", ...placePath(`${whole}/${name}`, place.cwd, place) } as const);
  uses.push({ ...how, where, isDeep: false });
  return uses;
}

/** What looks like a path in the input of a tool that we know nothing of. */
function otherUses(call: ToolCall, place: SettledPlace): readonly PathUse[] {
  if (TALKING_TOOLS.has(call.tool)) return [];
  return stringsIn(call.input)
    .filter(
      (text) => /^[^\n]{1,4096}$/.test(text) && /[/.~]/.test(text) && !/^[a-z][a-z0-9+.-]*:\/\//i.test(text),
    )
    .map((text) => ({
      where: { kind: "path", ...placePath(text, place.cwd, place) },
      access: "both",
      isDeep: false,
      follows: false,
      skipsHidden: false,
    }));
}

function stringsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || depth > 5) return [];
  return Object.values(value).flatMap((each) => stringsIn(each, depth + 1));
}

/** For deny and ask rules. */
function matchTool(rule: Rule, call: ToolCall, uses: readonly PathUse[], place: SettledPlace): Match {
  if (rule.specifier === undefined) return "yes";
  if (WRITING_TOOLS.has(call.tool) || READING_TOOLS.has(call.tool)) {
    if (uses.length === 0) return "maybe";
    return strongestMatch(uses.map((use) => matchPathRule(rule, use, place)));
  }
  if (call.tool === "Skill")
    return isSkill(`${rule.specifier.replace(/(?: |:)\*$/, "")} *`, call.input) ? "yes" : "no";
  if (call.tool !== "WebFetch") return allows(rule, call) ? "yes" : "no";
  const url = readUrl(call.input);
  return url === undefined
    ? "maybe"
    : isDomain(rule.specifier, url.hostname.replace(/\.$/, ""))
      ? "yes"
      : "no";
}

function whyUnclear(call: ToolCall, isFileTool: boolean, uses: readonly PathUse[]): string | undefined {
  if (call.tool === "PowerShell") return "Commands of PowerShell cannot be taken apart.";
  if (isFileTool && uses.length === 0) return "The call names no file.";
  if (isFileTool && /^~|\0|^[^]{4097}/.test(pathOf(call) ?? "")) {
    return "The path is not one that can be opened as it is written.";
  }
  if (
    isFileTool &&
    uses.some(({ where }) => where.kind === "anywhere" || (where.kind === "path" && where.real === undefined))
  )
    return "Where the path leads cannot be told.";
  if (call.tool === "WebFetch" && readUrl(call.input) === undefined)
    return "The call has no plain address of the web.";
  return undefined;
}

function allowingAll(
  rules: readonly Rule[],
  uses: readonly PathUse[],
  place: SettledPlace,
): Rule | undefined {
  // A search lies below its first use, whatever name it looks for.
  const found = uses
    .slice(0, 1)
    .map(({ where, isDeep }) =>
      where.kind === "path" ? allowingPathRule(rules, where, isDeep, place) : undefined,
    );
  return found[0];
}

/** Of a tool without paths. */
function allows(rule: Rule, call: ToolCall): boolean {
  if (rule.specifier === undefined) return true;
  switch (call.tool) {
    case "WebFetch": {
      const url = readUrl(call.input);
      return url !== undefined && url.port === "" && isDomain(rule.specifier, url.hostname);
    }
    case "Task":
    case "Agent":
      return asString(call.input["subagent_type"]) === rule.specifier;
    case "Skill":
      return isSkill(rule.specifier, call.input);
    default:
      return false;
  }
}

/** `Skill(name)`; with ` *` or `:*` behind it, with any arguments. */
function isSkill(specifier: string, input: JsonObject): boolean {
  const skill = asString(input["skill"]) ?? asString(input["command"]);
  const prefix = /^(.*?)(?: \*|:\*)$/.exec(specifier)?.[1];
  if (prefix !== undefined) return skill === prefix || (skill?.startsWith(`${prefix} `) ?? false);
  const args = asString(input["args"]) ?? "";
  return skill === specifier && args === "";
}

/** Undefined where it is no address of the web, or one that is written to be misread. */
function readUrl(input: JsonObject): URL | undefined {
  const text = asString(input["url"]);
  if (text === undefined || /[\s\\\u0000-\u001f\u007f-\uffff]/.test(text) || !URL.canParse(text))
    return undefined;
  const url = new URL(text);
  const isPlain = /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
  return isPlain ? url : undefined;
}

function isDomain(specifier: string, host: string): boolean {
  const domain = specifier.replace(/^domain:/, "").toLowerCase();
  return domain.startsWith("*.") ? host.endsWith(domain.slice(1)) : host === domain;
}
