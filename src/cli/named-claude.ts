import type { Surroundings } from "../host/paths.js";
import { findCommand } from "../launch/find-command.js";
import { reportWarnings } from "./report.js";
import { readRunConfig } from "./run-config.js";

/** The file of the Claude Code that the user named in the settings; undefined where none is named or to be found. */
export async function namedClaude(where: Surroundings): Promise<string | undefined> {
  const { claude, warnings } = await readRunConfig(where);
  reportWarnings(warnings);
  return claude === undefined ? undefined : findCommand(claude, { ...where, cwd: process.cwd() });
}
