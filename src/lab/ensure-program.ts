import { spawnSync } from "node:child_process";
import { UserError } from "../errors.js";

export interface EnsureOptions {
  /** How it is named where the message cannot say the program's own name. Default: that. */
  readonly title?: string;
  readonly mayInstall?: boolean;
}

/** Installs the program where it is missing and we may; its package has the same name. */
export function ensureProgram(
  program: string,
  { title = program, mayInstall = process.getuid?.() === 0 }: EnsureOptions = {},
): void {
  if (isThere(program)) return;
  if (mayInstall) {
    process.stderr.write(`installing ${title} with apt-get\n`);
    // Slim images come without the lists of packages.
    if (!aptGet("install", "-y", program) && aptGet("update")) aptGet("install", "-y", program);
    if (isThere(program)) return;
  }
  throw new UserError(`${program.toUpperCase()}_NOT_FOUND`, `${title} is not installed`, {
    fix: `install it, for example: sudo apt-get install ${program}`,
  });
}

function aptGet(...args: string[]): boolean {
  return spawnSync("apt-get", args, { stdio: "ignore" }).status === 0;
}

/** Not how it ends: GNU screen does not know -V and says so, with 1. */
function isThere(program: string): boolean {
  return spawnSync(program, ["-V"], { stdio: "ignore" }).error === undefined;
}
