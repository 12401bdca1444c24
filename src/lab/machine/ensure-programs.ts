import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { UserError } from "../../errors.js";

export interface EnsureOptions {
  /** How messages name what is missing. Default: its packages. */
  readonly title?: string;
  readonly mayInstall?: boolean;
}

/** How long somebody else may be installing something. */
const LONGEST_LOCK_MS = 300_000;
/** For a mirror that no longer answers. */
const LONGEST_INSTALL_MS = 900_000;
const LOCK_POLL_MS = 1_000;

/** Installs what is missing, where we may; `packages` maps programs to the packages that have them, separated by blanks. */
export function ensurePrograms(
  packages: Readonly<Record<string, string>>,
  { title, mayInstall = process.getuid?.() === 0 }: EnsureOptions = {},
): void {
  const missing = Object.keys(packages).filter((program) => !isThere(program));
  if (missing.length === 0) return;
  const names = missing.flatMap((program) => (packages[program] ?? program).split(" "));
  const called = title ?? names.join(", ");
  if (mayInstall) {
    process.stderr.write(`installing ${called} with apt-get\n`);
    // Slim images come without the lists of packages.
    const install = ["install", "-y", ...names];
    if (!aptGet(...install) && aptGet("update")) aptGet(...install);
    if (missing.every(isThere)) return;
  }
  throw new UserError("PROGRAM_NOT_FOUND", `not installed: ${called}`, {
    fix: `install it, for example: sudo apt-get install ${names.join(" ")}`,
  });
}

/** Waits while somebody else installs, as tests side by side do: apt-get itself gives up at once. */
function aptGet(...args: string[]): boolean {
  const until = Date.now() + LONGEST_LOCK_MS;
  const env = { ...process.env, LC_ALL: "C", DEBIAN_FRONTEND: "noninteractive" };
  for (;;) {
    const { status, stderr } = spawnSync("apt-get", args, {
      env,
      encoding: "utf8",
      stdio: ["ignore", "ignore", "pipe"],
      timeout: LONGEST_INSTALL_MS,
    });
    if (status === 0) return true;
    if (Date.now() > until || !/could not get lock/i.test(stderr)) return false;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOCK_POLL_MS);
  }
}

function isThere(program: string): boolean {
  return (process.env["PATH"] ?? "").split(delimiter).some((directory) => {
    try {
      accessSync(join(directory, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
