import { realpathSync } from "node:fs";
import { posix, win32 } from "node:path";
import { fileURLToPath } from "node:url";

import { pathFolders } from "../host/find-program.js";
import { UserError } from "../errors.js";

/** What starts us, whoever asks: a hook or a service, without our PATH and without our directory. */
export interface OwnProgram {
  /** Absolute. */
  readonly node: string;
  /** Absolute: `dist/cli/main.js`. */
  readonly script: string;
}

export interface ProgramSearch {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly node?: string;
  readonly script?: string;
}

/** This very program. */
export function ownProgram({
  env,
  platform,
  node = process.execPath,
  script = fileURLToPath(new URL("../cli/main.js", import.meta.url)),
}: ProgramSearch): OwnProgram {
  return { node: lastingName(node, env, platform), script };
}

/** Throws where the program will not be there tomorrow: hooks and services must find it. */
export function mustLast({ script }: OwnProgram): void {
  if (!/[\\/]_npx[\\/]/.test(script)) return;
  throw new UserError("NOT_INSTALLED", "cac runs from npx's cache, which is cleared now and then", {
    fix: "npm install -g claude-auto-continue, then: cac install",
  });
}

/** The name on PATH that leads to this node: it stays when the version does not, as with Homebrew's. */
function lastingName(node: string, env: ProgramSearch["env"], platform: NodeJS.Platform): string {
  if (platform === "win32") return win32.normalize(node);
  const names = pathFolders({ env, platform }).map((folder) => posix.join(folder, "node"));
  return names.find((name) => leadsTo(name, node)) ?? node;
}

function leadsTo(name: string, node: string): boolean {
  try {
    return realpathSync(name) === realpathSync(node);
  } catch {
    // Not there.
    return false;
  }
}
