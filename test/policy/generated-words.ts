import fc from "fast-check";

import { SHOW } from "./two-shells.js";

/** Pieces of words; nothing in them may run but `echo`. */
const PIECES = [
  ..."a b c x.ts src / . .. - -- = == : , ~ ~/ + % @ ! # ^ \\a \\* \\$ \\~ \\{ ' \" { } {a,b} {,.bak} {1..3} {3..1} {1..9..4}".split(
    " ",
  ),
  ..."{~/a,b} {=ls,b} {../a,b} {a,{b,c}} [ ] [1] [a-c] [!x] [[:alpha:]] * ? ** .* $ $x $HOME ${HOME} $PWD $? $# $$ $! $@ $* $1".split(
    " ",
  ),
  ..."$BLANKS ${BLANKS} $STAR $EMPTY $CODE $UNSET ${UNSET:-a} ${HOME%/*} ${#HOME} ${HOME:1:2} ${HOME:h} :h :/ $HOME[1]".split(
    " ",
  ),
  "$'\\x61'",
  "$'a\\tb'",
  "$'\\q'",
  '$"a"',
  "''",
  '""',
  "'a b'",
  "'$(touch pwn)'",
  "'*'",
  '"$HOME"',
  '"$BLANKS"',
  '"$STAR"',
  '"$EMPTY"',
  '"$CODE"',
  '"$UNSET"',
  '"$@"',
  '"$*"',
  '"${UNSET:-a b}"',
  '"${HOME##*/}"',
  '"$HOME:/x"',
  '"$HOME:h"',
  '"$HOME[1]"',
  '"a$"',
  '"$#x"',
  '"\\$x \\a"',
  "\\ ",
  "$(echo a)",
  '"$(echo a b)"',
  "`echo a`",
  "$((1 + 2))",
  "[\"'$(touch pwn)1'\"]",
  "['$(touch pwn)1']",
  "of=~/x",
  "HEAD@{1}",
  "HEAD~1",
  "HEAD^",
  "src/*.ts",
  "src/*.{ts,js}",
  "*.ts",
  "sub/**/*.ts",
  "./*",
  "ünï",
  "${+HOME}",
  '"${^HOME}"',
  '"${${HOME}}"',
  '"${(e)HOME}"',
  '"${HOME:t}"',
  '"${HOME:0:3}"',
  '"${HOME/#\\//x}"',
  '"${HOME:#x}"',
  '"${CODE:-$CODE}"',
  "<1-3>",
  "(a|b)",
  "*(N)",
  "*(e:'touch pwn':)",
  "$(<x.ts)",
  "$'\\0'",
  "=(echo a)",
  "<(echo a)",
  "\\[",
  "a\\{b,c\\}",
] as const;

const anyWord = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 4 })
  .map((pieces) => pieces.join(""));

/** One or two words, so that what one of them swallows is seen. */
export const anyWords: fc.Arbitrary<string> = fc
  .array(anyWord, { minLength: 1, maxLength: 2 })
  .map((words) => words.join(" "));

/** Each alone, and each between two letters. */
export const FIXED_WORDS: readonly string[] = PIECES.flatMap((piece) => [
  piece,
  `a${piece}`,
  `${piece}a`,
  `"${piece.replaceAll('"', "")}"`,
  `$HOME${piece}`,
  `"$HOME"${piece}`,
  `\${HOME}${piece}`,
  `"$HOME${piece.replaceAll('"', "")}"`,
  `"\${HOME}${piece.replaceAll('"', "")}"`,
  `"$UNSET"${piece}`,
  `$?${piece}`,
  `"$#${piece.replaceAll('"', "")}"`,
]);

const VALUES = [
  "a",
  "src/a.ts",
  "'a b'",
  "'*'",
  "$((1 + 1))",
  "1",
  "$(echo a)",
  "~/a",
  "*.ts",
  "{a,b}",
  '"$f"x',
  "$g",
  "$BLANKS",
  "''",
  "'$(touch pwn)'",
  "$?",
  "$CODE",
];
const USES = [
  "$f",
  '"$f"',
  '"src/$f"',
  "${f}",
  '"${f}.ts"',
  '"$f"/*.ts',
  "$((f))",
  '"$g"',
  "$g",
  '"$f$g"',
  "{a,b}$f",
  '"${f%.ts}"',
  "$!",
];
const LISTS = [
  "a b",
  "1 2 3",
  "{1..3}",
  "src/*.ts",
  "plain/*.ts",
  '"$BLANKS" a',
  "'a b' c",
  "$f x",
  "*/",
  "$(seq 1 3)",
  "none/*",
];

const name = fc.constantFrom("f", "g");
const assignment = fc.tuple(name, fc.constantFrom(...VALUES)).map((parts) => parts.join("="));
const show = fc
  .array(fc.constantFrom(...USES), { minLength: 1, maxLength: 2 })
  .map((words) => SHOW + words.join(" "));

