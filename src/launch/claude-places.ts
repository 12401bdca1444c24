import { readdirSync, readFileSync } from "node:fs";
import { posix, win32 } from "node:path";

import { pathFolders } from "../host/find-program.js";
import type { Surroundings } from "../host/paths.js";

/** Files that a Claude Code has where it is installed; most of them are not there. */
export function claudePlaces(where: Surroundings): readonly string[] {
  const path = where.platform === "win32" ? win32 : posix;
  const commands = pathFolders(where).flatMap((folder) =>
    COMMAND_NAMES[where.platform === "win32" ? "windows" : "unix"].map((name) => path.join(folder, name)),
  );
  const inHome = HOME_FILES.map((file) => path.join(where.home, file));
  const packages = [...npmModules(where), ...HOME_MODULES.map((folder) => path.join(where.home, folder))].map(
    (modules) => path.join(modules, "@anthropic-ai", "claude-code", "package.json"),
  );
  return [...commands, ...inHome, ...packages].flatMap(expand);
}

const COMMAND_NAMES = { unix: ["claude"], windows: ["claude.exe", "claude.cmd", "claude.bat"] } as const;

/** A `*` stands for any one name. Each names its release by itself, by its package, or when it is asked. */
const HOME_FILES = [
  ".local/bin/claude",
  // The native installer keeps several, named by their releases.
  ".local/share/claude/versions/*",
  // Editors bring their own, which reads the same settings.
  ".vscode/extensions/anthropic.claude-code-*/package.json",
  ".vscode-server/extensions/anthropic.claude-code-*/package.json",
  ".vscode-insiders/extensions/anthropic.claude-code-*/package.json",
  ".cursor/extensions/anthropic.claude-code-*/package.json",
  ".windsurf/extensions/anthropic.claude-code-*/package.json",
];

/** Where tools put global packages that are not on PATH at the moment: that of another version of node, say. */
const HOME_MODULES = [
  ".claude/local/node_modules",
  ".npm-global/lib/node_modules",
  ".nvm/versions/node/*/lib/node_modules",
  ".local/share/fnm/node-versions/*/installation/lib/node_modules",
  ".fnm/node-versions/*/installation/lib/node_modules",
  ".asdf/installs/nodejs/*/lib/node_modules",
  ".local/share/mise/installs/node/*/lib/node_modules",
  ".volta/tools/image/packages/@anthropic-ai/claude-code/lib/node_modules",
  ".bun/install/global/node_modules",
  ".local/share/pnpm/global/*/node_modules",
  "Library/pnpm/global/*/node_modules",
  ".config/yarn/global/node_modules",
];

/** The global `node_modules` of each npm that can be told: beside every folder on PATH, and where its settings say. */
function npmModules(where: Surroundings): string[] {
  const { env, platform } = where;
  const set = [env["NPM_CONFIG_PREFIX"], env["npm_config_prefix"], npmrcPrefix(where)];
  const prefixes = set.filter((prefix) => prefix !== undefined).filter((prefix) => prefix !== "");
  if (platform === "win32") {
    return [...pathFolders(where), ...prefixes].map((folder) => win32.join(folder, "node_modules"));
  }
  const besidePath = pathFolders(where).map((folder) => posix.dirname(folder));
  return [...besidePath, ...prefixes].map((prefix) => posix.join(prefix, "lib", "node_modules"));
}

function npmrcPrefix({ home, platform }: Surroundings): string | undefined {
  try {
    const text = readFileSync((platform === "win32" ? win32 : posix).join(home, ".npmrc"), "utf8");
    const prefix = /^\s*prefix\s*=\s*"?([^"\r\n]+?)"?\s*$/m.exec(text)?.[1];
    return prefix?.replace(/^(?:~|\$\{HOME\})(?=[\\/])/, () => home);
  } catch {
    // Most people have none.
    return undefined;
  }
}

function expand(pattern: string): string[] {
  const star = pattern.indexOf("*");
  if (star < 0) return [pattern];
  const start = Math.max(pattern.lastIndexOf("/", star), pattern.lastIndexOf("\\", star));
  const [folder, rest] = [pattern.slice(0, start), pattern.slice(star + 1)];
  const beginning = pattern.slice(start + 1, star);
  return namesIn(folder)
    .filter((name) => name.startsWith(beginning))
    .flatMap((name) => expand(`${folder}${pattern[start]}${name}${rest}`));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Not installed that way.
    return [];
  }
}
