import { compileProgram, type CompiledProgram } from "./compile-description.js";
import type { ProgramDescription } from "./description.js";
import { DATABASES } from "./services/databases.js";
import { GO } from "./languages/go.js";
import { GITHUB } from "./services/cloud-github.js";
import { MACHINE } from "./services/cloud-machine.js";
import { PROVIDERS } from "./services/cloud-providers.js";
import { PYTHON } from "./python/python.js";
import { GIT } from "./git/git.js";
import { CONTAINERS } from "./services/containers.js";
import { RUST } from "./languages/rust.js";
import { OTHER_LANGUAGES } from "./languages/other-languages.js";
import { NETWORK } from "./services/network.js";
import { EDITORS } from "./services/editors.js";
import { C_AND_MAKE } from "./languages/c-and-make.js";
import { SEARCH } from "./files/search.js";
import { JAVASCRIPT } from "./javascript/javascript.js";
import { ARCHIVES } from "./files/archives.js";
import { FILES } from "./files/files.js";
import { TEXT } from "./files/text.js";

export const FAMILIES: Readonly<Record<string, readonly ProgramDescription[]>> = {
  git: GIT,
  search: SEARCH,
  text: TEXT,
  files: FILES,
  archives: ARCHIVES,
  JavaScript: JAVASCRIPT,
  Python: PYTHON,
  Go: GO,
  Rust: RUST,
  "C and make": C_AND_MAKE,
  "other languages": OTHER_LANGUAGES,
  containers: CONTAINERS,
  cloud: [GITHUB, ...PROVIDERS, ...MACHINE],
  databases: DATABASES,
  network: NETWORK,
  "editors and pagers": EDITORS,
};

/** The descriptions that a verdict goes by. */
export interface ProgramTable {
  /** By its name without a folder, or `python-m:NAME`; undefined where nobody described it. */
  find(name: string): CompiledProgram | undefined;
}

export function programTable(descriptions: Iterable<ProgramDescription>): ProgramTable {
  const byName = new Map<string, ProgramDescription>();
  for (const description of descriptions)
    for (const name of description.names.split(" ")) byName.set(name, description);
  const compiled = new Map<ProgramDescription, CompiledProgram>();
  return {
    find(name) {
      const description = byName.get(name);
      if (description === undefined) return undefined;
      let program = compiled.get(description);
      if (program === undefined) compiled.set(description, (program = compileProgram(description)));
      return program;
    },
  };
}

export const PROGRAMS: ProgramTable = programTable(Object.values(FAMILIES).flat());
