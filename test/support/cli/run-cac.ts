import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The command as it is built: `npm test` builds first, by hand it is `npm run build`. */
export const CAC = fileURLToPath(new URL("../../../dist/cli/main.js", import.meta.url));

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs cac as a process of its own, with nothing in its environment but what is given. */
export function runCac(
  args: readonly string[],
  env: Record<string, string>,
  input = "",
  cwd = process.cwd(),
): Ran {
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [CAC, ...args], {
    cwd,
    env,
    input,
    encoding: "utf8",
  });
  if (error) throw error;
  return { code: status, out: stdout, err: stderr };
}
