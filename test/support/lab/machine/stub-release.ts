import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Puts a shell script into `<folder>/cache` as release 2.1.325, and returns a folder for temporary files beside it. */
export function writeRelease(folder: string, script: string): string {
  const bin = join(folder, "cache", "2.1.325", "node_modules", ".bin");
  mkdirSync(bin, { recursive: true });
  writeExecutable(join(bin, "claude"), script);
  const temporary = join(folder, "tmp");
  mkdirSync(temporary);
  return temporary;
}

export function writeExecutable(file: string, script: string): void {
  writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}
