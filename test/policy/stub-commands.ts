import fc from "fast-check";

import { singleQuoted } from "./generated-commands.js";

const PROGRAMS = ["alpha", "beta", "gamma", "fail", "says"];
const DISGUISED = [
  `al""pha`,
  String.raw`\beta`,
  String.raw`$'\x61lpha'`,
  "{alpha,x}",
  "$P",
  "$(says)",
  "'alpha x'",
  "alph?",
];
const WORDS = [
  "x",
  "-n",
  "--opt=1",
  "a.txt",
  "sub/d.txt",
  "'a b'",
  '"a  b"',
  String.raw`a\ b`,
  String.raw`$'\x61\nb'`,
  `""`,
  "$X",
  '"$X"',
  '"$P"',
  '"sub/$P"',
  "sub/*.txt",
  "{a,b}.txt",
  '"${P%a}"',
  '"$1"',
  '"$(says)"',
  '"${X:-d}"',
  "$P",
  "$HOME",
  '"$HOME/x"',
  "~",
  "~/x",
  "$PWD",
  "x~",
  "*.txt",
  "sub/*",
  "none*",
  "{x,y}",
  "x{1..3}",
  "$(says)",
  '"$(says)"',
  "`says`",
  "${X:-d}",
  '"${X:-$(beta y)}"',
  "$((1+2))",
  "${#P}",
  "$@",
  '"$@"',
  "$?",
  "=",
  "a=b",
  "'$(beta)'",
  "\"$(cat <<'E'\nx $y `z`\nE\n)\"",
  "<(beta in)",
  "#no",
  "!",
  "[x]",
  "${P%a}",
  "$'a\\'b'",
];
const REDIRECTS = [
  "> o1",
  "2> o2",
  '>> "o 3"',
  "&> o4",
  ">| o5",
  "> sub/o6",
  "> $X",
  "> $P",
  "< a.txt",
  "2>&1",
  "> /dev/null",
  "<> o7",
  "{fd}> o8",
  "> >(beta out)",
  "< <(beta in)",
  "<<< 'beta'",
  ">& o9",
  "&>> o10",
  "> o*",
  "> {o11,o12}",
];
const SETTINGS = ["FOO=1", "BAR=1", "FOO=$(beta set)", "P=alpha", "FOO=a\\ b", "FOO+=x", "BAR=(1 2)"];

const word = fc.constantFrom(...WORDS);
const simple = fc
  .tuple(
    orNothing(5, SETTINGS),
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...PROGRAMS) },
      { weight: 1, arbitrary: fc.constantFrom(...DISGUISED) },
    ),
    fc.array(word, { maxLength: 3 }),
    orNothing(2, REDIRECTS),
  )
  .map(([setting, program, words, redirect]) =>
    [setting, program, ...words, redirect].filter((part) => part !== "").join(" "),
  );
// A body that cannot call the function itself: bash would do that for ever.
const body = fc
  .tuple(fc.constantFrom("alpha", "beta"), fc.array(word, { maxLength: 2 }))
  .map(([p, words]) => [p, ...words].join(" "));

const LITTLE = [
  "cd sub",
  "cd missing",
  "{ cd sub && cd ..; }",
  "cd",
  "export FOO=1",
  "FOO=1",
  "P=beta",
  "unset FOO",
  "> o13",
  "true",
  "set -- alpha y",
];
const JOINTS = [" && ", " || ", "; ", " | ", " |& ", " & ", "\n", " ; cd sub; ", " && cd sub && "];
const WRAPPERS = [
  "env",
  "env FOO=1",
  "env -u FOO",
  "timeout 5",
  "timeout -k 1 5s",
  "nice -n 1",
  "nice",
  "nohup",
  "command",
  "exec",
  "xargs",
  "xargs -n 1",
  "time",
  "!",
  "time -p",
  "env -i",
];

/**
 * Commands that a stub shell can run: nothing in them reaches out of its directory, loops for ever or calls itself.
 */
