/**
 * In the environment of a session, and so of everything that it starts. Claude Code gives each tool a session of its
 * own: when it is killed they go on, and have nothing else left by which one could know whose they were.
 */
export const MARK_VARIABLE = "CAC_PERSONA_RUN";

/** Set in a persona's session, with its name, so that a `cac mcp` that runs in it says who asks. */
export const CHAIN_VARIABLE = "CAC_PERSONA_CHAIN";

/** Names a file that a `cac mcp` makes when its client has been told the tools. */
export const LISTED_VARIABLE = "CAC_MCP_LISTED";
