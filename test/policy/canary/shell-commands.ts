import { allowing, joined, plain, type Draft } from "./draft.js";
import type { Random } from "./random.js";
import { BUILTINS, ENVIRONMENT, EVALUATED, FORMS, WRAPPERS } from "./shell-forms.js";
import {
  CODE_WORDS,
  DENIED_WORDS,
  HOSTILE_TEXTS,
  OUTSIDE_FILES,
  quoted,
  READABLE,
  READABLE_WORDS,
  singleQuoted,
  WRITABLE,
} from "./words.js";

/** Makes a simple command: a program and its words. */
export type Simple = (random: Random) => Draft;

/** The builtins' own names, as far as one of the shells lacks them. */
const OWN_NAMES = BUILTINS.map((form) => /^[a-z]+/.exec(form)?.[0] ?? "").filter((name) => name !== "");

const NAMES = ["x", "f", "a", "name", "psvar", "path", "argv", "i", "HOME", "COLUMNS", "REPLY", "status"];

/** What stands behind the name in `${name…}`; `{i}` is text. */
const OPERATIONS = [
  ":-{i}",
  "-{i}",
  ":+{i}",
  "+{i}",
  ":={i}",
  "={i}",
  ":?{i}",
  "#{i}",
  "##{i}",
  "%{i}",
  "/{i}/x",
  "//t/{i}",
  "/#{i}/y",
  "^{i}",
  ",,{i}",
  ":1:{i}",
  "@{i}",
  "[{i}]",
  "",
];
/** Ways to put code into quotes, some of which do not quote where they stand. */
const QUOTES = [
  "'{c}'",
  "$'{c}'",
  '"{c}"',
  '$"{c}"',
  "\\{c}",
  "{c}",
  "'a'{c}'b'",
  "$'\\x24(./evil.sh)'",
  "''{c}",
  'a"{c}"',
  "\\'{c}\\'",
  "$'\\''{c}",
];
const CODE = [
  "$(./evil.sh)",
  "`./evil.sh`",
  "${z:-$(./evil.sh)}",
  "$((y[$(./evil.sh)]))",
  "${z:-`./evil.sh`}",
  "<(./evil.sh)",
];
const AROUND = [
  'echo "{e}"',
  "echo {e}",
  'x={e}; echo "$x"',
  'x="{e}"',
  "[[ {e} == a ]]",
  '[[ a == "{e}" ]]',
  'case "{e}" in a) true;; esac',
  "case a in {e}) true;; esac",
  "cat <<EOF\n{e}\nEOF",
  'cat <<< "{e}"',
  "cat <<< {e}",
  'for i in "{e}"; do echo "$i"; done',
  'echo "a $(echo "{e}") b"',
  "echo $(echo '{e}')",
  'export x="{e}"',
  'printf %s "{e}"',
  ": {e}",
  'echo "${w:-{e}}"',
  "true > /dev/null {e}",
];

/** Quotes within an expansion, within quotes: shells disagree about what they mean. */
function expansionCommand(random: Random): Draft {
  const inner = random.pick(QUOTES).replace("{c}", () => random.pick(CODE));
  const operation = random.pick(OPERATIONS).replace("{i}", () => inner);
  const expansion = random.chance(0.85) ? `\${${random.pick(["x", "u", "HOME", "1"])}${operation}}` : inner;
  const text = random.pick(AROUND).replace("{e}", () => expansion);
  const isSet = random.chance(0.6);
  return allowing(plain(isSet ? `x=text; ${text}` : text), { runs: ["cat", ...OWN_NAMES] });
}

/** A builtin, or syntax, with operands; no program but canaries. */
export function builtinCommand(random: Random): Draft {
  if (random.chance(0.2)) return expansionCommand(random);
  const name = random.pick(NAMES);
  const isHostile = random.chance(0.6);
  const text = random
    .pick(BUILTINS)
    .replaceAll("{n}", () => name)
    .replaceAll("{h}", () => (isHostile ? hostileWord(random) : shellWord(random)))
    .replaceAll("{w}", () => shellWord(random));
  // What one shell has built in, the other looks for as a program.
  return allowing(plain(text), { runs: [...OWN_NAMES, ...(/\bENV=/.test(text) ? ["bash", "sh"] : [])] });
}

function hostileWord(random: Random): string {
  const style = random.below(10);
  if (style < 6) return quoted(random.pick(EVALUATED), random);
  if (style < 8) return random.pick(CODE_WORDS);
  return quoted(random.pick(HOSTILE_TEXTS), random);
}

