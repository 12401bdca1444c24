import type { AndOr, Case, If, Pipeline, PipelineNode, Redirected } from "unbash";
import { knownWord } from "../command-part.js";
import { readAlone, readList } from "./compound-lists.js";
import { readArithmeticFor, readFor, readLoop } from "./compound-loops.js";
import { readTest } from "./compound-tests.js";
import { checkExpression } from "../words/shell-arithmetic.js";
import type { ShellReader } from "../shell-reader.js";
import { readRedirects } from "./shell-redirects.js";
import type { Outcome, State } from "../shell-state.js";
import { afterwards, anywhere, either, ENDED, running, staysIn } from "../shell-state.js";
import type { Shell } from "../shell.js";
import { readOne } from "../words/shell-words.js";
import { readSimpleCommand } from "./simple-command.js";
import { listed } from "../words/variables.js";

/** Reads a command of any kind; returns the state of the shell afterwards. */
export function readCompound(
  node: PipelineNode | AndOr,
  reader: ShellReader,
  shell: Shell,
  state: State,
): Outcome {
  switch (node.type) {
    case "Command":
      return readSimpleCommand(node, reader, shell, state);
    case "AndOr":
      return readAndOr(node, reader, shell, state);
    case "Pipeline":
      return readPipeline(node, reader, shell, state);
    case "Redirected":
      return readRedirected(node, reader, shell, state);
    case "BraceGroup":
      return readList(node.body, reader, shell, state);
    case "Subshell":
      readList(node.body, reader, { ...shell, exits: [] }, state);
      return staysIn(state);
    case "If":
      return readIf(node, reader, shell, state);
    case "Case":
      return readCase(node, reader, shell, state);
    case "While":
      return readLoop(reader, shell, state, (start) => {
        const clause = readList(node.clause, reader, shell, start);
        const { onSuccess, onFailure } = node.kind === "while" ? clause : swapped(clause);
        return either(onFailure, afterwards(readList(node.body, reader, shell, onSuccess)));
      });
    case "For":
    case "Select":
      return readFor(node, reader, shell, state);
    case "ArithmeticFor":
      return readArithmeticFor(node, reader, shell, state);
    case "ArithmeticCommand":
      return readAlone(reader, shell, state, (context) => {
        if (shell.isPosix) context.doubt("has double parentheses, which not every shell reads so");
        if (node.expression !== undefined) checkExpression(node.expression, node.body, context);
      });
    case "TestCommand":
      return readAlone(reader, shell, state, (context) => {
        if (shell.isPosix) context.doubt("has double brackets, which not every shell reads so");
        readTest(node.expression, context);
      });
    case "Function":
    case "Coproc": {
      reader.doubt(node.type === "Function" ? `defines ${node.name.text} anew` : "runs a coprocess");
      const inside = anywhere(running(state).variables);
      if (node.body.type === "CompoundList") readList(node.body, reader, { ...shell }, inside);
      else readCompound(node.body, reader, { ...shell }, inside);
      return staysIn(state);
    }
    default:
      return node satisfies never;
  }
}

function swapped({ onSuccess, onFailure }: Outcome): Outcome {
  return { onSuccess: onFailure, onFailure: onSuccess };
}

function readAndOr(node: AndOr, reader: ShellReader, shell: Shell, state: State): Outcome {
  let outcome = staysIn(state);
  for (const [index, command] of node.commands.entries()) {
    const operator = node.operators[index - 1];
    if (operator === undefined) outcome = readCompound(command, reader, shell, state);
    else if (operator === "&&") {
      const next = readCompound(command, reader, shell, outcome.onSuccess);
      outcome = { onSuccess: next.onSuccess, onFailure: either(outcome.onFailure, next.onFailure) };
    } else {
      const next = readCompound(command, reader, shell, outcome.onFailure);
      outcome = { onSuccess: either(outcome.onSuccess, next.onSuccess), onFailure: next.onFailure };
    }
  }
  return outcome;
}

/** Each command has a shell of its own, but zsh runs the last one in the shell around: either may be. */
function readPipeline(node: Pipeline, reader: ShellReader, shell: Shell, state: State): Outcome {
  const negated = node.prefixes.filter(({ type }) => type === "Negation").length % 2 === 1;
  const [only, second] = node.commands;
  if (only !== undefined && second === undefined) {
    const outcome = readCompound(only, reader, shell, state);
    return negated ? swapped(outcome) : outcome;
  }
  if (shell.isPosix && node.operators.includes("|&"))
    reader.doubt("has a pipe that not every shell reads so");
  const first = reader.parts.length;
  const { fedBy } = shell;
  let end = state;
  for (const command of node.commands) {
    shell.fedBy = [...fedBy, ...reader.programsSince(first)];
    end = either(end, afterwards(readCompound(command, reader, shell, state)));
  }
  shell.fedBy = fedBy;
  return staysIn(end);
}

function readRedirected(node: Redirected, reader: ShellReader, shell: Shell, state: State): Outcome {
  shell.variables = running(state).variables;
  const { redirects, ...read } = readRedirects(node.redirects, reader, shell, state, "");
  const { cwd } = running(state);
  const { fedBy, variables } = shell;
  if (redirects.length > 0)
    reader.add({
      words: [knownWord(":")],
      takesMore: false,
      assignments: listed(variables, []),
      cwd,
      redirects,
      fedBy,
      input: undefined,
      inShell: true,
      source: shell.text.slice(node.pos, node.end),
    });
  shell.fedBy = [...fedBy, ...read.fedBy];
  const outcome = readCompound(node.command, reader, shell, state === ENDED ? ENDED : { cwd, variables });
  shell.fedBy = fedBy;
  return outcome;
}

function readIf(node: If, reader: ShellReader, shell: Shell, state: State): Outcome {
  let end: State = ENDED;
  let start = state;
  for (const branch of [node, ...node.elif]) {
    const { onSuccess, onFailure } = readList(branch.clause, reader, shell, start);
    end = either(end, afterwards(readList(branch.then, reader, shell, onSuccess)));
    start = onFailure;
  }
  const last = node.else === undefined ? start : afterwards(readList(node.else, reader, shell, start));
  return staysIn(either(end, last));
}

function readCase(node: Case, reader: ShellReader, shell: Shell, state: State): Outcome {
  const read = readAlone(reader, shell, state, (context) => {
    readOne(node.word, "text", context);
    for (const item of node.items) {
      for (const pattern of item.pattern) readOne(pattern, "pattern", context);
      if (item.terminator === ";;&") context.doubt("has a case that shells read differently");
    }
  });
  // A pattern may set a variable, or never be looked at.
  const begin = either(state, afterwards(read));
  let end = begin;
  let start = begin;
  for (const item of node.items) {
    const after = afterwards(readList(item.body, reader, shell, start));
    end = either(end, after);
    // Without `;;` the next one runs too, from where this one went.
    start = item.terminator === ";;" || item.terminator === undefined ? begin : either(begin, after);
  }
  return staysIn(end);
}