/** Lines that set variables and show them; no loop goes on for ever. */
export const anyLine: fc.Arbitrary<string> = fc.letrec<{ any: string; list: string }>((tie) => {
  const list = tie("list");
  return {
    list: fc
      .tuple(fc.array(tie("any"), { minLength: 1, maxLength: 3 }), fc.constantFrom("; ", "\n"))
      .map(([lines, between]) => lines.join(between)),
    any: fc.oneof(
      { maxDepth: 2, depthIdentifier: "line" },
      { weight: 4, arbitrary: show },
      { weight: 3, arbitrary: assignment },
      { weight: 1, arbitrary: assignment.map((text) => `export ${text}`) },
      { weight: 1, arbitrary: fc.tuple(assignment, show).map((parts) => parts.join(" ")) },
      {
        weight: 2,
        arbitrary: fc
          .tuple(name, fc.constantFrom(...LISTS), list)
          .map(([variable, items, body]) => `for ${variable} in ${items}; do ${body}; done`),
      },
      {
        weight: 1,
        arbitrary: fc.tuple(list, list).map(([a, b]) => `if [ "$UNSET" ]; then ${a}; else ${b}; fi`),
      },
      { weight: 1, arbitrary: fc.tuple(tie("any"), tie("any")).map((parts) => parts.join(" && ")) },
      { weight: 1, arbitrary: fc.tuple(tie("any"), tie("any")).map((parts) => parts.join(" || ")) },
      { weight: 1, arbitrary: list.map((body) => `( ${body} )`) },
      { weight: 1, arbitrary: list.map((body) => `{ ${body}; }`) },
      { weight: 1, arbitrary: fc.tuple(list, list).map(([a, b]) => `{ ${a}; } | { ${b}; }`) },
      { weight: 1, arbitrary: list.map((body) => `eval '${body.replaceAll("'", String.raw`'\''`)}'`) },
      { weight: 1, arbitrary: list.map((body) => `for i in 1 2; do ${body}; break; ${body}; done`) },
      { weight: 1, arbitrary: list.map((body) => `while read -r g; do ${body}; done <<< 'x y'`) },
      { weight: 1, arbitrary: list.map((body) => `case $f in a*) ${body};; *) f=b;; esac`) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          "unset f",
          "read -r f <<< 'a b'",
          "f+=a",
          "((f = 1))",
          "((f++))",
          ": ${f:=a}",
          "printf -v f %s a",
          "readonly f=a",
          "declare f > /dev/null",
          "true &",
          "cd src",
          "cd ..",
          // Errors, after which bash goes on with the next line and zsh behind an eval.
          ": $((1 / 0))",
          ": $((f / g))",
          ": $((1 +))",
          ': "${f:0:-5}"',
          ": none*",
          "eval ': none*; f=c'",
          "[[ 08 -eq 8 ]]",
          "return 1",
          "shift 5",
        ),
      },
    ),
  };
}).list;

const HOSTILE = [
  '"$CODE"',
  '"$BASH_CODE"',
  "'psvar[$(touch pwn)1]'",
  "'a[$(touch pwn)]'",
  "'x=($(touch pwn))'",
  "'a[$(touch pwn)]=1'",
  "x='psvar[$(touch pwn)1]'",
  "x=('$(touch pwn)')",
  '"$DASH"',
  "-v",
  "-t",
  "-n",
  "-p",
  "-a",
  "-i",
  "-A",
  "-eq",
  "=",
  "-o",
  "!",
  "(",
  "1",
  "0",
  "x",
  "a",
  "''",
  "%d",
  "%n",
  "'%*d'",
  "%s",
  "-r",
  "-f",
  "--",
  "-x",
  "-u",
  "path",
  "COLUMNS=1",
  "'COLUMNS=psvar[$(touch pwn)1]'",
  "]",
  "$?",
  "$((1))",
];
const BUILTINS =
  "test [ [[ printf read wait exit return shift break export declare typeset local readonly unset set getopts umask ulimit type hash command true echo : times trap let cd mapfile print".split(
    " ",
  );
const PREFIXES = [
  "COLUMNS='psvar[$(touch pwn)1]'",
  "OPTIND='psvar[$(touch pwn)1]'",
  "x=1",
  "x='$(touch pwn)'",
  "LINES=3",
];

/** A builtin with operands of every kind, in front of a word that shows whether the shell still lives. */
export const anyBuiltin: fc.Arbitrary<string> = fc
  .tuple(
    fc.oneof(
      { weight: 6, arbitrary: fc.constant("") },
      { weight: 1, arbitrary: fc.constantFrom(...PREFIXES) },
    ),
    fc.constantFrom(...BUILTINS),
    fc.array(fc.constantFrom(...HOSTILE), { maxLength: 4 }),
    fc.constantFrom("", "", "", " ]", " ]]", " < /dev/null", " {x['$(touch pwn)']}</dev/null", " >&1"),
  )
  .map(
    ([prefix, builtin, words, end]) =>
      [prefix, builtin, ...words].filter((word) => word !== "").join(" ") + end,
  );
