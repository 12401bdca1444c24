import { describe, expect, it } from "vitest";

import { FAMILIES, PROGRAMS } from "../../src/policy/programs/all-programs.js";
import { compileProgram, type CompiledCommand } from "../../src/policy/programs/compile-description.js";
import type { CommandDescription } from "../../src/policy/programs/description.js";

describe.each(Object.entries(FAMILIES))("descriptions of %s", (_family, descriptions) => {
  it.each(descriptions.map((description) => [description.names, description] as const))(
    "%s is well formed, down to its last subcommand",
    (_names, description) => {
      const all = commandsOf(compileProgram(description), description);
      expect(all.length).toBeGreaterThan(0);
      // A slot behind the one that takes the rest would never be filled.
      for (const { operands } of all) {
        const rest = operands?.findIndex(({ kind }) => kind === "command" || kind === "module") ?? -1;
        expect(rest === -1 || rest === (operands?.length ?? 0) - 1).toBe(true);
      }
    },
  );
});

describe("the table of programs", () => {
  it("has every name once", () => {
    const names = Object.values(FAMILIES)
      .flat()
      .flatMap((description) => description.names.split(" "));
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it("finds nothing that nobody described", () => {
    expect(PROGRAMS.find("no-such-program")).toBeUndefined();
    expect(PROGRAMS.find("constructor")).toBeUndefined();
  });
});

function commandsOf(command: CompiledCommand, description: CommandDescription): readonly CompiledCommand[] {
  const subs = Object.entries(description.commands ?? {}).flatMap(([names, sub]) => {
    const compiled = command.command(names.split(" ")[0] ?? "");
    return compiled === undefined ? [] : commandsOf(compiled, sub);
  });
  return [command, ...subs];
}
