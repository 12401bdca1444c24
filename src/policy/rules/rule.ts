import { asObject, asString, parseJson } from "../../claude/json.js";
import type { ToolCall } from "../tool-call.js";

/** One rule as Claude Code writes them: `Tool` or `Tool(specifier)`. */
export interface Rule {
  /** As the user wrote it. */
  readonly text: string;
  readonly tool: string;
  /** What stands in the parentheses; undefined where the rule is for every call of the tool. */
  readonly specifier: string | undefined;
}

export type ReadRule =
  { readonly ok: true; readonly rule: Rule } | { readonly ok: false; readonly why: string };

/** `why` is a sentence that says what is wrong with the rule, and how it is written. */
export function readRule(text: string): ReadRule {
  const trimmed = text.trim();
  const form = FORM.exec(trimmed)?.groups;
  if (form?.tool === undefined) return refused(`"${text}" is no rule: write Tool or Tool(specifier)`);
  const { tool, specifier } = form;
  const meant = KNOWN_TOOLS.find((name) => name !== tool && name.toLowerCase() === tool.toLowerCase());
  if (meant !== undefined) return refused(`"${text}" names no tool: the tool is called ${meant}`);
  if (tool.startsWith("mcp__") && !MCP.test(tool)) {
    return refused(
      `"${text}" names no tool of a server: write mcp__server, mcp__server__* or mcp__server__tool`,
    );
  }
  if (!tool.startsWith("mcp__") && tool.includes("*"))
    return refused(`"${text}" has a * in the name of its tool`);
  if (QUESTIONS.has(tool)) return refused(`"${text}" is a question to you, which no rule answers`);
  const wrong = specifier === undefined ? undefined : wrongSpecifier(tool, specifier);
  if (wrong !== undefined) return refused(`"${text}" ${wrong}`);
  return { ok: true, rule: { text: trimmed, tool, specifier } };
}

/** Whether it is a tool of Claude Code's that we have heard of, or one of a server's. Others may come with a release. */
export function isKnownTool(tool: string): boolean {
  return tool.startsWith("mcp__") || KNOWN_TOOLS.includes(tool);
}

/** Reads what people type for a call: `Bash(rm -rf /)`, `Edit(src/a.ts)`, `mcp__server__tool({"a": 1})`. */
export function parseCall(text: string): ToolCall | undefined {
  const form = FORM.exec(text.trim())?.groups;
  if (form?.tool === undefined || form.tool.includes("*")) return undefined;
  const { tool, specifier } = form;
  if (specifier === undefined) return { tool, input: {} };
  const field = INPUT_FIELDS.get(tool);
  const whole = specifier.startsWith("{") ? asObject(parseJson(specifier)) : undefined;
  if (whole !== undefined && tool !== "Bash") return { tool, input: whole };
  return field === undefined ? undefined : { tool, input: { [field]: specifier } };
}

/** A call in one line, as `parseCall` reads it: line breaks and control characters stand escaped. */
export function describeCall(call: ToolCall): string {
  const field = INPUT_FIELDS.get(call.tool);
  const told = field === undefined ? undefined : asString(call.input[field]);
  if (told !== undefined) return `${call.tool}(${told.replace(UNPRINTABLE, escaped)})`;
  if (Object.keys(call.input).length === 0) return call.tool;
  return `${call.tool}(${JSON.stringify(call.input).replace(UNPRINTABLE, escaped)})`;
}

const FORM = /^(?<tool>[A-Za-z][\w.*-]*)(?:\((?<specifier>[\s\S]*)\))?$/;
const MCP = /^mcp__[\w.-]*[A-Za-z0-9.-](?:__(?:\*|[\w.-]+))?$/;
// Line separators end a line for some readers; bidirectional marks turn it round.
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** The field of a tool's input that its specifier is about. */
const INPUT_FIELDS: ReadonlyMap<string, string> = new Map([
  ["Bash", "command"],
  ["Edit", "file_path"],
  ["Write", "file_path"],
  ["MultiEdit", "file_path"],
  ["NotebookEdit", "notebook_path"],
  ["Read", "file_path"],
  ["NotebookRead", "notebook_path"],
  ["Glob", "pattern"],
  ["Grep", "path"],
  ["LS", "path"],
  ["WebFetch", "url"],
  ["Task", "subagent_type"],
  ["Agent", "subagent_type"],
  ["Skill", "skill"],
]);

/** Their prompts ask what to do, not for leave: an answer would be made up. */
export const QUESTIONS: ReadonlySet<string> = new Set(["ExitPlanMode", "AskUserQuestion"]);

const KNOWN_TOOLS = [
  ...INPUT_FIELDS.keys(),
  "WebSearch",
  "TodoWrite",
  "BashOutput",
  "KillShell",
  "PowerShell",
  "SlashCommand",
  "Monitor",
];
const PATH_TOOLS = /^(?:Edit|Write|MultiEdit|NotebookEdit|Read|NotebookRead|Glob|Grep|LS)$/;

/** The rest of a sentence about the rule, or undefined where nothing is wrong. */
function wrongSpecifier(tool: string, specifier: string): string | undefined {
  if (!INPUT_FIELDS.has(tool)) {
    return isKnownTool(tool)
      ? `has parentheses, and ${tool} takes none: write ${tool}`
      : `names no tool that takes parentheses: those are ${[...INPUT_FIELDS.keys()].join(", ")}`;
  }
  if (specifier.trim() === "") return `has nothing in its parentheses: write ${tool} for every call of it`;
  // A line break or tab is part of a command; anything else of the kind is there to hide something.
  if (/[\u0000-\u0008\u000b-\u001f\u007f]/.test(specifier)) return "has a control character in it";
  if (tool === "Bash") return wrongCommand(specifier);
  if (PATH_TOOLS.test(tool)) return wrongPath(specifier);
  if (tool === "WebFetch" && !DOMAIN.test(specifier)) {
    return "names no domain: write WebFetch(domain:example.com) or WebFetch(domain:*.example.com)";
  }
  return undefined;
}

const DOMAIN = /^domain:(?:\*\.)?[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/;

function wrongPath(specifier: string): string | undefined {
  if (specifier.startsWith("!")) return "begins with !, and rules cannot be turned round: use deny";
  if (/(?:^|\/)\.\.(?:\/|$)/.test(specifier))
    return "has .. in its path: write //, ~/ or / and the whole path";
  // [z-a] is no set of characters.
  const isBackward = [...specifier.matchAll(/\[[^\]]*?([^\]])-([^\]])/g)].some(
    ([, from = "", to = ""]) => from > to,
  );
  return isBackward ? "has a [range] that runs backwards" : undefined;
}

function wrongCommand(specifier: string): string | undefined {
  return /^\s*:\*$/.test(specifier) ? "has no command before its :*" : undefined;
}

function refused(why: string): ReadRule {
  return { ok: false, why };
}

function escaped(character: string): string {
  if (character === "\n") return "\\n";
  if (character === "\t") return "\\t";
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