function shellWord(random: Random): string {
  const style = random.below(12);
  if (style < 4) return quoted(random.pick(["x", "one", "a b", "1", "hello", "a.txt", "-n", "src"]), random);
  if (style < 6)
    return random.pick([
      '"$x"',
      '"${x:-y}"',
      '"$HOME"',
      "$PWD",
      '"$((1+2))"',
      '"$1"',
      "$#",
      "$?",
      '"$@"',
      "$$",
    ]);
  if (style === 6) return random.pick(READABLE_WORDS);
  if (style === 7) return quoted(random.pick(READABLE), random);
  return quoted(random.pick(HOSTILE_TEXTS), random);
}

/** A command put together of others. */
export function composedCommand(random: Random, simple: Simple, depth = 0): Draft {
  return allowing(composed(random, simple, depth), { runs: OWN_NAMES });
}

function composed(random: Random, simple: Simple, depth: number): Draft {
  const part = (): Draft => {
    const style = random.below(10);
    if (style < 2 && depth < 2) return composedCommand(random, simple, depth + 1);
    return style < 4 ? builtinCommand(random) : simple(random);
  };
  const style = random.below(12);
  // A form may lead to another folder.
  if (style < 5) return widened(withFormPrograms(joined(random.pick(FORMS), part(), part())));
  if (style < 7) return wrapped(random, part());
  if (style < 9) return redirected(random, part());
  if (style === 9) return joined(`${random.pick(ENVIRONMENT)} {0}`, simple(random));
  if (style === 10) return hoisted(random, simple(random));
  return looped(random, simple(random));
}

/** The forms use `cat` and `printf` themselves. */
function withFormPrograms(draft: Draft): Draft {
  return allowing(draft, { runs: ["cat"] });
}

function wrapped(random: Random, inner: Draft): Draft {
  const [form, ...programs] = random.pick(WRAPPERS);
  const isQuoted = form.includes("'{0}'");
  const text = isQuoted ? singleQuoted(inner.text).slice(1, -1) : inner.text;
  // A form without a shell of its own takes the words of one simple command.
  return widened(allowing(joined(form, { ...inner, text }), { runs: programs }));
}

const OPERATORS = [">", ">>", "2>", "&>", ">|", "2>>", "<>", ">&", "1>"];

function redirected(random: Random, inner: Draft): Draft {
  const operator = random.pick(OPERATORS);
  const isHostile = random.chance(0.3);
  if (!isHostile) {
    const target = random.pick(WRITABLE);
    // Wherever a `cd` has led.
    const path = target.replace("./", "");
    const writes = [`/home/ada/app/${path}`, `/home/ada/app/**/${path}`];
    return allowing(joined(`{0} ${operator} ${quoted(target, random)}`, inner), { writes });
  }
  const target = random.chance(0.5)
    ? quoted(random.pick(OUTSIDE_FILES), random)
    : random.pick([
        ...DENIED_WORDS,
        ...CODE_WORDS,
        '"$f"',
        "$(pwd)/../made",
        "{x}",
        "/dev/tcp/127.0.0.1/8080",
      ]);
  if (random.chance(0.3)) return joined(`{0} < ${target}`, inner);
  // With an Edit rule, what lies in the project may be written.
  const writes = ["/home/ada/app"];
  return allowing(joined(`{0} ${operator} ${target}`, inner), { writes });
}

/** The last word of the command in a variable. */
function hoisted(random: Random, inner: Draft): Draft {
  const at = inner.text.lastIndexOf(" ");
  if (at === -1 || inner.text.includes("\n")) return inner;
  const [head, word] = [inner.text.slice(0, at), inner.text.slice(at + 1)];
  const use = random.pick(['"$f"', "$f", '"${f}"', "${f}", '"${f:-x}"', '"$f".txt', "src/$f"]);
  return widened({ ...inner, text: `f=${word}${random.pick(["; ", " && ", "\n"])}${head} ${use}` });
}

/** The words that it writes to are other ones now: all of the project may change. */
function widened(draft: Draft): Draft {
  return [...draft.writes].some((path) => path.startsWith("/home/ada/app/build"))
    ? allowing(draft, { writes: ["/home/ada/app"] })
    : draft;
}

const LISTS = [
  "*.txt",
  "src/*.ts",
  "a.txt b.txt",
  "*",
  "$(ls)",
  "~/.ssh/*",
  "odd/*/*",
  '"$HOME"/.ssh/*',
  "./evil.sh",
  "{a,b}.txt",
  "-n a.txt",
];

function looped(random: Random, inner: Draft): Draft {
  const at = inner.text.lastIndexOf(" ");
  if (at === -1 || inner.text.includes("\n")) return inner;
  const head = inner.text.slice(0, at);
  const use = random.pick(['"$f"', "$f", '-- "$f"', '"./$f"']);
  const text = random.chance(0.75)
    ? `for f in ${random.pick(LISTS)}; do ${head} ${use}; done`
    : `while read -r f; do ${head} ${use}; done < ${random.pick(["a.txt", "evil.txt", "data.csv"])}`;
  return widened(allowing({ ...inner, text }, { runs: ["ls"] }));
}
