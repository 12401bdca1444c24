import { describe, expect, it } from "vitest";

import type { Word } from "../../src/policy/shell/command-part.js";
import { readCommand } from "../../src/policy/shell/read-command.js";

const NAMES: Readonly<Record<string, readonly string[]>> = {
  "/home/ada/app/src": ["a.ts", "b.ts"],
  "/home/ada/app/odd": ["a.ts", "b c.ts"],
};
const PLACE = {
  cwd: "/home/ada/app",
  home: "/home/ada",
  entries: (directory: string) => NAMES[directory]?.map((name) => ({ name, kind: "file" as const })),
};

/** The words that `a` gets, or why that cannot be told. */
function wordsOf(command: string): readonly Word[] | string {
  const read = readCommand(command, PLACE);
  if (!read.ok) return read.why;
  return read.parts.find(({ words }) => words[0]?.text === "a")?.words.slice(1) ?? [];
}

const OPAQUE: Word = { text: undefined, start: "", count: "one" };
const NUMBER: Word = { ...OPAQUE, isNumber: true };

function known(text: string): Word {
  return { text, start: text, count: "one" };
}

function oneOf(start: string, ...values: string[]): Word {
  return { text: undefined, start, count: "one", values };
}

function oneFile(glob: string, start: string): Word {
  return { text: undefined, start, count: "one", glob };
}

describe("a variable that the command has set", () => {
  it.each<[command: string, word: Word]>([
    ['f=src/a.ts; a "$f"', known("src/a.ts")],
    ["f=src/a.ts; a $f", known("src/a.ts")],
    ['f=src && a "$f/x"', known("src/x")],
    ['f=~/x; a "$f"', known("/home/ada/x")],
    ['f="a b"; a "$f"', known("a b")],
    ['f=*; a "$f"', known("*")],
    ['export f=x; a "$f"', known("x")],
    ['f=1; g="$f$f"; a "$g"', known("11")],
    ['f=x; (f=y); a "$f"', known("x")],
    ['f=x; true & a "$f"', known("x")],
    ['f=x; y="$(f=z)"; a "$f"', known("x")],
    ["f=x; eval 'a \"$f\"'", known("x")],
    ["bash -c 'f=x; a \"$f\"'", known("x")],
    ["f=x bash -c 'a \"$f\"'", known("x")],
    ["env f=x bash -c 'a \"$f\"'", known("x")],
    ['cd src && a "$PWD"', known("/home/ada/app/src")],
    ['cd src && a "$(pwd)/x"', known("/home/ada/app/src/x")],
    ['if x; then f=1a; else f=1b; fi; a "$f"', oneOf("1", "1a", "1b")],
    ['x && f=p || f=q; a "$f"', oneOf("", "p", "q")],
    ['f=x; b | f=y; a "$f"', oneOf("", "x", "y")],
    ['for f in x y; do a "$f.ts"; done', oneOf("", "x.ts", "y.ts")],
    ["for f in x y; do a $f; done", oneOf("", "x", "y")],
    ['for f in src/*.ts; do a "$f"; done', oneFile("src/*.ts", "src/")],
    ['for f in src/*.ts; do a "$f.bak"; done', oneFile("src/*.ts.bak", "src/")],
    ['for f in src/*.ts; do a "./$f"; done', oneFile("./src/*.ts", "./src/")],
    ['for f in src/*.ts; do g="$f"; a "$g"; done', oneFile("src/*.ts", "src/")],
    ['for d in */; do a "$d"*.ts; done', { text: undefined, start: "", count: "files", glob: "*/*.ts" }],
    ["for i in 1 2; do a $i; done", { ...oneOf("", "1", "2"), isNumber: true }],
    ["for i in $(seq 3); do a $i; done", NUMBER],
    ["for ((i = 0; i < 3; i++)); do a $i; done", NUMBER],
    ["i=0; while x; do a $i; i=$((i + 1)); done", NUMBER],
    ["x; n=$?; a $n", NUMBER],
    ["x & a $!", NUMBER],
    ["SECONDS=0; x; a $SECONDS", NUMBER],
  ])("%s", (command, word) => {
    expect(wordsOf(command)).toEqual([word]);
  });
});

