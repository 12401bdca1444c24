import { isAbout } from "../../policy/rules/path-rules.js";
import { readRule } from "../../policy/rules/rule.js";
import { isPersonaName, type Persona } from "./persona.js";
import { CHAIN_VARIABLE } from "../../launch/fresh-environment.js";

/** The name of our MCP server, in the user's sessions (by the README) and in those of personas. */
export const SERVER_NAME = "personas";

const ASK_TOOL = `mcp__${SERVER_NAME}__askPersona`;
const LIST_TOOL = `mcp__${SERVER_NAME}__listPersonas`;

/** Who may ask personas may also list them. */
export const CONSULTING_TOOLS: readonly string[] = [ASK_TOOL, LIST_TOOL];

/** Whether its own rules let it ask other personas. Then its session gets our server. */
export function consults({ allowedTools }: Pick<Persona, "allowedTools">): boolean {
  return allowedTools.some((text) => {
    const read = readRule(text);
    return read.ok && isAbout(read.rule, ASK_TOOL);
  });
}

/** The persona in whose session this process runs: none or one. */
export function chainOf(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return (env[CHAIN_VARIABLE] ?? "").split(",").filter(isPersonaName);
}
