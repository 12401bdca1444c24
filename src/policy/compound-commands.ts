import type {
  AndOr,
  Case,
  CompoundList,
  If,
  Pipeline,
  PipelineNode,
  Redirected,
  TestExpression,
  Word,
} from "unbash";
import { checkArithmeticText, checkExpression, isNumericWord } from "./shell-arithmetic.js";
import type { ShellReader } from "./shell-reader.js";
import type { Shell } from "./shell.js";
import { readRedirects } from "./shell-redirects.js";
import { readWord, type WordContext } from "./shell-words.js";
import { readSimpleCommand } from "./simple-command.js";
import { afterwards, either, ENDED, staysIn, type Cwd, type Outcome } from "./working-directory.js";

/** Reads a command of any kind; returns where the shell is afterwards. */
export function readCompound(
  node: PipelineNode | AndOr,
  reader: ShellReader,
  shell: Shell,
  cwd: Cwd,
): Outcome {
  switch (node.type) {
    case "Command":
      return readSimpleCommand(node, reader, shell, cwd);
    case "AndOr":
      return readAndOr(node, reader, shell, cwd);
    case "Pipeline":
      return readPipeline(node, reader, shell, cwd);
    case "Redirected":
      return readRedirected(node, reader, shell, cwd);
    case "BraceGroup":
      return readList(node.body, reader, shell, cwd);
    case "Subshell":
      readList(node.body, reader, { ...shell }, cwd);
      return staysIn(cwd);
    case "If":
      return readIf(node, reader, shell, cwd);
    case "Case":
      return readCase(node, reader, shell, cwd);
    case "While":
      return readLoop(reader, shell, cwd, (start) => {
        const clause = readList(node.clause, reader, shell, start);
        const { onSuccess, onFailure } = node.kind === "while" ? clause : swapped(clause);
        return either(onFailure, afterwards(readList(node.body, reader, shell, onSuccess)));
      });
    case "For":
    case "Select": {
      const context = contextOf(reader, shell, cwd);
      for (const word of node.wordlist ?? []) readWord(word, context);
      reader.assign(shell, node.name.value);
      return readLoop(reader, shell, cwd, (start) => afterwards(readList(node.body, reader, shell, start)));
    }
    case "ArithmeticFor":
      return readLoop(reader, shell, cwd, (start) => {
        const context = contextOf(reader, shell, start);
        for (const expression of [node.initialize, node.test, node.update])
          if (expression !== undefined)
            checkExpression(expression, shell.text.slice(expression.pos, expression.end), context);
        return afterwards(readList(node.body, reader, shell, start));
      });
    case "ArithmeticCommand":
      if (node.expression !== undefined)
        checkExpression(node.expression, node.body, contextOf(reader, shell, cwd));
      return staysIn(cwd);
    case "TestCommand":
      readTest(node.expression, contextOf(reader, shell, cwd));
      return staysIn(cwd);
    case "Function":
    case "Coproc":
      reader.doubt(node.type === "Function" ? `defines ${node.name.text} anew` : "runs a coprocess");
      if (node.body.type === "CompoundList") readList(node.body, reader, { ...shell }, undefined);
      else readCompound(node.body, reader, { ...shell }, undefined);
      return staysIn(cwd);
    default:
      return node satisfies never;
  }
}

function contextOf(reader: ShellReader, shell: Shell, cwd: Cwd): WordContext {
  return reader.context(shell, cwd, "", { read: [], value: [] });
}

function readList(list: CompoundList, reader: ShellReader, shell: Shell, cwd: Cwd): Outcome {
  return reader.runStatements(list.commands, shell, cwd);
}

function swapped({ onSuccess, onFailure }: Outcome): Outcome {
  return { onSuccess: onFailure, onFailure: onSuccess };
}

