import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Surroundings } from "../../host/paths.js";
import { ownProgram } from "../../launch/own-program.js";
import { privateRunDirectory } from "../../launch/run-directory.js";
import { consults, SERVER_NAME } from "../definition/consulting.js";
import { CHAIN_VARIABLE, LISTED_VARIABLE } from "../../launch/fresh-environment.js";
import type { Persona } from "../definition/persona.js";

/** What one session needs on disk while it runs, for us alone. */
export interface SessionFiles {
  /** The system prompt; undefined where none could be written. */
  readonly systemPromptFile: string | undefined;
  /** For `--mcp-config`; undefined where the persona consults nobody, or none could be written. */
  readonly serverFile: string | undefined;
  /** Whether Claude Code knows the tools of our server by now; true where there is none. */
  readonly isServed: () => boolean;
  readonly remove: () => void;
}

export interface FilesWanted {
  readonly persona: Persona;
  readonly systemPrompt: string;
}

export async function writeSessionFiles(wanted: FilesWanted, where: Surroundings): Promise<SessionFiles> {
  const parent = await privateRunDirectory(where);
  if (parent === undefined) return NOTHING;
  let directory: string;
  try {
    // By this name what a killed host left is swept away.
    directory = mkdtempSync(join(parent, `run-${process.pid}-`));
  } catch {
    return NOTHING;
  }
  const listed = join(directory, "listed");
  const serverFile = consults(wanted.persona)
    ? written(join(directory, "mcp.json"), serverConfig(wanted.persona, listed, where))
    : undefined;
  return {
    systemPromptFile: written(join(directory, "system-prompt.md"), wanted.systemPrompt),
    serverFile,
    isServed: () => serverFile === undefined || existsSync(listed),
    remove: () => removeQuietly(directory),
  };
}

const NOTHING: SessionFiles = {
  systemPromptFile: undefined,
  serverFile: undefined,
  isServed: () => true,
  remove: () => undefined,
};

/** The whole of it is said here: Claude Code can be told to keep its own variables from its servers. */
function serverConfig({ name }: Persona, listed: string, where: Surroundings): string {
  const { node, script } = ownProgram(where);
  const env = { [CHAIN_VARIABLE]: name, [LISTED_VARIABLE]: listed };
  const server = { type: "stdio", command: node, args: [script, "mcp"], env };
  return JSON.stringify({ mcpServers: { [SERVER_NAME]: server } });
}

/** The session's own server may write into it at this moment: a later run sweeps it away then. */
function removeQuietly(directory: string): void {
  try {
    rmSync(directory, { recursive: true, force: true });
  } catch {
    // Whoever waits for the session's end must hear of it.
  }
}

/** Its path; undefined where there is no space, or no right. */
function written(file: string, text: string): string | undefined {
  try {
    writeFileSync(file, text, { mode: 0o600 });
    return file;
  } catch {
    return undefined;
  }
}
