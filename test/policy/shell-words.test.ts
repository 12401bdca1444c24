import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { parse } from "unbash";
import { describe, expect, it } from "vitest";
import { readCommand } from "../../src/policy/read-command.js";
import { readWord, type ShellWord, type WordContext } from "../../src/policy/shell-words.js";

const CONTEXT: WordContext = {
  home: "/home/ada",
  cwd: "/home/ada/app",
  run: () => undefined,
  assign: () => undefined,
  doubt: () => undefined,
  isNumber: (name) => name === "n",
};

function read(word: string, context: WordContext = CONTEXT): Omit<ShellWord, "syntax"> | undefined {
  const command = parse(`x ${word}`).commands[0]?.command;
  const syntax = command?.type === "Command" ? command.args[0] : undefined;
  if (syntax?.type !== "Word") return undefined;
  const { text, start, single } = readWord(syntax, context);
  return { text, start, single };
}

describe("a word that is known", () => {
  it.each([
    ["abc", "abc"],
    ["'a b'", "a b"],
    [`"a b"'c'd`, "a bcd"],
    ["a\\ b\\$c", "a b$c"],
    ["a\\\nb", "ab"],
    [`"a\\$b\\"c\\d"`, 'a$b"c\\d'],
    ["$'a\\tb\\x72\\u006d'", "a\tbrm"],
    ["''", ""],
    ["~", "/home/ada"],
    ["~/x", "/home/ada/x"],
    ["'~'/x", "~/x"],
    ["\\~", "~"],
    ["a~", "a~"],
    ["HEAD~1", "HEAD~1"],
    ["$HOME/x", "/home/ada/x"],
    ['"${HOME}/x"', "/home/ada/x"],
    ['"$PWD"', "/home/ada/app"],
    ["'*'", "*"],
    ["\\*", "*"],
    ["{}", "{}"],
    ["{a}", "{a}"],
    ["HEAD@{1}", "HEAD@{1}"],
    ["'{a,b}'", "{a,b}"],
    ["[", "["],
    ["=", "="],
    ["a=b", "a=b"],
    ["'foo$'", "foo$"],
    ['"foo$"', "foo$"],
    [`"$(cat <<'EOF'\nit's $x\n\nEOF\n)"`, "it's $x"],
    [`"a $(cat <<EOF\nb\nEOF\n) c"`, "a b c"],
  ])("%j", (word, text) => {
    expect(read(word)).toEqual({ text, start: text, single: true });
  });
});

describe("a word that only running it would tell", () => {
  it.each<[word: string, start: string, single: boolean]>([
    ["$X", "", false],
    ['"$X"', "", true],
    ["src/$X", "src/", false],
    ['"src/${X}.ts"', "src/", true],
    ["$(a)", "", false],
    ['"$(a)"', "", true],
    ["a`b`", "a", false],
    ["$((1 + 2))", "", true],
    ["$?", "", true],
    ["$n", "", true],
    ['"$@"', "", false],
    ['"${a[@]}"', "", false],
    ['"$x[@]"', "", false],
    ["<(a)", "", true],
    ["*.ts", "", false],
    ["src/*.ts", "src/", false],
    ["a?", "a", false],
    ["[ab]c", "", false],
    ["{a,b}", "", false],
    ["x{1..3}", "x", false],
    ["~bob/x", "", true],
    ["~+", "", true],
    ["~$X", "", false],
    ['~"x"', "", true],
    ["of=~/x", "", false],
    ["a:~/x", "", false],
    ["=ls", "", true],
    ['="ls"', "", true],
    ["$=x", "", false],
    ['"$~x"', "", false],
    ["$HOME:h", "", false],
    ['"$PWD[1]"', "", false],
    ['$"a"', "", true],
    ["$'a\\xe9'", "", true],
    ["$'a\\0b'", "", true],
    ["$'\\ca'", "", true],
    ["${HOME:-x}", "", false],
    ["${HOME%/*}", "", false],
    ["${x:1:2}", "", false],
    ['"$(cat <<EOF\n$x\nEOF\n)"', "", true],
    [`"$(cat x <<'EOF'\na\nEOF\n)"`, "", true],
    [`"$(cat <<'EOF'\na\nEOF\nb)"`, "", true],
  ])("%j", (word, start, single) => {
    expect(read(word)).toEqual({ text: undefined, start, single });
  });

  it("is $HOME after it was changed", () => {
    expect(read("$HOME/x", { ...CONTEXT, home: undefined })).toEqual({
      text: undefined,
      start: "",
      single: false,
    });
    expect(read("~/x", { ...CONTEXT, home: undefined })).toEqual({
      text: undefined,
      start: "",
      single: true,
    });
  });

  it("is an unquoted $HOME that would be split", () => {
    expect(read("$HOME/x", { ...CONTEXT, home: "/home/a b" })).toMatchObject({
      text: undefined,
      single: false,
    });
    expect(read('"$HOME/x"', { ...CONTEXT, home: "/home/a b" })).toMatchObject({ text: "/home/a b/x" });
    expect(read("~/x", { ...CONTEXT, home: "/home/a b" })).toMatchObject({
      text: "/home/a b/x",
      single: true,
    });
  });
});

// What bash makes of a word, by bash: nothing in the alphabet can run, and no file matches.
const pieces = fc.constantFrom(
  ..."a b c ' \" \\ $ ~ / = : , . .. { } {a,b} {1..2} [ ] ? * - + ! ^ % @ $HOME ${HOME} $PWD $'\\x61' $'\\'' '' \"\" \\$ \\\n".split(
    " ",
  ),
);
const anyWord = fc.array(pieces, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(""));

function inBash(words: readonly string[]): string[] {
  const script = words.map((word) => `printf '%s\\0' ${word}; printf '\\1\\0'`).join("\n");
  const env = { HOME: "/home/ada", PWD: "/", PATH: process.env["PATH"] };
  return execFileSync("bash", ["--norc", "-c", script], { env, cwd: "/", encoding: "utf8" }).split(
    "\u0001\0",
  );
}

describe.skipIf(process.platform === "win32")("bash agrees", () => {
  it("with every word that is said to be known, and that one word is one", () => {
    fc.assert(
      fc.property(fc.array(anyWord, { minLength: 20, maxLength: 40 }), (candidates) => {
        const words = candidates.flatMap((word) => {
          const command = `x ${word}`;
          if (!readCommand(command, { cwd: "/", home: "/home/ada" }).ok) return [];
          const { commands } = parse(command);
          if (commands.length !== 1 || commands[0]?.end !== command.length) return [];
          const value = read(word, { ...CONTEXT, cwd: "/" });
          return value?.single === true ? [{ word, value }] : [];
        });
        const results = inBash(words.map(({ word }) => word));
        for (const [index, { word, value }] of words.entries()) {
          const result = results[index] ?? "";
          const expected =
            value.text === undefined ? result.slice(0, value.start.length) : result.slice(0, -1);
          expect([word, value.start]).toEqual([word, expected]);
          expect([word, result.split("\0").length]).toEqual([word, 2]);
        }
      }),
      { numRuns: 60 },
    );
  });
});
