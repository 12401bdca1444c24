import { cpSync, mkdirSync, renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Our package as it is built, in a folder of its own, which another release can take the place of. */
export class CopiedPackage {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
    cpSync(join(ROOT, "dist"), join(folder, "dist"), { recursive: true });
    cpSync(join(ROOT, "package.json"), join(folder, "package.json"));
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  }

  /** What `cac` runs. */
  get script(): string {
    return join(this.#folder, "dist", "cli", "main.js");
  }

  /** As npm begins: what was there is gone from its place. */
  takeAway(): void {
    renameSync(join(this.#folder, "dist"), join(this.#folder, "gone"));
  }
}
