import { readDeclaration } from "./builtin-declarations.js";

import { checkPrintf, checkTest } from "./evaluated-operands.js";
import type { CommandPart, Word } from "../command-part.js";
import { HARMLESS_MODES } from "../commands/shell-programs.js";
import { isWholeNumber } from "../words/special-names.js";
import { NUMBER, OPAQUE } from "../words/variables.js";
import { takeOptions, valuesOf } from "../commands/wrapper-options.js";

/** What a builtin does to the shell. */
export interface BuiltinEffect {
  /** The variables that it sets, changes or unsets; one without a value keeps what it has. */
  readonly assigns?: readonly { readonly name: string; readonly value: Word | undefined }[];
  /** The variables that are read-only afterwards. */
  readonly freezes?: readonly string[];
  /** Why it cannot be followed: the rest of a sentence that starts with "the command". */
  readonly doubt?: string;
  /** It does more than a command may do without a rule. */
  readonly needsRule?: true;
}

type Grammar = (args: readonly Word[]) => BuiltinEffect;

/** Undefined where the name is no builtin with a grammar. */
export function builtinEffect(name: string, args: readonly Word[]): BuiltinEffect | undefined {
  if (REFUSED.has(name)) return doubt(`uses ${name}`);
  return GRAMMARS.get(name)?.(args);
}

/** Whether the part is a builtin that can do no harm with these operands. Its redirects are not looked at. */
export function builtinNeedsNoRule(part: CommandPart): boolean {
  const [program, ...args] = part.words;
  if (!part.inShell || part.takesMore || program?.text === undefined) return false;
  const effect = builtinEffect(program.text, args);
  return effect !== undefined && effect.doubt === undefined && effect.needsRule !== true;
}

export function isBuiltin(name: string): boolean {
  return GRAMMARS.has(name) || REFUSED.has(name) || name === "eval" || name === "exec";
}

/** Whether it changes the shell, so that it matters if a program of the same name runs instead. */
export function changesShell(name: string): boolean {
  return isBuiltin(name) && !PURE.has(name);
}

const PURE = new Set("true false echo pwd printf test [ type command".split(" "));

/** Builtins of bash or zsh that change what other words mean, or that run or evaluate what cannot be seen. */
const REFUSED = new Set(
  (
    "alias unalias enable bind complete compgen compopt fc history r source . let coproc caller suspend logout bye fg bg " +
    "noglob nocorrect - repeat foreach end print autoload zmodload emulate zle bindkey zstyle zcompile zparseopts sched " +
    "vared functions unfunction setopt unsetopt disable integer float private zformat zsystem zpty ztcp zsocket zftp " +
    "zregexparse pushln getln ttyctl limit unlimit zargs zmv add-zsh-hook unhash rehash whence where log echotc " +
    "echoti mapfile readarray compadd comparguments compcall compctl compdescribe compfiles compgroups compquote compset " +
    "comptags comptry compvalues zstat zselect zcurses syserror sysopen sysread sysseek syswrite strftime"
  ).split(" "),
);

const NO_EFFECT: BuiltinEffect = {};
const NEEDS_RULE: BuiltinEffect = { needsRule: true };
const IDENTIFIER = /^[A-Za-z_]\w*$/;

function doubt(why: string): BuiltinEffect {
  return { doubt: why };
}

/** Each word must be a plain name: bash runs the substitution in the index of `a[$(…)]`. */
function named(builtin: string, words: readonly (Word | undefined)[]): BuiltinEffect {
  const texts = words.map((word) => word?.text ?? "");
  return texts.every((text) => IDENTIFIER.test(text))
    ? { assigns: texts.map((name) => ({ name, value: OPAQUE })) }
    : doubt(`uses ${builtin} with a variable that is not known`);
}

const anything: Grammar = () => NO_EFFECT;

/** Words that match, or a rule. */
function words(pattern: RegExp): Grammar {
  return (args) =>
    args.every(({ text }) => text !== undefined && pattern.test(text)) ? NO_EFFECT : NEEDS_RULE;
}

/** One number at most: zsh evaluates it, and with two of them `exit` does not exit there. */
const count: Grammar = (args) =>
  args.length <= 1 && args.every(isWholeNumber)
    ? NO_EFFECT
    : doubt("leaves with a number that is not known to be one");

const sets: Grammar = (args) => {
  if (args.length === 0) return NEEDS_RULE;
  for (let at = 0; at < args.length; at += 1) {
    const text = args[at]?.text;
    // What follows are the values of `$1` and so on, which are opaque anyway.
    if (text === "--" || text === "-") return NO_EFFECT;
    if (text === undefined || !/^[-+](?:[euxvfCE]+o?|o)$/.test(text))
      return doubt("changes how the shell reads commands");
    if (!text.endsWith("o")) continue;
    at += 1;
    if (at === args.length) return NEEDS_RULE;
    if (!HARMLESS_MODES.has(args[at]?.text ?? "")) return doubt("changes how the shell reads commands");
  }
  return NO_EFFECT;
};

const shopts: Grammar = (args) =>
  args.every(({ text }) => /^(?:-[suqp]|nullglob|globstar|inherit_errexit)$/.test(text ?? ""))
    ? NO_EFFECT
    : doubt("changes how the shell reads commands");

