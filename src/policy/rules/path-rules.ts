import type { Match } from "./match.js";
import type { PathUse } from "../path-use.js";
import type { PlacedPath, SettledPlace } from "../place-paths.js";
import { coversPath, matchPath } from "./match-path.js";
import type { Rule } from "./rule.js";
import { pathPatternOf } from "./rule-patterns.js";
import type { Place } from "../tool-call.js";

/** Whether a rule is about a tool: `Edit` stands for all that write files, `Read` for all that read or search them. */
export function isAbout(rule: Rule, tool: string): boolean {
  if (rule.tool === tool) return true;
  if (rule.tool === "Edit") return WRITING_TOOLS.has(tool);
  if (rule.tool === "Read") return READING_TOOLS.has(tool);
  // 2.1.63 renamed Task to Agent, and takes either name in rules.
  if (rule.tool === "Task" || rule.tool === "Agent") return tool === "Task" || tool === "Agent";
  const [mcp, server, ...names] = rule.tool.split("__");
  const isServer = mcp === "mcp" && (names.length === 0 || names.join("__") === "*");
  return isServer && tool.startsWith(`mcp__${server}__`);
}

export const WRITING_TOOLS: ReadonlySet<string> = new Set(["Edit", "Write", "MultiEdit", "NotebookEdit"]);
export const READING_TOOLS: ReadonlySet<string> = new Set(["Read", "Glob", "Grep", "LS", "NotebookRead"]);

/** For deny and ask rules. */
export function matchPathRule(rule: Rule, use: PathUse, place: SettledPlace): Match {
  const pattern = pathPatternOf(rule);
  return pattern === undefined ? "yes" : matchPath(pattern, use, place);
}

/**
 * The allow rule that covers the path as it is written, where another, or the same, covers where it really leads.
 * Undefined where there is none, or where the path cannot be followed.
 */
export function allowingPathRule(
  rules: readonly Rule[],
  { path, real }: PlacedPath,
  isDeep: boolean,
  place: Place,
): Rule | undefined {
  if (real === undefined) return undefined;
  const allowing = rules.find((rule) => covers(rule, path, isDeep, place));
  if (allowing === undefined || covers(allowing, real, isDeep, place)) return allowing;
  return rules.some((rule) => covers(rule, real, isDeep, place)) ? allowing : undefined;
}

function covers(rule: Rule, path: string, isDeep: boolean, place: Place): boolean {
  const pattern = pathPatternOf(rule);
  if (pattern === undefined) return true;
  // A rule for a whole tree does not mean these.
  const own = RUNS_BY_ITSELF.exec(path)?.[1];
  if (own !== undefined && !rule.specifier?.includes(own)) return false;
  return coversPath(pattern, path, isDeep, place);
}

/** Directories whose files are run by other programs, without being asked to. */
export const RUNS_BY_ITSELF = /\/(\.git|\.husky|\.vscode|\.idea)(?:\/|$)/i;
