import { resolve } from "node:path";
import { builtinEffect, changesShell, isBuiltin } from "../builtins/builtins.js";
import { knownWord, type Assignment, type CommandPart, type Word } from "../command-part.js";
import {
  directoryAfter,
  either,
  ENDED,
  isMove,
  running,
  staysIn,
  type Cwd,
  type Outcome,
  type State,
} from "../shell-state.js";
import { isPosixShell, isShell, readShellCall } from "./shell-programs.js";
import type { Shell, ShellScripts } from "../shell.js";
import type { WordContext } from "../words/shell-words.js";
import type { Run } from "./unwrapped.js";
import { assigned, forgotten, joined, listed } from "../words/variables.js";
import { isWrapper, unwrap } from "./wrapper-programs.js";

/** One program and its words, on the way through the wrappers around it. */
export interface CallState extends Pick<
  CommandPart,
  "words" | "takesMore" | "redirects" | "fedBy" | "input" | "inShell" | "source"
> {
  /** The variables that are set for it alone. */
  readonly own: readonly Assignment[];
  /** Before the call; the shell's variables may have changed since, by the words themselves. */
  readonly state: State;
  /** The programs whose output is part of its words. */
  readonly substituted: readonly string[];
  /** `command` runs it: a builtin in bash, a program in zsh. */
  readonly isByCommand: boolean;
  /** `exec` runs it: a program in bash, a builtin in zsh where there is one of that name. */
  readonly isByExec: boolean;
  /** How many wrappers were taken off. */
  readonly depth: number;
}