describe("a variable that may hold something else", () => {
  it.each([
    'a "$f"',
    'x && f=y; a "$f"',
    'f=x; f+=y; a "$f"',
    'read -r f; a "$f"',
    'while read -r f; do a "$f"; done',
    'while IFS= read -r f; do a "$f"; done < list',
    'f=x; unset f; a "$f"',
    'f=x; : "${f:=y}"; a "$f"',
    'x | f=y; a "$f"',
    "f=x; bash -c 'a \"$f\"'",
    'f=x; for i in 1 2; do a "$f"; f="$f"y; done',
    'f=x; while b; do f=y; c && break; f=x; done; a "$f"',
    'f=x; while b; do f=y; c && continue; f=x; done; a "$f"',
    'f=x; case $y in p) f=y;; esac; f="$f$g"; a "$f"',
    'select f in x y; do a "$f"; done',
    'f=x; printf -v f %s y; a "$f"',
    // zsh stops the text at the pattern, and goes on behind it.
    'f=x; eval "printf %s none*; f=y"; a "$f"',
    'a "$OLDPWD"',
    "PWD=/x bash -c 'a \"$PWD\"'",
    'cd "$x" && a "$PWD"',
    'f=x f=$f b; a "${f%x}"',
  ])("%s", (command) => {
    expect(wordsOf(command)).toEqual([OPAQUE]);
  });
});

describe("without quotes", () => {
  it.each<[command: string, why: string]>([
    ["f='x y'; a $f", "has $f without quotes, which may become several words"],
    ["f='*'; a $f", "has $f without quotes, which may become several words"],
    ["f=; a $f", "has $f without quotes, which may become several words"],
    ["for f in x 'y z'; do a $f; done", "has $f without quotes, which may become several words"],
    ["read -r f; a $f", "has $f without quotes, which may become several words"],
    ["for f in odd/*.ts; do cat $f; done", "has $f without quotes, which may become several words"],
    ["for f in none/*.ts; do cat $f; done", "has $f without quotes, which may become several words"],
    [
      "touch 'src/x -y.ts'; for f in src/*.ts; do cat $f; done",
      "has a variable without quotes that may hold the name of a new file",
    ],
    ["for f in src/*.ts; do cd odd; cat $f; done", "has $f without quotes, which may become several words"],
    [
      "for f in odd/*.ts; do cd /home/ada/app; cat $f; done",
      "has $f without quotes, which may become several words",
    ],
    [
      "for f in src/*.ts; do cat $f; cd /home/ada/app; done",
      "has a variable without quotes that may hold the name of a new file",
    ],
    [
      "for f in src/*.ts; do cat $f > src/x; done",
      "has a variable without quotes that may hold the name of a new file",
    ],
  ])("%s: the command %s", (command, why) => {
    expect(wordsOf(command)).toBe(why);
  });

  it("a name stays one where all that match now are plain, and nothing makes others", () => {
    const read = readCommand("for f in src/*.ts; do wc -l $f; done", PLACE);
    expect(read.ok && read.parts[0]?.words[2]).toEqual(oneFile("src/*.ts", "src/"));
  });
});

