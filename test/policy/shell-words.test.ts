import { describe, expect, it } from "vitest";

import { knownWord, type Word } from "../../src/policy/shell/command-part.js";
import { readCommand } from "../../src/policy/shell/read-command.js";

const PLACE = { cwd: "/home/ada/app", home: "/home/ada", entries: () => [] };

/** The words that a program gets for this one, or why that cannot be told. */
function read(word: string, place = PLACE): readonly Word[] | string {
  const result = readCommand(`x ${word}`, place);
  return result.ok ? (result.parts.at(-1)?.words.slice(1) ?? []) : result.why;
}

const OPAQUE: Word = { text: undefined, start: "", count: "one" };

describe("a word that is known", () => {
  it.each([
    ["abc", "abc"],
    ["'a b'", "a b"],
    [`"a b"'c'd`, "a bcd"],
    ["a\\ b\\$c", "a b$c"],
    [`"a\\$b\\"c\\d"`, 'a$b"c\\d'],
    ["$'a\\tb\\x72\\u006d'", "a\tbrm"],
    ["''", ""],
    ["~", "/home/ada"],
    ["~/x", "/home/ada/x"],
    ["'~'/x", "~/x"],
    ["\\~", "~"],
    ["a~", "a~"],
    ["HEAD~1", "HEAD~1"],
    ["HEAD^", "HEAD^"],
    ["$HOME/x", "/home/ada/x"],
    ['"${HOME}/x"', "/home/ada/x"],
    ['"$PWD"', "/home/ada/app"],
    ['"$PWD":/app', "/home/ada/app:/app"],
    ['"$PWD:/app"', "/home/ada/app:/app"],
    ['"$(pwd)/x"', "/home/ada/app/x"],
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
    ['"^(a|b)$"', "^(a|b)$"],
    [`"$(cat <<'EOF'\nit's $x\n\nEOF\n)"`, "it's $x"],
    [`"a $(cat <<EOF\nb\nEOF\n) c"`, "a b c"],
  ])("%j", (word, text) => {
    expect(read(word)).toEqual([knownWord(text)]);
  });

  it.each([
    ["{a,b}", ["a", "b"]],
    ["x{,.bak}", ["x", "x.bak"]],
    ["{a,b}{c,d}", ["ac", "ad", "bc", "bd"]],
    ["{~/.ssh/id_rsa,x}", ["/home/ada/.ssh/id_rsa", "x"]],
    ["~/{a,b}", ["/home/ada/a", "/home/ada/b"]],
    ["a{1..3}b", ["a1b", "a2b", "a3b"]],
    ["{9..1..4}", ["9", "5", "1"]],
    ["--{a,b}=c", ["--a=c", "--b=c"]],
  ])("becomes several by a list in braces: %s", (word, texts) => {
    expect(read(word)).toEqual(texts.map(knownWord));
  });
});

describe("a word that is one and not known", () => {
  it.each<[word: string, expected: Partial<Word>]>([
    ['"$X"', {}],
    ['"$1"', {}],
    ['"$*"', {}],
    ['"src/${X}.ts"', { start: "src/" }],
    ['"$(a)"', {}],
    ['"${X:-y}"', {}],
    ['"${X%.ts}"', {}],
    ['"${X:1:2}"', {}],
    ['a"$X"', { start: "a" }],
    ["-j$(nproc)", { start: "-j" }],
    ["$((1 + 2))", { isNumber: true }],
    ["$?", { isNumber: true }],
    ['"$#"', { isNumber: true }],
    ['"${#X}"', { isNumber: true }],
    ["<(a)", { isPipe: true }],
    ['"$(cat <<EOF\n$x\nEOF\n)"', {}],
    [`"$(cat x <<'EOF'\na\nEOF\n)"`, {}],
    [`"$(cat <<'EOF'\na\nEOF\nb)"`, {}],
  ])("%j", (word, expected) => {
    expect(read(word)).toEqual([{ ...OPAQUE, ...expected }]);
  });
});

