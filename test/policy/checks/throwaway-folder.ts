import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Outcome {
  readonly stdout: string;
  /** What lies in the folder afterwards, besides what was put there. */
  readonly left: readonly string[];
}

/** Runs a real program in a folder of its own, without a terminal, and says what it printed and what it left behind. */
export function runInThrowawayFolder(
  words: readonly string[],
  {
    files = {},
    input = "",
  }: { readonly files?: Readonly<Record<string, string>>; readonly input?: string } = {},
): Outcome {
  const folder = mkdtempSync(join(tmpdir(), "cac-check-"));
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    const [program = "", ...args] = words;
    const env = { PATH: process.env["PATH"] ?? "", HOME: folder, LC_ALL: "C" };
    const options = {
      cwd: folder,
      input,
      env,
      encoding: "utf8",
      timeout: 20_000,
      killSignal: "SIGKILL",
    } as const;
    const { stdout } = spawnSync(program, args, options);
    return { stdout, left: readdirSync(folder).filter((name) => files[name] === undefined) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