describe("assignments have values", () => {
  it.each<[command: string, assignments: readonly (readonly [string, Word])[]]>([
    ["CI=1 a", [["CI", known("1")]]],
    ['X="$y" a', [["X", OPAQUE]]],
    [
      "X=1; Y=2 a",
      [
        ["X", known("1")],
        ["Y", known("2")],
      ],
    ],
    ["X=1; X=2 a", [["X", known("2")]]],
    [
      "X=1 Y=$X a",
      [
        ["X", known("1")],
        ["Y", OPAQUE],
      ],
    ],
    ["export X=1; a", [["X", known("1")]]],
    [
      "env X=1 'Y=a b' a",
      [
        ["X", known("1")],
        ["Y", known("a b")],
      ],
    ],
    ['env "X=p$y" a', [["X", { ...OPAQUE, start: "p" }]]],
    ["env -u X a", [["X", OPAQUE]]],
    ["X=*.ts a", [["X", known("*.ts")]]],
    ["X+=1 a", [["X", OPAQUE]]],
    ["x & a", []],
  ])("%s", (command, assignments) => {
    const part = readCommand(command, PLACE).parts.find(({ words }) => words[0]?.text === "a");
    expect(part?.assignments.map(({ name, value }) => [name, value])).toEqual(assignments);
  });

  it("and standard input its text", () => {
    const commands = ["a <<< 'x y'", "a <<'E'\nx $y\nE", "a <<E\nx $y\nE", "a < f", "a"];
    expect(commands.map((command) => readCommand(command, PLACE).parts.at(-1)?.input)).toEqual([
      "x y\n",
      "x $y\n",
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe("arithmetic that may fail, after which bash goes on with the next line", () => {
  it.each([
    "a $((1 / 0))",
    "x=1; a $((5 / x))",
    "x=1; ((x %= x))",
    "a $((1 +))",
    "a $((1 2))",
    "a $((1 = 2))",
    "a $(( ))",
    "a $((08))",
    "x=08; a $((x))",
    "a $((1.5))",
    "a $((2 ** 3))",
    "a $((16#ff))",
    'a "${x:0:-1}"',
    "shopt -s failglob; a *",
  ])("is not read: %s", (command) => {
    expect(readCommand(command, PLACE)).toMatchObject({ ok: false });
  });

  it.each([
    "a $((1 + 2 * (3 - 4) / 5 % 6))",
    "x=1; a $((x++ + ++x, x += 2, x <<= 1))",
    "x=1; a $((x > 1 ? x : (x = 2)))",
    "x=1; a $(( !x && ~x || -x == +x ))",
    "x=1; a $(($x + ${x} - $? & $#))",
  ])("and what cannot fail is: %s", (command) => {
    expect(wordsOf(command)).toEqual([NUMBER]);
  });
});

describe("a variable that means something to a shell", () => {
  it.each([
    "COLUMNS='psvar[$(touch pwn)1]' true",
    "COLUMNS=x; a",
    'LINES="$x" a',
    "read SECONDS; a",
    "for RANDOM in x; do a; done",
    "env COLUMNS=x a",
    "path=/x; a",
    "read path; a",
    "for status in x; do a; done",
    "printf -v options %s x; a",
    "PS4='$(x)'; set -x; a",
    "PROMPT_COMMAND=x; a",
    "BASH_ENV=x bash -c a",
    "ENV=x sh -c a",
    "SHELLOPTS=x a",
    "GLOBIGNORE=x; a *",
    "POSIXLY_CORRECT=1; a",
    "NULLCMD=x; > f",
    "STTY=x a",
    "TMPPREFIX=/x a",
    "IFS=,; a",
    "HOME=/; a",
    "((i = 1)); i='psvar[$(x)1]'; a",
    "i='psvar[$(x)1]'; ((i = 1)); a",
    "readonly f=x; f=y; a",
    "trap 'f=y' INT; f=x; a",
    "trap 'cd /' ERR; a",
  ])("makes the command unreadable: %s", (command) => {
    expect(readCommand(command, PLACE)).toMatchObject({ ok: false });
  });

  it.each([
    "COLUMNS=120 a",
    "LINES=$? a",
    "OPTIND=1; a",
    "LANG=C a",
    "TERM=dumb a",
    "HOME=/tmp a",
    "PATH=/x a",
  ])("may be set to what does no harm, for a rule to judge: %s", (command) => {
    expect(readCommand(command, PLACE)).toMatchObject({ ok: true });
  });
});
