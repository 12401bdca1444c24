import type { Assignment as AssignmentSyntax, Command } from "unbash";
import { knownWord, type Assignment, type Word } from "../command-part.js";
import { readCall } from "./program-call.js";
import { readRedirects } from "./shell-redirects.js";
import { running, type Outcome, type State } from "../shell-state.js";
import type { Feeders, Shell, ShellScripts } from "../shell.js";
import { readOne, readWords, type WordContext } from "../words/shell-words.js";
import { assigned, OPAQUE } from "../words/variables.js";

/** Reads one command that has no other command around its words; returns the state of the shell afterwards. */
export function readSimpleCommand(
  syntax: Command,
  scripts: ShellScripts,
  shell: Shell,
  state: State,
): Outcome {
  shell.variables = running(state).variables;
  const feeders: Feeders = { read: [], value: [] };
  const name = syntax.name?.value ?? "";
  const context = scripts.context(shell, state, name, feeders);
  const own = readPrefix(syntax, scripts, shell, context);
  const words: Word[] = syntax.name === undefined ? [] : readName(syntax.name, context);
  for (const arg of syntax.args)
    words.push(...(arg.type === "Word" ? readWords(arg, context) : [readDeclared(arg, context)]));
  const { redirects, fedBy, input } = readRedirects(syntax.redirects, scripts, shell, state, name);
  return readCall(scripts, shell, context, {
    // Variables or redirects alone: `:` does the same.
    words: words.length === 0 ? [knownWord(":")] : words,
    takesMore: false,
    own: syntax.name === undefined ? [] : own,
    state,
    redirects,
    fedBy: [...shell.fedBy, ...fedBy, ...feeders.read],
    substituted: feeders.value,
    // zsh hands over both, what comes through the pipe and the text.
    input: shell.fedBy.length === 0 ? input : undefined,
    inShell: true,
    isByCommand: false,
    isByExec: false,
    depth: 0,
    source: shell.text.slice(syntax.pos, syntax.end),
  });
}

/** Without a program they are set in the shell, one after the other. */
function readPrefix(
  syntax: Command,
  scripts: ShellScripts,
  shell: Shell,
  context: WordContext,
): Assignment[] {
  const own: Assignment[] = [];
  const before = shell.variables;
  for (const one of syntax.prefix) {
    if (one.type !== "Assignment") continue;
    const assignment = readAssignment(one, context);
    own.push(assignment);
    if (syntax.name === undefined) scripts.assign(shell, assignment.name, assignment.value);
    // `a=1 b=$a c`: b may see either value.
    else shell.variables = assigned(shell.variables, assignment.name, OPAQUE);
  }
  if (syntax.name === undefined) return own;
  const after = new Map(shell.variables);
  for (const { name } of own) {
    const value = before.get(name);
    if (value === undefined) after.delete(name);
    else after.set(name, value);
  }
  shell.variables = after;
  return own;
}

/** A program's name is never several words. */
function readName(syntax: NonNullable<Command["name"]>, context: WordContext): Word[] {
  const words = readWords(syntax, context);
  if (words.length > 1) context.doubt("runs a program whose name is not known");
  return [...words];
}

function readAssignment(syntax: AssignmentSyntax, context: WordContext): Assignment {
  const { name, value, index, append } = syntax;
  if (index !== undefined) {
    context.doubt("has a subscript, which shells evaluate");
    readOne(index, "pattern", context);
  }
  if (value.type !== "Word") {
    context.doubt("sets a variable to a list, whose subscripts shells evaluate");
    for (const element of value.elements) readOne(element, "pattern", context);
    return { name, value: OPAQUE };
  }
  const read = readOne(value, "value", context);
  if (append === true && context.isPosix) context.doubt("appends to a variable, which not every shell does");
  if (append === true || index !== undefined || read.count !== "one") return { name, value: OPAQUE };
  return { name, value: read };
}

/** `export X=1`: bash and zsh read it as an assignment. */
function readDeclared(syntax: AssignmentSyntax, context: WordContext): Word {
  const { name, value } = readAssignment(syntax, context);
  // bash makes several words of `export x={a,b}`.
  if (
    syntax.value.type === "Word" &&
    syntax.value.parts?.some(({ type }) => type === "BraceExpansion") === true
  )
    context.doubt("has braces that shells read differently");
  const start = `${name}${syntax.append === true ? "+" : ""}=`;
  if (context.isPosix && value.text === undefined)
    context.doubt("declares a variable in a way that not every shell reads so");
  if (value.text !== undefined) return knownWord(start + value.text);
  return { text: undefined, start: start + value.start, count: "one" };
}