describe("files", () => {
  it.each<[word: string, start: string, globs: string[]]>([
    ["*.ts", "", ["*.ts"]],
    ["src/*.ts", "src/", ["src/*.ts"]],
    ['"src"/*.ts', "src/", ["src/*.ts"]],
    ["src/**/a?.ts", "src/", ["src/**/a?.ts"]],
    ["[a-c]x", "", ["[a-c]x"]],
    ["[!x]*", "", ["[!x]*"]],
    ["~/*.ts", "/home/ada/", ["/home/ada/*.ts"]],
    ['"$PWD"/*', "/home/ada/app/", ["/home/ada/app/*"]],
    ["src/*.{ts,js}", "src/", ["src/*.ts", "src/*.js"]],
    [".[a-z]*", ".", [".[a-z]*"]],
  ])("%j", (word, start, globs) => {
    expect(read(word)).toEqual(globs.map((glob) => ({ text: undefined, start, count: "files", glob })));
  });
});

describe("a word that shells expand or evaluate in their own ways", () => {
  it.each<[word: string, why: string]>([
    ["$X", "has $X without quotes, which may become several words"],
    ["src/$X", "has $X without quotes, which may become several words"],
    ["${X}", "has $X without quotes, which may become several words"],
    ["${X:-y}", "has ${X…} without quotes, which may become several words"],
    ["$(a)", "has a substitution without quotes, which may become several words"],
    ["a`b`", "has a substitution without quotes, which may become several words"],
    ["$(nproc)", "has a substitution without quotes, which may become several words"],
    ["$!", "has $! without quotes, which may become several words"],
    ['"$@"', "has $@, which may be several words"],
    ["$*", "has $*, which may be several words"],
    ['"${a[@]}"', "has a subscript, which shells evaluate"],
    ["${a[1]}", "has a subscript, which shells evaluate"],
    ["$HOME['$(a)1']", "has $HOME with something behind it that zsh reads as part of it"],
    ['"$x[1]"', "has $x with something behind it that zsh reads as part of it"],
    ["$HOME:h", "has $HOME with something behind it that zsh reads as part of it"],
    ['"$#x"', "has $# with something behind it that zsh reads as part of it"],
    ["$HOMEé", "has $HOME with something behind it that zsh reads as part of it"],
    ["${x@P}", "expands ${…@P}"],
    ["${(%)x}", "has an expansion that shells read differently"],
    ['"${x^^}"', "has an expansion that cannot be read"],
    ['"${x:y}"', "has a slice whose bounds are not known to be numbers"],
    ["$=x", "has a dollar sign that shells read differently"],
    ['"$~x"', "has a dollar sign that shells read differently"],
    ["~bob/x", "has a home folder that is not known"],
    ["~+", "has a home folder that is not known"],
    ["~1", "has a home folder that is not known"],
    ['~"x"', "has a home folder that is not known"],
    ['""~/x', "has a word that shells expand differently"],
    ['"$x"=ls', "has a word that shells expand differently"],
    ["of=~/x", "has a tilde that shells read differently"],
    ["a:~/x", "has a tilde that shells read differently"],
    ["=ls", "has a word that zsh replaces with a program's path"],
    ['="ls"', "has a word that zsh replaces with a program's path"],
    ['$"a"', "has a quoted text that shells read differently"],
    ["$'a\\xe9'", "has a quoted text that shells read differently"],
    ["$'a\\0b'", "has a quoted text that shells read differently"],
    ["$'\\q'", "has a quoted text that shells read differently"],
    ["{a,{b,c}}", "has braces that shells read differently"],
    ["{a..c}", "has braces that shells read differently"],
    ["{1..101}", "has braces that shells read differently"],
    ["{,a}", "has braces that shells read differently"],
    ["$x{a,b}", "has $x without quotes, which may become several words"],
    ["a}", "has braces that shells read differently"],
    ["{=ls,b}", "has a word that zsh replaces with a program's path"],
    ["[a", "has a bracket that shells read differently"],
    ["['x']", "has a pattern that shells read differently"],
    [".*", "has a pattern that may match the folder above"],
    ["..?", "has a pattern that may match the folder above"],
    ["a**", "has a pattern that shells read differently"],
    ["*^a", "has a pattern that shells read differently"],
    ['"$x"/*', "has a word that may become several"],
    ["@(a|b)", "has a pattern with parentheses, which zsh may run"],
    ["a<(b)", "has a word that shells read differently"],
  ])("%j: the command %s", (word, why) => {
    expect(read(word)).toBe(why);
  });

  it("is an unquoted $HOME that would be split", () => {
    const place = { ...PLACE, home: "/home/a b" };
    expect(read("$HOME/x", place)).toBe("has $HOME without quotes, which may become several words");
    expect(read('"$HOME/x" ~/x', place)).toEqual([knownWord("/home/a b/x"), knownWord("/home/a b/x")]);
  });
});
