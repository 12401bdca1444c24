/** A persona to begin with. */
export interface Template {
  readonly name: string;
  readonly description: string;
  readonly allowedTools: readonly string[];
  /** The text of its CLAUDE.md. */
  readonly identity: string;
}

/** What looks at a project and changes nothing. */
export const READING: readonly string[] = ["Read", "Grep", "Glob"];

/** Whoever plans with others asks them: by this rule its session gets our MCP server. */
export const CONSULTING: readonly string[] = ["mcp__personas__askPersona"];
