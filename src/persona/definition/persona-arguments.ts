import { knows, type Release } from "../../claude/hooks/releases.js";
import { consults, CONSULTING_TOOLS } from "./consulting.js";
import type { Persona } from "./persona.js";

export interface ArgumentsWanted {
  readonly persona: Persona;
  /** Undefined if unknown: then only options of all releases are used. */
  readonly release: Release | undefined;
  readonly systemPrompt: string;
  /** A file with the same text; undefined if it could not be written. */
  readonly systemPromptFile: string | undefined;
  /** Configures our MCP server; undefined if the persona consults nobody, or it could not be written. */
  readonly serverFile: string | undefined;
  /** The conversation to continue. */
  readonly resume: string | undefined;
}

/** The arguments with which Claude Code becomes that persona. */
export function personaArguments(wanted: ArgumentsWanted): readonly string[] {
  const { persona, release, resume } = wanted;
  const tools = [...new Set([...persona.allowedTools, ...(consults(persona) ? CONSULTING_TOOLS : [])])];
  return [
    ...(resume === undefined ? [] : ["--resume", resume]),
    ...(persona.model === undefined ? [] : ["--model", persona.model]),
    ...(persona.permissionMode === undefined ? [] : ["--permission-mode", persona.permissionMode]),
    // Both take all arguments up to the next option, so an option must follow.
    ...server(wanted),
    ...(tools.length === 0 ? [] : ["--allowedTools", ...tools]),
    ...identity(wanted),
    // Else Claude Code sends the prompt of the first start again, not this one (2.1.267 to 2.1.325).
    ...(hasFeature(release, "promptSnapshot") ? ["--system-prompt-snapshot", "off"] : []),
  ];
}

/** Beside the user's own servers; it replaces one of the same name (2.0.72, 2.1.197, 2.1.325) or is added to it (1.0.64). */
function server({ release, serverFile }: ArgumentsWanted): readonly string[] {
  return serverFile !== undefined && hasFeature(release, "mcpConfig") ? ["--mcp-config", serverFile] : [];
}

/** As a file if possible: `ps` shows an argument to everybody, and the system limits its length. */
function identity({ release, systemPrompt, systemPromptFile }: ArgumentsWanted): readonly string[] {
  if (systemPrompt === "") return [];
  if (systemPromptFile !== undefined && hasFeature(release, "appendPromptFile")) {
    return ["--append-system-prompt-file", systemPromptFile];
  }
  return ["--append-system-prompt", systemPrompt];
}

/** Claude Code exits at an option that it does not know, so an unknown release gets none. */
function hasFeature(
  release: Release | undefined,
  feature: "promptSnapshot" | "appendPromptFile" | "mcpConfig",
): boolean {
  return release !== undefined && knows(release, feature);
}
