import { isNumeral } from "./shell-arithmetic.js";
import { HARMLESS_MODES } from "./shell-programs.js";
import type { ShellWord, WordContext } from "./shell-words.js";
import { takeOptions, valuesOf, type OptionTable } from "./wrapper-options.js";

/** What a word of the shell itself does to the shell. */
export interface BuiltinEffect {
  /** The variables that it sets, changes or takes away. */
  readonly assigns: readonly string[];
  /** Why it cannot be followed. */
  readonly doubt: string | undefined;
}

type Read = (args: readonly ShellWord[], context: Pick<WordContext, "isNumber">) => BuiltinEffect;

/** Undefined where the name is no builtin that leaves anything behind. */
export function builtinEffect(
  name: string,
  args: readonly ShellWord[],
  context: Pick<WordContext, "isNumber">,
): BuiltinEffect | undefined {
  if (REFUSED.has(name)) return doubt(`uses ${name}`);
  return BUILTINS.get(name)?.(args, context);
}

/** Words of bash or zsh after which other words mean something else, or that run what cannot be seen. */
const REFUSED = new Set(
  (
    "alias enable bind complete compgen compopt fc history source . let coproc caller suspend logout fg bg " +
    "noglob nocorrect - repeat foreach end print autoload zmodload emulate zle bindkey zstyle zcompile zparseopts sched " +
    "vared functions setopt unsetopt disable integer float private zformat zsystem zpty ztcp zsocket zftp zregexparse " +
    "pushln getln ttyctl limit unlimit zargs zmv add-zsh-hook"
  ).split(" "),
);

const NOTHING: BuiltinEffect = { assigns: [], doubt: undefined };
const IDENTIFIER = /^[A-Za-z_]\w*$/;

function doubt(why: string): BuiltinEffect {
  return { assigns: [], doubt: why };
}

/** Each word must be a plain name: bash runs the substitution in the index of `a[$(…)]`. */
function names(builtin: string, words: readonly (ShellWord | undefined)[]): BuiltinEffect {
  const texts = words.map((word) => word?.text ?? "");
  return texts.every((text) => IDENTIFIER.test(text))
    ? { assigns: texts, doubt: undefined }
    : doubt(`uses ${builtin} with a variable that is not known`);
}

function withOptions(
  builtin: string,
  table: OptionTable,
  nameOptions: readonly string[],
  operands: "names" | "any",
): Read {
  return (args) => {
    const options = takeOptions(builtin, args, table);
    if (!options.ok) return doubt(options.why);
    return names(builtin, [
      ...valuesOf(options, ...nameOptions),
      ...(operands === "names" ? options.rest : []),
    ]);
  };
}

/** `export X=1 Y`: an unknown value is no matter, an unknown name is. */
const declares: Read = (args) => {
  const assigns: string[] = [];
  for (const word of args) {
    const name = /^([A-Za-z_]\w*)(?:\+?=|$)/.exec(word.start)?.[1];
    const isName =
      name !== undefined && (word.text !== undefined || (word.single && word.start.includes("=")));
    if (isName) assigns.push(name);
    // -n makes a name stand for another, -i makes each assignment arithmetic, -f is about functions.
    else if (word.text === undefined || !/^-[xrgaApluU]+$|^--$/.test(word.text))
      return doubt("declares a variable that is not known");
  }
  return { assigns, doubt: undefined };
};

const sets: Read = (args) => {
  for (let at = 0; at < args.length; at += 1) {
    const text = args[at]?.text;
    // What follows are arguments for `$1`, which are not followed anyway.
    if (text === "--" || text === "-") return NOTHING;
    if (text === undefined || !/^[-+][euxvfCET]*o?$/.test(text))
      return doubt("changes how the shell reads commands");
    if (!text.endsWith("o")) continue;
    at += 1;
    const mode = args[at]?.text;
    if (at < args.length && (mode === undefined || !HARMLESS_MODES.has(mode)))
      return doubt("changes how the shell reads commands");
  }
  return NOTHING;
};

const SHOPT = new Set([
  "nullglob",
  "globstar",
  "dotglob",
  "failglob",
  "nocaseglob",
  "inherit_errexit",
  "extglob",
]);
const shopts: Read = (args) =>
  args.every(({ text }) => text !== undefined && (/^-[suqp]$/.test(text) || SHOPT.has(text)))
    ? NOTHING
    : doubt("changes how the shell reads commands");

/** bash evaluates the index in the name that stands behind -v, also where both come out of variables. */
const tests: Read = (args) => {
  const risky = args.some((word, at) => {
    if (!word.single) return true;
    const operator = word.text ?? word.start;
    const mayBe =
      word.text === undefined
        ? "-v".startsWith(operator) || "-R".startsWith(operator)
        : /^-[vR]$/.test(operator);
    const next = args[at + 1];
    return mayBe && next !== undefined && (next.text === undefined || next.text.includes("["));
  });
  return risky ? doubt("has a test that cannot be followed") : NOTHING;
};

const prints: Read = ([first, second]) => {
  if (first === undefined) return NOTHING;
  if (first.text === "-v") return names("printf", [second]);
  if (first.text?.startsWith("-v") === true)
    return names("printf", [{ ...first, text: first.text.slice(2) }]);
  return first.text === undefined && (first.start === "" || first.start.startsWith("-"))
    ? doubt("uses printf with a format that is not known")
    : NOTHING;
};

/** zsh takes these for arithmetic. */
const counts: Read = (args, context) =>
  args.every(
    ({ text, syntax }) => /^\d+$/.test(text ?? "") || (syntax !== undefined && isNumeral(syntax, context)),
  )
    ? NOTHING
    : doubt("ends with a number that is not known to be one");

const hashes: Read = (args) =>
  args.every(({ text }) => text === "-r") ? NOTHING : doubt("changes where programs are found");
const traces: Read = (args) =>
  args.some(({ text }) => text === undefined || text === "-p")
    ? doubt("uses wait in a way that is not known")
    : NOTHING;

const MAPFILE: OptionTable = { flags: "t", values: "dnOsu" };

const BUILTINS: ReadonlyMap<string, Read> = new Map<string, Read>([
  ["export", declares],
  ["declare", declares],
  ["typeset", declares],
  ["local", declares],
  ["readonly", declares],
  ["read", withOptions("read", { flags: "rse", values: "dnNptuia" }, ["a"], "names")],
  ["mapfile", withOptions("mapfile", MAPFILE, [], "names")],
  ["readarray", withOptions("readarray", MAPFILE, [], "names")],
  ["unset", withOptions("unset", { flags: "vf" }, [], "names")],
  ["getopts", (args) => names("getopts", [args[1]])],
  ["printf", prints],
  ["test", tests],
  ["[", tests],
  ["set", sets],
  ["shopt", shopts],
  ["hash", hashes],
  ["wait", traces],
  ["exit", counts],
  ["return", counts],
  ["shift", counts],
  ["break", counts],
  ["continue", counts],
]);
