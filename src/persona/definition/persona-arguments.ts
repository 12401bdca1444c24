import { knows, type Release } from "../../claude/hooks/releases.js";
import { consults, CONSULTING_TOOLS } from "./consulting.js";
import type { Persona } from "./persona.js";

export interface ArgumentsWanted {
  readonly persona: Persona;
  /** Undefined where it could not be told: then only what every release takes is used. */
  readonly release: Release | undefined;
  readonly systemPrompt: string;
  /** A file that holds the same text; undefined where none could be written. */
  readonly systemPromptFile: string | undefined;
  /** Names our MCP server; undefined where the persona consults nobody, or none could be written. */
  readonly serverFile: string | undefined;
  /** The conversation to go on with. */
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
    // Both take all that follows up to the next option, so they stand before one.
    ...server(wanted),
    ...(tools.length === 0 ? [] : ["--allowedTools", ...tools]),
    ...identity(wanted),
    // Else the prompt of the first start is sent again, whatever this one says (2.1.267 to 2.1.325).
    ...(hasFeature(release, "promptSnapshot") ? ["--system-prompt-snapshot", "off"] : []),
  ];
}

/** Beside the user's own servers; it replaces one of the same name (2.0.72, 2.1.197, 2.1.325) or stands beside it (1.0.64). */
function server({ release, serverFile }: ArgumentsWanted): readonly string[] {
  return serverFile !== undefined && hasFeature(release, "mcpConfig") ? ["--mcp-config", serverFile] : [];
}

/** As a file where that can be: an argument is shown to everybody by `ps`, and bounded by the system. */
function identity({ release, systemPrompt, systemPromptFile }: ArgumentsWanted): readonly string[] {
  if (systemPrompt === "") return [];
  if (systemPromptFile !== undefined && hasFeature(release, "appendPromptFile")) {
    return ["--append-system-prompt-file", systemPromptFile];
  }
  return ["--append-system-prompt", systemPrompt];
}

/** An option that a release does not know ends it at once, so an unknown release gets none. */
function hasFeature(
  release: Release | undefined,
  feature: "promptSnapshot" | "appendPromptFile" | "mcpConfig",
): boolean {
  return release !== undefined && knows(release, feature);
}
