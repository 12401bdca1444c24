import { describe, expect, it, test } from "vitest";

import { readArguments } from "../../src/policy/calls/read-arguments.js";
import { compileProgram } from "../../src/policy/programs/compile-description.js";
import type { ProgramDescription } from "../../src/policy/programs/description.js";
import { knownWord, type Word } from "../../src/policy/shell/command-part.js";

const TOOL: ProgramDescription = {
  names: "tool",
  parser: "gnu",
  options: `
    -v --verbose
    -n --lines <number>
    -e --regexp <text> (first)
    -o --output <write>
    -t --target <write> (last)
    --color [auto|never]
    --pair <text> <read>
    ! -x --exec <code>
  `,
  operands: "text read* write",
};

describe("readArguments", () => {
  test.each<[words: string, pieces: string]>([
    ["a b c", "a:text b:read c:write"],
    ["a c", "a:text c:write"],
    ["a", "a:text"],
    ["-v a b c d", "a:text b:read c:read d:write"],
    ["-vn 3 a b", "3:number a:text b:write"],
    ["-vn3 a b", "3:number a:text b:write"],
    ["--lines=3 a b", "3:number a:text b:write"],
    ["a b --lines 3", "3:number a:text b:write"],
    ["-e x b c", "x:text b:read c:write"],
    ["-t x b c", "x:write b:text c:read"],
    ["-- -v b c", "-v:text b:read c:write"],
    ["--color=auto a b", "auto:text a:text b:write"],
    ["--color a b", "a:text b:write"],
    ["--pair x y a b", "x:text y:read a:text b:write"],
    ["-n -3 a b", "-3:number a:text b:write"],
    ["- b c", "-:text b:read c:write"],
  ])("%s: %s", (words, pieces) => {
    const read = reads(words);
    expect(read.refusals).toEqual([]);
    expect(shown(read)).toBe(pieces);
  });

  test.each<[words: string, why: string]>([
    ["--verb a", "--verb is not an option that is known to be harmless"],
    ["-vz a", "-vz is not an option that is known to be harmless"],
    ["-e -- -x", "-- may be the value of -e, or an option of its own"],
    ["-n --output=x", "--output=x may be the value of -n, or an option of its own"],
    ["--verbose=1 a", "-v takes no value"],
    ["-o=x a b", "-o=x is read differently by different programs"],
    ["--color=red a", ""],
  ])("%s is refused or checked by its value: %s", (words, why) => {
    expect(reads(words).refusals[0]?.why ?? "").toBe(why);
  });

  it("marks an option that needs a rule of its own", () => {
    expect(reads("-x sh a b").options.map(({ option }) => option.isHarmless)).toEqual([false]);
  });

  it("takes nothing for known that is not", () => {
    const opaque: Word = { text: undefined, start: "", count: "one" };
    expect(readArguments(compileProgram(TOOL), [opaque]).refusals).toHaveLength(1);
    expect(readArguments(compileProgram(TOOL), [knownWord("--"), opaque]).refusals).toEqual([]);
    expect(readArguments(compileProgram(TOOL), [knownWord("-e"), opaque]).refusals).toEqual([]);
    const option: Word = { text: undefined, start: "--output=", count: "one" };
    expect(shown(readArguments(compileProgram(TOOL), [option]))).toBe("?:write");
    const cluster: Word = { text: undefined, start: "-v", count: "one" };
    expect(readArguments(compileProgram(TOOL), [cluster]).refusals).toHaveLength(1);
  });

  it("gives a glob every meaning that one of its files could have", () => {
    const files: Word = { text: undefined, start: "src/", count: "files", glob: "src/*.ts" };
    expect(shown(readArguments(compileProgram(TOOL), [knownWord("a"), files]))).toBe("a:text ?:read ?:write");
    expect(shown(readArguments(compileProgram(TOOL), [knownWord("a"), files, knownWord("b")]))).toBe(
      "a:text ?:read b:write",
    );
    expect(shown(readArguments(compileProgram(TOOL), [files]))).toBe("?:text ?:read ?:write");
  });

  it("takes a glob for an option only where one could match", () => {
    const logs: Word = { text: undefined, start: "", count: "files", glob: "*.log" };
    const rm: ProgramDescription = {
      names: "rm",
      parser: "gnu",
      options: "-r (deep)\n-f\n--interactive [text]",
      operands: "write*",
      isComplete: true,
    };
    expect(readArguments(compileProgram(rm), [logs]).refusals).toEqual([]);
    expect(readArguments(compileProgram(rm), [{ ...logs, glob: "*f" }]).refusals).toHaveLength(1);
    expect(
      readArguments(compileProgram({ ...rm, options: "-r (deep)\n-t <text>" }), [logs]).refusals,
    ).toHaveLength(1);
  });

  it("ends the options of a runner where its command begins", () => {
    const npx = compileProgram({ names: "npx", parser: "posix", options: "-y --yes", operands: "command" });
    expect(readArguments(npx, ["-y", "vitest", "--run"].map(knownWord)).inner).toEqual({
      at: 1,
      kind: "command",
    });
  });

  it("reads subcommands, with options of both", () => {
    const git = compileProgram({
      names: "git",
      parser: "gnu",
      globalOptions: "-C <folder>",
      commands: { "log l": { options: "-p", operands: "read*" } },
    });
    expect(shown(readArguments(git, ["-C", "a", "l", "-p", "b"].map(knownWord)))).toBe("a:folder b:read");
    expect(readArguments(git, ["evil"].map(knownWord)).refusals).toHaveLength(1);
  });

  it("reads tar's bare cluster and its values in order", () => {
    const tar = compileProgram({
      names: "tar",
      parser: "tar",
      options: "-c\n-f <write>\n-X <read>",
      operands: "read*",
    });
    expect(shown(readArguments(tar, ["cfX", "a.tar", "list", "b"].map(knownWord)))).toBe(
      "a.tar:write list:read b:read",
    );
  });

  it("reads find's expression by the number of words that each part takes", () => {
    const find = compileProgram({
      names: "find",
      parser: "find",
      options: "-mtime <text>\n-name <text>\n! -delete",
      operands: "list*",
    });
    expect(shown(readArguments(find, [".", "-mtime", "-7", "-name", "-x"].map(knownWord)))).toBe(
      "-7:text -x:text .:list",
    );
    expect(readArguments(find, [".", "-evil"].map(knownWord)).refusals).toHaveLength(1);
  });
});

function reads(words: string): ReturnType<typeof readArguments> {
  return readArguments(compileProgram(TOOL), words.split(" ").map(knownWord));
}

function shown({ pieces }: ReturnType<typeof readArguments>): string {
  return pieces.map(({ kind, value }) => `${value.text ?? "?"}:${kind}`).join(" ");
}

describe("words that a rule spells", () => {
  it("leave the rest to be read", () => {
    const words = ["-e", "--", "-x", "sh"].map(knownWord);
    const read = readArguments(compileProgram(TOOL), words, 2);
    expect(read.refusals).toEqual([]);
    expect(read.options.map(({ option }) => option.name)).toEqual(["-e", "-x"]);
  });
});
