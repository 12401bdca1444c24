import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseRelease, type Release } from "../../claude/hooks/releases.js";
import { isolatedHome, labEnvironment, labPath, type IsolatedHome } from "../machine/isolated-home.js";

/** What runs as `claude` in the demo. */
export type DemoProgram =
  | { readonly type: "real"; readonly file: string; readonly version: string }
  /** A script in its place, and the reason for it. */
  | { readonly type: "played"; readonly because: string };

/** That `claude`, unless it would not keep to the lab's home and environment. */
export function realProgram(file: string, version: string): DemoProgram {
  const managed = MANAGED_SETTINGS.find((path) => existsSync(path));
  if (managed === undefined) return { type: "real", file, version };
  return {
    type: "played",
    because: `an administrator's settings (${managed}) hold for every Claude Code here`,
  };
}

// They win over the environment, and may name another API.
const MANAGED_SETTINGS = [
  "/etc/claude-code/managed-settings.json",
  "/etc/claude-code/managed-settings.d",
  "/Library/Application Support/ClaudeCode/managed-settings.json",
];

/** The newest release that the demo was made on, and the one that the script plays. */
export const DEMO_RELEASE = "2.1.325";

export function playedRelease(program: DemoProgram): Release | undefined {
  return parseRelease(program.type === "real" ? program.version : DEMO_RELEASE);
}

/** The file to start as `claude`, and what it needs in its environment. */
export async function fileOf(
  program: DemoProgram,
  home: IsolatedHome,
): Promise<{ file: string; environment: Record<string, string> }> {
  if (program.type === "real") return { file: program.file, environment: {} };
  const bin = join(home.root, "bin");
  const file = join(bin, "claude");
  await mkdir(bin);
  // By variables: a path of ours in its text would make it look like a `claude` that starts us.
  await writeFile(file, '#!/bin/sh\nexec "$PLAYED_BY" "$PLAYED_SCRIPT" "$@"\n', { mode: 0o755 });
  return {
    file,
    environment: { PLAYED_BY: process.execPath, PLAYED_SCRIPT: builtFile("lab/demo/played-claude.js") },
  };
}

/** A file of the build; src/lab/demo and dist/lab/demo are both three folders below the package. */
export function builtFile(path: string): string {
  return fileURLToPath(new URL(`../../../dist/${path}`, import.meta.url));
}

/**
 * The version of that `claude`, asked in a home and an environment of the lab's making; undefined where it does not
 * answer as Claude Code does.
 */
export async function askVersion(file: string): Promise<string | undefined> {
  const home = await isolatedHome({ release: DEMO_RELEASE });
  try {
    const env = labEnvironment({
      home: home.home,
      // Nobody listens there.
      apiUrl: "http://127.0.0.1:9",
      account: home.account,
      timeZone: "UTC",
      path: labPath(),
    });
    const said = await new Promise<string>((resolve) => {
      execFile(file, ["--version"], { env, cwd: home.project, timeout: 10_000 }, (_, stdout) =>
        resolve(stdout),
      );
    });
    return /^(\d+\.\d+\.\d+) \(Claude Code\)/.exec(said)?.[1];
  } finally {
    await home.remove();
  }
}