export const stubCommand: fc.Arbitrary<string> = fc.letrec<{ any: string }>((tie) => {
  const inner = tie("any");
  return {
    any: fc.oneof(
      { maxDepth: 3, depthIdentifier: "stub" },
      { weight: 5, arbitrary: simple },
      { weight: 1, arbitrary: fc.constantFrom(...LITTLE) },
      {
        weight: 5,
        arbitrary: fc.tuple(inner, fc.constantFrom(...JOINTS), inner).map((parts) => parts.join("")),
      },
      {
        weight: 2,
        arbitrary: fc.tuple(fc.constantFrom(...WRAPPERS), simple).map((parts) => parts.join(" ")),
      },
      { weight: 1, arbitrary: inner.map((inner) => `(${inner}\n)`) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(inner, fc.constantFrom("", ...REDIRECTS))
          .map(([inner, to]) => `{ ${inner}\n} ${to}`),
      },
      { weight: 1, arbitrary: inner.map((inner) => `alpha "$(${inner}\n)"`) },
      {
        weight: 1,
        arbitrary: fc.tuple(inner, inner, inner).map(([a, b, c]) => `if ${a}\nthen ${b}\nelse ${c}\nfi`),
      },
      {
        weight: 1,
        arbitrary: fc.tuple(word, inner).map(([word, inner]) => `for P in alpha ${word}; do ${inner}\ndone`),
      },
      { weight: 1, arbitrary: inner.map((inner) => `while fail; do ${inner}\ndone`) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(word, inner, inner)
          .map(([word, a, b]) => `case ${word} in x) ${a}\n;; *) ${b}\n;; esac`),
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.constantFrom("gamma", "f"), body, inner)
          .map(([f, body, inner]) => `${f}() { ${body}\n}; ${f} z; ${inner}`),
      },
      {
        weight: 2,
        arbitrary: fc
          .tuple(fc.constantFrom("bash -c", "bash -ec", "eval", "trap", "env bash -c"), inner)
          .map(([shell, inner]) => `${shell} ${singleQuoted(inner)}${shell === "trap" ? " EXIT" : ""}`),
      },
      { weight: 1, arbitrary: inner.map((inner) => `bash <<'E2'\n${inner}\nE2`) },
      { weight: 1, arbitrary: inner.map((inner) => `cat <<'E3' | bash\n${inner}\nE3`) },
      { weight: 1, arbitrary: inner.map((inner) => `echo ${singleQuoted(inner)} | bash`) },
      { weight: 1, arbitrary: inner.map((inner) => `bash <<< ${singleQuoted(inner)}`) },
      { weight: 1, arbitrary: inner.map((inner) => `cat <<E4\n$(${inner}\n)\nE4`) },
      { weight: 1, arbitrary: simple.map((simple) => `find . -name '*.txt' -exec ${simple} {} \\;`) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          "says | bash",
          "eval $(says)",
          ". <(says)",
          "says | xargs env",
          ". ./a.txt",
          "bash < a.txt",
          "cat a.txt | bash -s x",
          "says | xargs",
          "says | xargs -I{} {}",
          "says | xargs -I{} bash -c {}",
          "says | xargs timeout 5",
          "says | xargs bash -c",
          "says | xargs -n 2 nice env",
          "says | xargs bash",
          "says | xargs env FOO=1",
          "says | xargs command",
          "find . -name a.txt -exec env beta {} +",
          "find . -name a.txt -exec env {} \\;",
          "find . -name a.txt -exec bash {} \\;",
          "find sub -execdir alpha {} \\;",
          "env -C sub alpha",
          "env -S 'alpha x'",
          "env P=beta bash -c '$P x'",
          "bash -c 'alpha \"$@\"' x y",
          "bash -c '$0 y' alpha",
          "bash -s x <<< 'alpha $1'",
          "command -v alpha",
          "command -p alpha",
          "builtin eval 'alpha x'",
          "exec -a beta alpha",
          "read P <<< beta; $P",
          "printf -v P beta; $P x",
          "mapfile -C beta -c 1 < a.txt",
          "[[ 'a[$(beta)]' -eq 1 ]]",
          "P='a[$(beta)]'; alpha $((P))",
          "P='$(beta)'; alpha ${P@P}",
          "test -v 'a[$(beta)]'",
          "let 'x[$(beta)]=1'",
          "((x[$(beta)]))",
          "declare -i x='a[$(beta)]'",
          'X=(alpha y); "${X[@]}"',
          "alpha &\nwait; beta",
          "shopt -s expand_aliases\nalias alpha='beta z'\nalpha",
          "function alpha { beta; }\nalpha",
          'set -- beta y; "$@"',
          "enable -n echo; echo x",
          "cd sub && alpha && cd - && beta",
          "pushd sub; alpha; popd; beta",
          "CDPATH=sub cd deep && alpha",
          "cd -P sub && alpha",
          "cd -- sub && alpha",
          "cd sub deep; alpha",
          "cd ''; alpha",
          "cd $X && alpha",
          "coproc alpha x",
          "alias alpha=beta\nalpha",
          "PATH= alpha",
          "hash -p beta alpha; alpha",
        ),
      },
    ),
  };
}).any;

/** One of them, `weight` times less often than nothing. */
function orNothing(weight: number, choices: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight, arbitrary: fc.constant("") },
    { weight: 1, arbitrary: fc.constantFrom(...choices) },
  );
}
