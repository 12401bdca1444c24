import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { asObject, parseJson } from "../claude/json.js";
import { userHome } from "../host/user-home.js";

/**
 * Whether prompts are edited in vim mode: `editorMode` of the settings files, else of `.claude.json`, where `/vim`
 * (to 2.1.x) and `/config` put it. Read anew each time, because it can be changed within a session.
 */
export function vimMode(env: Readonly<Record<string, string | undefined>>, cwd: string): boolean {
  const home = env["HOME"] || userHome();
  const config = env["CLAUDE_CONFIG_DIR"];
  const directory = config || join(home, ".claude");
  // The order in which Claude Code lets one win over the other.
  const files = [
    join(cwd, ".claude", "settings.local.json"),
    join(cwd, ".claude", "settings.json"),
    join(directory, "settings.json"),
    join(config || home, ".claude.json"),
  ];
  for (const file of files) {
    const mode = editorMode(file);
    if (mode !== undefined) return mode === "vim";
  }
  return false;
}

const known = new Map<string, { readonly key: string; readonly mode: unknown }>();

/** `.claude.json` grows to megabytes, so it is parsed only where it changed. */
function editorMode(file: string): unknown {
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (!stat?.isFile()) return undefined;
    const key = `${stat.mtimeMs}:${stat.size}`;
    const last = known.get(file);
    if (last?.key === key) return last.mode;
    const mode = asObject(parseJson(readFileSync(file, "utf8")))?.["editorMode"];
    known.set(file, { key, mode });
    return mode;
  } catch {
    // Not to be read: Claude Code cannot read it either.
    return undefined;
  }
}