function readAndOr(node: AndOr, reader: ShellReader, shell: Shell, cwd: Cwd): Outcome {
  let outcome = staysIn(cwd);
  for (const [index, command] of node.commands.entries()) {
    const operator = node.operators[index - 1];
    if (operator === undefined) outcome = readCompound(command, reader, shell, cwd);
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

/** Each command has a shell of its own, but zsh runs the last one in the shell around: both are reckoned with. */
function readPipeline(node: Pipeline, reader: ShellReader, shell: Shell, cwd: Cwd): Outcome {
  const negated = node.prefixes.filter(({ type }) => type === "Negation").length % 2 === 1;
  const [only, second] = node.commands;
  if (only !== undefined && second === undefined) {
    const outcome = readCompound(only, reader, shell, cwd);
    return negated ? swapped(outcome) : outcome;
  }
  const first = reader.parts.length;
  const { fedBy } = shell;
  let end = cwd;
  for (const command of node.commands) {
    shell.fedBy = [...fedBy, ...reader.programsSince(first)];
    end = either(end, afterwards(readCompound(command, reader, shell, cwd)));
  }
  shell.fedBy = fedBy;
  return staysIn(end);
}

function readRedirected(node: Redirected, reader: ShellReader, shell: Shell, cwd: Cwd): Outcome {
  const read = readRedirects(node.redirects, reader, shell, cwd, "");
  if (read.redirects.length > 0)
    reader.add({
      words: [{ text: ":", start: ":" }],
      takesMore: false,
      variables: shell.variables,
      cwd: cwd === ENDED ? undefined : cwd,
      redirects: read.redirects,
      fedBy: shell.fedBy,
      source: shell.text.slice(node.pos, node.end),
    });
  const { fedBy } = shell;
  shell.fedBy = [...fedBy, ...read.fedBy];
  const outcome = readCompound(node.command, reader, shell, cwd);
  shell.fedBy = fedBy;
  return outcome;
}

function readIf(node: If, reader: ShellReader, shell: Shell, cwd: Cwd): Outcome {
  let end: Cwd = ENDED;
  let start: Cwd = cwd;
  for (const branch of [node, ...node.elif]) {
    const { onSuccess, onFailure } = readList(branch.clause, reader, shell, start);
    end = either(end, afterwards(readList(branch.then, reader, shell, onSuccess)));
    start = onFailure;
  }
  const last = node.else === undefined ? start : afterwards(readList(node.else, reader, shell, start));
  return staysIn(either(end, last));
}

function readCase(node: Case, reader: ShellReader, shell: Shell, cwd: Cwd): Outcome {
  const context = contextOf(reader, shell, cwd);
  readWord(node.word, context);
  let end = cwd;
  let start = cwd;
  for (const item of node.items) {
    for (const pattern of item.pattern) readWord(pattern, context);
    const after = afterwards(readList(item.body, reader, shell, start));
    end = either(end, after);
    // Without `;;` the next one runs too, from where this one went.
    start = item.terminator === ";;" || item.terminator === undefined ? cwd : either(cwd, after);
  }
  return staysIn(end);
}

/** A body that goes elsewhere starts its next round there; what it sets is set for all of it in the next round. */
function readLoop(reader: ShellReader, shell: Shell, cwd: Cwd, readBody: (start: Cwd) => Cwd): Outcome {
  const first = reader.parts.length;
  const before = shell.variables;
  let end = either(cwd, readBody(cwd));
  if (end !== cwd) {
    reader.parts.length = first;
    end = either(undefined, readBody(undefined));
  }
  if (shell.variables !== before) reader.setForAllSince(first, shell.variables);
  return staysIn(end);
}

function readTest(node: TestExpression, context: WordContext): void {
  switch (node.type) {
    case "TestUnary":
      if (node.operator === "-t") checkNumber(node.operand, context);
      else {
        const { text } = readWord(node.operand, context);
        // bash evaluates the index of `a[$(…)]`.
        if (/^-[vR]$/.test(node.operator) && !/^\w+$/.test(text ?? ""))
          context.doubt("tests a variable that is not known");
      }
      return;
    case "TestBinary":
      for (const word of [node.left, node.right])
        if (/^-(?:eq|ne|lt|le|gt|ge)$/.test(node.operator)) checkNumber(word, context);
        else readWord(word, context);
      return;
    case "TestLogical":
      for (const operand of node.operands) readTest(operand, context);
      return;
    case "TestNot":
      readTest(node.operand, context);
      return;
    case "TestGroup":
      readTest(node.expression, context);
      return;
    default:
      node satisfies never;
  }
}

function checkNumber(word: Word, context: WordContext): void {
  if (isNumericWord(word)) readWord(word, context);
  else checkArithmeticText(word, context);
}
