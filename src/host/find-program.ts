import { accessSync, constants, statSync } from "node:fs";
import { join, posix, win32 } from "node:path";

import type { Surroundings } from "./paths.js";

/** The program's absolute path; undefined where PATH has none. Relative entries are left out: they follow the session around. */
export function findProgram(name: string, path: string | undefined): string | undefined {
  return pathFolders({ env: { PATH: path }, platform: process.platform })
    .map((folder) => join(folder, name))
    .find(isProgram);
}

/** The absolute folders on PATH. */
export function pathFolders({ env, platform }: Pick<Surroundings, "env" | "platform">): string[] {
  if (platform !== "win32")
    return (env["PATH"] ?? "").split(":").filter((folder) => posix.isAbsolute(folder));
  const name = Object.keys(env).find((key) => key.toUpperCase() === "PATH") ?? "PATH";
  return (env[name] ?? "").split(";").filter((folder) => win32.isAbsolute(folder));
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    // Not there, or not for us to start.
    return false;
  }
}
