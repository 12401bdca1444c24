import { accessSync, constants, readFileSync, realpathSync, statSync } from "node:fs";
import { join, posix, win32 } from "node:path";

import { UserError } from "../errors.js";
import type { Surroundings } from "../host/paths.js";
import { callsUs } from "./calls-us.js";

/** Which command, and where it is looked for. */
export interface CommandWanted {
  /** What the user wants to run; undefined: Claude Code. */
  readonly command: string | undefined;
  /** The user's own name for Claude Code, from the settings. */
  readonly claude?: string | undefined;
  readonly where: Surroundings;
  readonly cwd: string;
}

/** The command's absolute path. Throws a UserError if it is not found (exit code 127) or cannot be run (126). */
export function locateCommand({ command, claude, where, cwd }: CommandWanted): string {
  const { env, home, platform } = where;
  const name = command ?? claude ?? CLAUDE;
  const found = findCommand(name, {
    env,
    cwd,
    platform,
    // Claude Code's own installers put it there, and leave it to a shell alias or PATH to find it.
    fallbacks:
      name === CLAUDE ? [join(home, ".local", "bin", CLAUDE), join(home, ".claude", "local", CLAUDE)] : [],
    isSkipped: isOurselves,
  });
  if (found !== undefined) return found;
  if (name === CLAUDE) {
    throw new UserError("CLAUDE_NOT_FOUND", "claude was not found on PATH", {
      fix: "npm install -g @anthropic-ai/claude-code, or name it: cac config set claude /path/to/claude",
      exitCode: 127,
    });
  }
  const isPath = /[\\/]/.test(name);
  const fix = isPath ? "see that the path is right" : "see that it is installed and on PATH";
  throw new UserError("COMMAND_NOT_FOUND", `${name} was not found`, {
    fix: command === undefined ? `${fix}, or: cac config unset claude` : fix,
    exitCode: 127,
  });
}

const CLAUDE = "claude";

/** `claude` may be a link to cac, or a script that calls it: starting that would never end. */
export function isOurselves(file: string): boolean {
  return isOurFile(file) || (isClaude(file) && callsUs(readScript(file) ?? "", isOurFile));
}

function isOurFile(file: string): boolean {
  const ourselves = process.argv[1];
  if (ourselves !== undefined && identityOf(file) === identityOf(ourselves)) return true;
  // As npm's shims have it, behind a variable of their own for the directory.
  return /[\\/]claude-auto-continue[\\/]dist[\\/]cli[\\/]main\.js$/.test(file);
}

/** What decides which file a command name refers to. */
export interface CommandSearch {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
  /** More files to try where PATH has none. */
  readonly fallbacks?: readonly string[];
  /** Returns true for a file to skip: cac itself, under another name. */
  isSkipped?(file: string): boolean;
}

/** The absolute path of the command; undefined if there is none. Throws if it exists and cannot be run. */
export function findCommand(name: string, search: CommandSearch): string | undefined {
  const path = search.platform === "win32" ? win32 : posix;
  const isPath = name.includes("/") || (search.platform === "win32" && name.includes("\\"));
  const places = isPath
    ? [path.resolve(search.cwd, name)]
    : [
        ...pathOf(search).map((directory) => path.resolve(search.cwd, directory, name)),
        ...(search.fallbacks ?? []),
      ];
  let refused: string | undefined;
  for (const place of places) {
    for (const file of search.platform === "win32" ? withExtensions(place, search) : [place]) {
      const found = look(file);
      if (found === "runs" && search.isSkipped?.(file) !== true) return file;
      if (found === "refused") refused ??= file;
    }
  }
  if (refused === undefined) return undefined;
  throw new UserError("NOT_EXECUTABLE", `${refused} cannot be run: it is not an executable file`, {
    fix: `chmod +x ${refused}, or name another one`,
    exitCode: 126,
  });
}

/** By its name, which the command, npm's shims and the binaries share. */
export function isClaude(command: string): boolean {
  return /(?:^|[\\/])claude(?:\.exe|\.cmd|\.bat|\.ps1)?$/i.test(command);
}

/** The real path: the same for every name of a file. */
export function identityOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    // Gone, or not accessible.
    return file;
  }
}

/** Whether the file is a text that starts another program: a script, or one of npm's shims. */
export function readScript(file: string): string | undefined {
  try {
    if (statSync(file).size > LARGEST_SCRIPT) return undefined;
    const text = readFileSync(file, "latin1");
    return text.startsWith("#!") || /\.(?:cmd|bat|ps1)$/i.test(file) ? text : undefined;
  } catch {
    // Not readable.
    return undefined;
  }
}

const LARGEST_SCRIPT = 64 * 1024;

function pathOf({ env, platform }: CommandSearch): string[] {
  if (platform !== "win32") return (env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(":");
  const key = Object.keys(env).find((name) => name.toUpperCase() === "PATH") ?? "PATH";
  return (env[key] ?? "").split(";").filter((directory) => directory !== "");
}

function withExtensions(file: string, { env }: CommandSearch): string[] {
  const extensions = (env["PATHEXT"] ?? ".COM;.EXE;.BAT;.CMD").split(";").filter((each) => each !== "");
  const named = extensions.some((each) => file.toLowerCase().endsWith(each.toLowerCase()));
  return named ? [file] : extensions.map((each) => file + each.toLowerCase());
}

function look(file: string): "runs" | "refused" | "absent" {
  try {
    if (!statSync(file).isFile()) return "refused";
  } catch {
    return "absent";
  }
  try {
    accessSync(file, constants.X_OK);
    return "runs";
  } catch {
    return "refused";
  }
}
