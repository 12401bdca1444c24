import { accessSync, constants, readFileSync, realpathSync, statSync } from "node:fs";
import { posix, win32 } from "node:path";

import { UserError } from "../errors.js";

/** What decides which file a command's name means. */
export interface CommandSearch {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
  /** More files to try where PATH has none. */
  readonly fallbacks?: readonly string[];
  /** A file that is not meant: ourselves, under another name. */
  isSkipped?(file: string): boolean;
}

/** The absolute path of the command; undefined where there is none. Throws where it is there and cannot be run. */
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

/** Told by its name: the command, npm's shims and binaries all have it. */
export function isClaude(command: string): boolean {
  return /(?:^|[\\/])claude(?:\.exe|\.cmd|\.bat|\.ps1)?$/i.test(command);
}

/** The same file under whatever name: links followed. */
export function identityOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    // Gone or not to be reached: its name is all there is.
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
    // Not to be read, and so not to be judged.
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
