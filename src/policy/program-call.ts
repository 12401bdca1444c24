import { resolve } from "node:path";
import type { CommandPart } from "./command-part.js";
import { builtinEffect } from "./shell-builtins.js";
import { isShell, readShellCall } from "./shell-programs.js";
import type { Shell, ShellScripts } from "./shell.js";
import type { ShellWord, WordContext } from "./shell-words.js";
import type { Run } from "./unwrapped.js";
import { known } from "./wrapper-options.js";
import { isWrapper, unwrap } from "./wrapper-programs.js";
import { changeOf, ENDED, staysIn, type Cwd, type Outcome } from "./working-directory.js";

/** One program and its words, on the way through the wrappers around it. */
export interface CallState extends Pick<CommandPart, "takesMore" | "redirects" | "fedBy" | "source"> {
  readonly words: readonly ShellWord[];
  /** The variables that are set for it alone. */
  readonly own: readonly string[];
  readonly cwd: Cwd;
  /** The programs whose output is part of its words. */
  readonly substituted: readonly string[];
  /** The text on its standard input, where it is certain. */
  readonly input: string | undefined;
  /** The shell itself runs it, so that builtins are what they are. */
  readonly inShell: boolean;
  /** How many wrappers were taken off. */
  readonly depth: number;
}

/** Takes off the wrappers and adds what is left; returns where the shell is afterwards. */
export function readCall(
  scripts: ShellScripts,
  shell: Shell,
  context: WordContext,
  state: CallState,
): Outcome {
  return new Call(scripts, shell, context, state).read();
}

const MOST_WRAPPERS = 10;
/** What they are given before their name stays, in a shell by the book. */
const SPECIAL = new Set(
  ": . eval exec exit export readonly return set shift trap unset break continue".split(" "),
);
const IN_SHELL = new Set(["command", "builtin", "exec"]);

class Call {
  readonly #scripts: ShellScripts;
  readonly #shell: Shell;
  readonly #context: WordContext;
  readonly #state: CallState;

  constructor(scripts: ShellScripts, shell: Shell, context: WordContext, state: CallState) {
    this.#scripts = scripts;
    this.#shell = shell;
    this.#context = context;
    this.#state = state;
  }

  read(): Outcome {
    const { words, inShell, own, depth } = this.#state;
    const [program, ...args] = words;
    const text = program?.single === true ? program.text : undefined;
    if (text === undefined) return this.#unclear("runs a program whose name is not known");
    if (!/^[\x20-\x7e]+$/.test(text))
      return this.#unclear("runs a program whose name has unusual characters");
    if (depth > MOST_WRAPPERS) return this.#unclear("is nested too deep");
    const name = nameOf(text);
    // A file system that takes no note of case, as on macOS, finds the same program.
    const inLowerCase = name.toLowerCase();
    if (inLowerCase !== name && (inLowerCase === "find" || isShell(inLowerCase) || isWrapper(inLowerCase)))
      return this.#unclear(`runs ${text}, which may be ${inLowerCase}`);
    if (isShell(name)) return this.#readShell();
    if (inShell && SPECIAL.has(text)) for (const variable of own) this.#scripts.assign(this.#shell, variable);
    if (name === "exec" && args.length === 0) return this.#redirectShell();
    if (inShell && text === "eval") return this.#readEval(args);
    if (name === "find" && mayHoldMore(this.#state))
      return this.#unclear("has a find whose expression is not known");
    const unwrapped = unwrap(name, words);
    if (this.#state.takesMore && isWrapper(name) && (unwrapped?.runs.length ?? 0) === 0)
      return this.#unclear("runs a program that comes from its input");
    if (unwrapped === undefined) return inShell ? this.#readBuiltin(text, args) : this.#add();
    if (unwrapped.doubt !== undefined) return this.#unclear(unwrapped.doubt);
    const state: CallState = {
      ...this.#state,
      own: [...own, ...unwrapped.variables],
      redirects: [...this.#state.redirects, ...unwrapped.redirects],
      inShell: inShell && IN_SHELL.has(name),
      depth: depth + 1,
    };
    if (unwrapped.itself !== undefined) this.#with({ ...state, words: unwrapped.itself }).#add();
    let outcome = staysIn(state.cwd);
    for (const run of unwrapped.runs) outcome = this.#readRun(run, state);
    return state.inShell ? outcome : staysIn(state.cwd);
  }

  #readRun(run: Run, state: CallState): Outcome {
    const takesMore = run.takesMore || state.takesMore;
    // What the wrapper does, for a rule to judge.
    if (typeof run.directory === "object")
      this.#with({ ...state, words: [known("cd"), run.directory], redirects: [] }).#add();
    const next = this.#with({ ...state, words: run.words, takesMore, cwd: directoryOf(run, state.cwd) });
    if (!run.byShell) return next.read();
    const text = joined(run.words);
    return text === undefined ? next.#unclear("runs a text that is not known") : next.#runText(text);
  }

  #readShell(): Outcome {
    const { words, takesMore, input, fedBy } = this.#state;
    const call = readShellCall(words);
    switch (call.from) {
      case "text":
        return call.text.text === undefined
          ? this.#unclear("runs a text that is not known")
          : this.#runText(call.text.text);
      case "input":
        if (takesMore) return this.#unclear("runs a script that is not known");
        if (input !== undefined) return this.#runText(input);
        return fedBy.length === 0
          ? this.#add()
          : this.#unclear("has a shell that reads its commands from elsewhere");
      case "file":
        return this.#add();
      case "unclear":
        return this.#unclear(call.why);
      default:
        return call satisfies never;
    }
  }

  #readEval(args: readonly ShellWord[]): Outcome {
    const text = joined(args);
    if (text === undefined || text.startsWith("-"))
      return this.#unclear("evaluates a text that is not known");
    const { redirects, cwd, fedBy } = this.#state;
    if (redirects.length > 0) this.#with({ ...this.#state, words: [known(":")] }).#add();
    const around = this.#shell.fedBy;
    this.#shell.fedBy = fedBy;
    const outcome = this.#scripts.runText(text, this.#shell, cwd);
    this.#shell.fedBy = around;
    return outcome;
  }

  /** `exec 3>file` and its likes: for all that follows. */
  #redirectShell(): Outcome {
    this.#shell.fedBy = this.#state.fedBy;
    return this.#with({ ...this.#state, words: [known(":")] }).#add();
  }

