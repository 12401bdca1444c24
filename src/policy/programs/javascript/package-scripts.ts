import type { CommandDescription } from "../description.js";

/** A subcommand of a program that otherwise runs a script of that name: its operand is code, so a star never covers it. */
export const NEVER: CommandDescription = { operands: "code+" };

export const PACKAGE_SCRIPTS = "the install scripts of packages";

export const NPM_STARTS = "node sh git";

export const NPM_SCRIPT: CommandDescription = {
  operands: "any*",
  runs: "the script of package.json",
  starts: NPM_STARTS,
};