/** `-p` is a prompt in bash; in zsh it fails, for want of a coprocess. */
const reads: Grammar = (args) => {
  const options = takeOptions("read", args, { flags: "rs", values: "dpntNu" });
  if (!options.ok) return doubt(options.why);
  if (!valuesOf(options, "t", "n", "N", "u").every((word) => /^\d+(?:\.\d+)?$/.test(word?.text ?? "")))
    return doubt("uses read with a number that is not known to be one");
  if (valuesOf(options, "d", "p").some((word) => word?.text === undefined))
    return doubt("uses read with an option that is not known");
  if (options.rest.length > 0) return named("read", options.rest);
  return { assigns: [{ name: "REPLY", value: OPAQUE }] };
};

const unsets: Grammar = (args) => named("unset", args[0]?.text === "-v" ? args.slice(1) : args);

const getsOptions: Grammar = ([options, name, ...more]) => {
  if (options?.text === undefined || more.some((word) => word.count !== "one"))
    return doubt("uses getopts in a way that is not known");
  const { assigns, ...rest } = named("getopts", [name]);
  if (assigns === undefined) return rest;
  return { assigns: [...assigns, { name: "OPTARG", value: OPAQUE }, { name: "OPTIND", value: NUMBER }] };
};

const tests: Grammar = (args) => {
  const why = checkTest(args);
  return why === undefined ? NO_EFFECT : doubt(why);
};

const bracketTests: Grammar = (args) =>
  args.at(-1)?.text === "]" ? tests(args.slice(0, -1)) : doubt("has a test without an end");

const waits: Grammar = (args) =>
  args.every(isWholeNumber) ? NO_EFFECT : doubt("uses wait in a way that is not known");

const hashes: Grammar = (args) =>
  args.every(({ text }) => text === "-r") ? NO_EFFECT : doubt("changes where programs are found");

/** `command -v x`; what `command` runs is a part of its own. */
const looksUp: Grammar = ([option, ...names]) =>
  /^-[vV]$/.test(option?.text ?? "") && names.every(isOperand) ? NO_EFFECT : NEEDS_RULE;

const types: Grammar = (args) => (args.every(isOperand) ? NO_EFFECT : NEEDS_RULE);

function isOperand({ text, count: words, start }: Word): boolean {
  return words === "one" && (text === undefined ? /^[^-]/.test(start) : !text.startsWith("-"));
}

const masks: Grammar = (args) => {
  const [mode = "", more] = args.map(({ text }) => text ?? "?");
  if (more === undefined && /^(?:-S|[0-7]{1,4})?$/.test(mode)) return NO_EFFECT;
  return args.every(({ text }) => /^(?:-[Sp]|[ugoa,=+rwx-]+)$/.test(text ?? ""))
    ? NEEDS_RULE
    : doubt("uses umask in a way that is not known");
};

/** Shows a limit, or sets it to a number that is spelled out. */
const limits: Grammar = (args) => {
  if (args.every(({ text }) => /^-[a-zA-Z]+$/.test(text ?? ""))) return NO_EFFECT;
  return args.every(({ text }) => /^(?:-[a-zA-Z]+|\d+|unlimited|hard|soft)$/.test(text ?? ""))
    ? NEEDS_RULE
    : doubt("uses ulimit in a way that is not known");
};

/** Its text is read as a part of the command. */
const traps: Grammar = (args) =>
  args.every(({ text }) => text !== undefined) ? NO_EFFECT : doubt("sets a trap that is not known");

const prints: Grammar = (args) => {
  if (args[0]?.text === "-v") return { ...named("printf", [args[1]]), needsRule: true };
  const why = checkPrintf(args);
  return why === undefined ? NO_EFFECT : doubt(why);
};

function declares(builtin: string): Grammar {
  return (args) => readDeclaration(builtin, args);
}

const needsRule: Grammar = () => NEEDS_RULE;

/** What each builtin may be given, as far as bash 5.2 and zsh 5.9 agree on it. */
const GRAMMARS: ReadonlyMap<string, Grammar> = new Map<string, Grammar>([
  [":", anything],
  ["true", anything],
  ["false", anything],
  ["echo", anything],
  ["times", words(/(?!)/)],
  ["pwd", words(/^-[LP]$/)],
  ["exit", count],
  ["return", count],
  ["shift", count],
  ["break", count],
  ["continue", count],
  ["export", declares("export")],
  ["declare", declares("declare")],
  ["typeset", declares("typeset")],
  ["local", declares("local")],
  ["readonly", declares("readonly")],
  ["set", sets],
  ["shopt", shopts],
  ["unset", unsets],
  ["test", tests],
  ["[", bracketTests],
  ["printf", prints],
  ["read", reads],
  ["getopts", getsOptions],
  ["wait", waits],
  ["hash", hashes],
  ["command", looksUp],
  ["type", types],
  ["umask", masks],
  ["ulimit", limits],
  ["trap", traps],
  ["cd", needsRule],
  ["chdir", needsRule],
  ["pushd", needsRule],
  ["popd", needsRule],
]);
