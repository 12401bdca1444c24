import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Surroundings } from "../../../src/host/paths.js";

/** A home with personas of the user's own, and a project with its own. */
export interface PersonaPlaces {
  readonly home: string;
  readonly project: string;
  readonly where: Surroundings;
  readonly global: string;
  readonly local: string;
  /** Writes a file of a persona; an object becomes JSON. Returns where it is. */
  write(origin: "global" | "local", name: string, file: string, content: string | object): string;
  remove(): void;
}

export function personaPlaces(): PersonaPlaces {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "cac-persona-")));
  const project = join(home, "project");
  const global = join(home, ".config", "claude-auto-continue", "personas");
  const local = join(project, ".claude", "personas");
  mkdirSync(project);
  return {
    home,
    project,
    global,
    local,
    where: { env: {}, home, platform: process.platform },
    write(origin, name, file, content) {
      const folder = join(origin === "global" ? global : local, name);
      mkdirSync(folder, { recursive: true });
      const path = join(folder, file);
      writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
      return path;
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}