  #readBuiltin(name: string, args: readonly ShellWord[]): Outcome {
    const { cwd, own } = this.#state;
    if (name === "trap") this.#readTrap(args);
    const effect = builtinEffect(name, args, this.#context);
    if (effect?.doubt !== undefined) return this.#unclear(effect.doubt);
    for (const variable of effect?.assigns ?? []) this.#scripts.assign(this.#shell, variable);
    this.#add();
    if (name === "exit") return staysIn(ENDED);
    const { home } = this.#context;
    return changeOf(name, args, cwd, { home, variables: [...this.#shell.variables, ...own] }) ?? staysIn(cwd);
  }

  #readTrap(args: readonly ShellWord[]): void {
    const [action, ...signals] = args[0]?.text === "--" ? args.slice(1) : args;
    if (action === undefined || action.text === "-p" || action.text === "-l") return;
    if (action.text === undefined || !action.single) this.#scripts.doubt("sets a trap that is not known");
    else if (signals.length > 0 && action.text !== "-") this.#scripts.runLater(action.text, this.#shell);
  }

  /** A shell of its own reads the text. */
  #runText(text: string): Outcome {
    const { cwd, fedBy, redirects } = this.#state;
    if (redirects.length > 0) this.#with({ ...this.#state, words: [known(":")], takesMore: false }).#add();
    this.#scripts.runText(text, { ...this.#shell, variables: this.#variables(), fedBy }, cwd);
    return staysIn(cwd);
  }

  /** It is added all the same: a deny rule may know what to make of it. */
  #unclear(why: string): Outcome {
    const { fedBy, substituted, cwd } = this.#state;
    this.#scripts.doubt(why);
    this.#with({ ...this.#state, fedBy: [...fedBy, ...substituted] }).#add();
    return staysIn(cwd === ENDED ? ENDED : undefined);
  }

  #add(): Outcome {
    const { words, takesMore, cwd, redirects, fedBy, source } = this.#state;
    this.#scripts.add({
      words: words.map(({ text, start }) => ({ text, start })),
      takesMore,
      variables: this.#variables(),
      cwd: cwd === ENDED ? undefined : cwd,
      redirects: redirects.map(({ writes, target: { text, start } }) => ({
        writes,
        target: { text, start },
      })),
      fedBy: [...new Set(fedBy)],
      source,
    });
    return staysIn(cwd);
  }

  #variables(): readonly string[] {
    const { own } = this.#state;
    return own.length === 0 ? this.#shell.variables : [...new Set([...this.#shell.variables, ...own])];
  }

  #with(state: CallState): Call {
    return new Call(this.#scripts, this.#shell, this.#context, state);
  }
}

/** Where programs are at home; one of the same name elsewhere is another program. */
const HOME_OF_PROGRAMS = /^(?:\/usr(?:\/local)?|\/opt\/homebrew)?\/bin\/(?=[^/]+$)/;
/** GNU's programs on macOS. */
const GNU = /^g(?=(?:env|timeout|nice|nohup|stdbuf|xargs|find|time)$)/;

function nameOf(program: string): string {
  return program.replace(HOME_OF_PROGRAMS, "").replace(GNU, "");
}

/** An unknown word may bring an `-exec` with it. */
function mayHoldMore({ words, takesMore }: CallState): boolean {
  return takesMore || words.some((word) => !word.single && !areFiles(word));
}

/** Globs and braces alone, each of whose results begins like a path. */
function areFiles({ start, syntax }: ShellWord): boolean {
  return /^[\w./]/.test(start) && !/[$`]/.test(syntax?.text ?? "$");
}

function joined(words: readonly ShellWord[]): string | undefined {
  return words.every(({ text, single }) => text !== undefined && single)
    ? words.map(({ text }) => text).join(" ")
    : undefined;
}

function directoryOf({ directory }: Run, cwd: Cwd): Cwd {
  if (directory === undefined) return cwd;
  if (directory === "unknown" || directory.text === undefined) return undefined;
  return typeof cwd === "string" ? resolve(cwd, directory.text) : undefined;
}
