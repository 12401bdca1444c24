import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { access, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { UserError } from "../../errors.js";
import { field } from "../json-value.js";
import { undoOnExit } from "./left-behind.js";
import { endTree } from "./process-tree.js";

const run = promisify(execFile);
const PACKAGE = "@anthropic-ai/claude-code";

/** Names another folder for installed releases than `.lab-cache` beside package.json. */
const CACHE_VARIABLE = "CAC_LAB_CACHE";

export function cacheDirectory(environment: NodeJS.ProcessEnv = process.env): string {
  const named = environment[CACHE_VARIABLE];
  if (named !== undefined && named !== "") return named;
  // src/lab/machine and dist/lab/machine are both three folders below the package.
  return join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..", ".lab-cache");
}

/**
 * The path of that release's `claude`, installed first where it is not there yet.
 * Safe for several processes at once: each installs apart, the first to finish is kept.
 */
export async function installedRelease(version: string, cache = cacheDirectory()): Promise<string> {
  if (!/^\d+\.\d+\.\d+$/.test(version)) {
    throw new UserError("BAD_RELEASE", `"${version}" is not a release of Claude Code`, {
      fix: "name one by its three numbers, such as 2.1.325",
    });
  }
  const home = join(cache, version);
  const binary = join(home, "node_modules", ".bin", "claude");
  if (await exists(binary)) return binary;

  await mkdir(cache, { recursive: true });
  await sweep(cache);
  const fresh = mkdtempSync(join(cache, `${UNFINISHED}${version}-`));
  const isRemoved = undoOnExit(() => rmSync(fresh, REMOVAL));
  try {
    await npmInstall(fresh, version);
    await rename(fresh, home).catch(async (error: unknown) => {
      // Another process was first; its copy is as good as ours.
      if (!(await exists(binary))) throw error;
    });
  } finally {
    await rm(fresh, REMOVAL);
    isRemoved();
  }
  return binary;
}

const UNFINISHED = ".installing-";
/** A registry that stops answering in the middle would hold us for ever. */
const LONGEST_INSTALL_MS = 280_000;
const DAY_MS = 24 * 60 * 60 * 1000;
// A dying npm may still write: the removal is tried again.
const REMOVAL = { recursive: true, force: true, maxRetries: 5, retryDelay: 200 } as const;

/** Removes what installs left that were killed on the spot; younger ones may be under way. */
async function sweep(cache: string): Promise<void> {
  const names = await readdir(cache);
  for (const path of names.filter((name) => name.startsWith(UNFINISHED)).map((name) => join(cache, name))) {
    // One that is gone by now was somebody else's, who has finished.
    const age = await stat(path).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (age > DAY_MS) await rm(path, REMOVAL);
  }
}

/**
 * Installs a release into the working directory. npm is a .cmd file on Windows, which only a shell starts: so the
 * folder, whose name may need quotes, is no argument.
 */
export function installCommand(
  version: string,
  platform = process.platform,
): { file: string; args: string[]; shell: boolean } {
  const options = ["--no-audit", "--no-fund", "--no-save", "--loglevel=error"];
  const args = ["install", "--prefix", ".", ...options, `${PACKAGE}@${version}`];
  if (platform !== "win32") return { file: "npm", args, shell: false };
  return { file: ["npm", ...args].join(" "), args: [], shell: true };
}

/** npm keeps the environment it is called in: registries and certificates are the machine's own. */
async function npmInstall(prefix: string, version: string): Promise<void> {
  const { file, args, shell } = installCommand(version);
  const installing = run(file, args, {
    cwd: prefix,
    maxBuffer: 16 * 1024 * 1024,
    shell,
    timeout: LONGEST_INSTALL_MS,
  });
  const { pid } = installing.child;
  const isOver = undoOnExit(() => pid !== undefined && endTree(pid));
  try {
    await installing;
  } catch (cause) {
    const isLate = field(cause, "killed") === true;
    const reason = isLate
      ? `no end after ${LONGEST_INSTALL_MS / 1000} s`
      : firstLines(String(field(cause, "stderr") ?? cause));
    throw new UserError("RELEASE_NOT_INSTALLED", `Claude Code ${version} could not be installed: ${reason}`, {
      fix: `check that "npm view ${PACKAGE}@${version}" finds it and that the npm registry can be reached`,
      cause,
    });
  } finally {
    isOver();
  }
}

function firstLines(text: string): string {
  return text.trim().split("\n").slice(0, 3).join(" ");
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