/** Takes off the wrappers and adds what is left; returns the state of the shell afterwards. */
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
/** The shell itself understands them. */
const OF_SHELL = new Set(["command", "builtin", "exec"]);
/** What follows may still be a builtin. */
const IN_SHELL = new Set(["command", "builtin"]);

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
    const text = program?.count === "one" ? program.text : undefined;
    for (const assignment of own) this.#scripts.check(assignment);
    if (text === undefined) return this.#unclear("runs a program whose name is not known");
    // `%1` brings a job to the front.
    if (!/^[\x20-\x7e]+$/.test(text) || (inShell && text.startsWith("%")))
      return this.#unclear("runs a program whose name has unusual characters");
    if (depth > MOST_WRAPPERS) return this.#unclear("is nested too deep");
    const name = nameOf(text);
    // A file system that takes no note of case, as on macOS, finds the same program.
    const inLowerCase = name.toLowerCase();
    if (inLowerCase !== name && (inLowerCase === "find" || isShell(inLowerCase) || isWrapper(inLowerCase)))
      return this.#unclear(`runs ${text}, which may be ${inLowerCase}`);
    if (isShell(name)) return this.#readShell(name);
    if (this.#state.isByCommand && changesShell(text))
      return this.#unclear(`runs ${text} through command, which shells read differently`);
    if (this.#state.isByExec && isBuiltin(text))
      return this.#unclear(`runs ${text} through exec, which shells read differently`);
    if (inShell && SPECIAL.has(text)) this.#keepOwn();
    if (name === "exec" && args.length === 0) return this.#redirectShell();
    if (inShell && text === "eval") return this.#readEval(args);
    if (name === "find" && mayHoldMore(this.#state))
      return this.#unclear("has a find whose expression is not known");
    // zsh reads on behind `exec exec`, bash looks for a program of that name.
    if (!inShell && OF_SHELL.has(name))
      return this.#unclear(`runs ${name} through another program, which shells read differently`);
    const unwrapped = unwrap(name, words);
    if (this.#state.takesMore && isWrapper(name) && (unwrapped?.runs.length ?? 0) === 0)
      return this.#unclear("runs a program that comes from its input");
    if (unwrapped === undefined) return inShell ? this.#readBuiltin(text, args) : this.#add();
    if (unwrapped.doubt !== undefined) return this.#unclear(unwrapped.doubt);
    const state: CallState = {
      ...this.#state,
      own: [...own, ...unwrapped.assignments],
      redirects: [...this.#state.redirects, ...unwrapped.redirects],
      inShell: inShell && IN_SHELL.has(name),
      isByCommand: name === "command",
      isByExec: name === "exec",
      depth: depth + 1,
    };
    if (unwrapped.itself !== undefined) this.#with({ ...state, words: unwrapped.itself }).#add();
    let outcome = this.#stays();
    for (const run of unwrapped.runs) outcome = this.#readRun(run, state);
    return state.inShell ? outcome : this.#stays();
  }

  #readRun(run: Run, state: CallState): Outcome {
    const takesMore = run.takesMore || state.takesMore;
    // What the wrapper does, for a rule to judge.
    if (typeof run.directory === "object")
      this.#with({ ...state, words: [knownWord("cd"), run.directory], redirects: [] }).#add();
    const next = this.#with({ ...state, words: run.words, takesMore, state: stateOf(run, state.state) });
    if (!run.byShell) return next.read();
    const text = joinedText(run.words);
    return text === undefined ? next.#unclear("runs a text that is not known") : next.#runText(text, "sh");
  }

  #readShell(name: string): Outcome {
    const { words, takesMore, input, fedBy } = this.#state;
    const call = readShellCall(words);
    switch (call.from) {
      case "text":
        return call.text.text === undefined
          ? this.#unclear("runs a text that is not known")
          : this.#runText(call.text.text, name);
      case "input":
        if (takesMore) return this.#unclear("runs a script that is not known");
        if (input !== undefined) return this.#runText(input, name);
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

  #readEval(args: readonly Word[]): Outcome {
    const text = joinedText(args);
    if (text === undefined || text.startsWith("-"))
      return this.#unclear("evaluates a text that is not known");
    const { redirects, fedBy } = this.#state;
    if (redirects.length > 0) this.#with({ ...this.#state, words: [knownWord(":")] }).#add();
    const around = this.#shell.fedBy;
    this.#shell.fedBy = fedBy;
    const changes = this.#scripts.changes();
    const before = this.#now();
    const { onSuccess, onFailure } = this.#scripts.runText(text, this.#shell, before);
    this.#shell.fedBy = around;
    // zsh stops the text at an error, such as a pattern that matches nothing, and goes on behind it.
    return { onSuccess, onFailure: this.#scripts.stopped(either(before, onFailure), changes) };
  }

  /** `exec 3>file` and its likes: for all that follows. */
  #redirectShell(): Outcome {
    this.#shell.fedBy = this.#state.fedBy;
    return this.#with({ ...this.#state, words: [knownWord(":")] }).#add();
  }

  #readBuiltin(name: string, args: readonly Word[]): Outcome {
    if (name === "trap") this.#readTrap(args);
    const effect = builtinEffect(name, args);
    if (effect?.doubt !== undefined) return this.#unclear(effect.doubt);
    for (const { name: variable, value } of effect?.assigns ?? [])
      this.#scripts.assign(this.#shell, variable, value);
    for (const variable of effect?.freezes ?? []) this.#scripts.freeze(variable);
    this.#add();
    if (name === "exit") return staysIn(ENDED);
    if (name === "break" || name === "continue") this.#shell.exits.push(this.#now());
    return isMove(name) ? { onSuccess: this.#after(name, args), onFailure: this.#now() } : this.#stays();
  }

  #after(name: string, args: readonly Word[]): State {
    this.#scripts.move();
    const isMoved = ["CDPATH", "HOME", "PWD", "OLDPWD"].some((variable) => this.#isSet(variable));
    const { cwd } = running(this.#state.state);
    return this.#at(isMoved ? undefined : directoryAfter(name, args, cwd, this.#context.home));
  }

  #readTrap(args: readonly Word[]): void {
    const [action, ...signals] = args[0]?.text === "--" ? args.slice(1) : args;
    if (action === undefined || action.text === "-p" || action.text === "-l") return;
    if (action.text === undefined || signals.some(({ text }) => text === undefined))
      this.#scripts.doubt("sets a trap that is not known");
    else if (signals.length > 0 && action.text !== "-")
      this.#scripts.runLater(
        action.text,
        this.#shell,
        signals.every(({ text }) => /^(?:EXIT|0)$/.test(text ?? "")),
      );
  }

  /** A shell of its own reads the text. What was not exported is not there, and what was may be. */
  #runText(text: string, name: string): Outcome {
    const { state, fedBy, redirects, own } = this.#state;
    if (redirects.length > 0)
      this.#with({ ...this.#state, words: [knownWord(":")], takesMore: false }).#add();
    let variables = forgotten(this.#shell.variables);
    for (const { name: variable, value } of own) variables = assigned(variables, variable, value);
    const shell: Shell = { ...this.#shell, fedBy, variables, exits: [], isPosix: isPosixShell(name) };
    this.#scripts.runText(text, shell, state === ENDED ? ENDED : { cwd: state.cwd, variables });
    return this.#stays();
  }

  /** It is added all the same: a deny rule may know what to make of it. */
  #unclear(why: string): Outcome {
    const { fedBy, substituted, state } = this.#state;
    this.#scripts.doubt(why);
    this.#with({ ...this.#state, fedBy: [...fedBy, ...substituted] }).#add();
    return staysIn(state === ENDED ? ENDED : this.#at(undefined));
  }

  #add(): Outcome {
    const { words, takesMore, redirects, fedBy, input, inShell, source, state, own } = this.#state;
    this.#scripts.add({
      words,
      takesMore,
      assignments: listed(this.#shell.variables, own),
      cwd: running(state).cwd,
      redirects,
      fedBy: [...new Set(fedBy)],
      input,
      inShell,
      source,
    });
    return this.#stays();
  }

  /** They may stay set, or not. */
  #keepOwn(): void {
    for (const { name, value } of this.#state.own) {
      const before = this.#shell.variables;
      this.#scripts.assign(this.#shell, name, value);
      this.#shell.variables = joined(before, this.#shell.variables);
    }
  }

  #isSet(name: string): boolean {
    return this.#shell.variables.has(name) || this.#state.own.some((one) => one.name === name);
  }

  #stays(): Outcome {
    return staysIn(this.#now());
  }

  /** The state with what was set since the call began. */
  #now(): State {
    const { state } = this.#state;
    return state === ENDED ? ENDED : this.#at(state.cwd);
  }

  #at(cwd: Cwd): State {
    return this.#state.state === ENDED ? ENDED : { cwd, variables: this.#shell.variables };
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
  return (
    takesMore ||
    words.some((word) => word.count === "any" || (word.count === "files" && !/^[\w./]/.test(word.start)))
  );
}

function joinedText(words: readonly Word[]): string | undefined {
  return words.every(({ text }) => text !== undefined) ? words.map(({ text }) => text).join(" ") : undefined;
}

function stateOf({ directory }: Run, state: State): State {
  if (directory === undefined || state === ENDED) return state;
  const { cwd, variables } = state;
  if (directory === "unknown" || directory.text === undefined || cwd === undefined)
    return { cwd: undefined, variables };
  return { cwd: resolve(cwd, directory.text), variables };
}
