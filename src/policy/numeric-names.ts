import { forEachChild } from "unbash";
import type { ParsedScript, SyntaxNode } from "unbash";
import { isNumericWord } from "./shell-arithmetic.js";

/** Builtins that set variables by name, or run what does. */
const SETTERS = new Set(
  "read printf mapfile readarray getopts declare typeset local export readonly wait builtin command".split(
    " ",
  ),
);
const RUNNERS = new Set(["eval", "trap", "source", "."]);

/** The variables that nothing in the script sets to anything but whole numbers. */
export function numericNames(script: ParsedScript): ReadonlySet<string> {
  const numeric = new Set<string>();
  const others = new Set<string>();
  const note = (name: string, isNumeric: boolean): void => {
    (isNumeric ? numeric : others).add(name);
  };
  const stack: SyntaxNode[] = [script];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.type === "Command" && RUNNERS.has(node.name?.value ?? "")) return new Set();
    noteNode(node, note);
    forEachChild(node, (child) => {
      stack.push(child);
    });
  }
  for (const name of others) numeric.delete(name);
  return numeric;
}

function noteNode(node: SyntaxNode, note: (name: string, isNumeric: boolean) => void): void {
  switch (node.type) {
    case "Assignment":
      note(node.name, node.value.type === "Word" && node.index === undefined && isNumericWord(node.value));
      return;
    case "For":
      note(node.name.value, node.wordlist?.every(isNumericWord) === true);
      return;
    case "Select":
      note(node.name.value, false);
      return;
    case "ArithmeticBinary":
      if (/^[^=!<>]?=$|^(?:<<|>>)=$/.test(node.operator) && node.left.type === "ArithmeticWord")
        note(node.left.value, true);
      return;
    case "ParameterExpansion":
      if (node.operation?.type === "Default" && node.operation.operator.endsWith("="))
        note(node.parameter, false);
      return;
    case "Command":
      if (!SETTERS.has(node.name?.value ?? "")) return;
      for (const arg of node.args) if (arg.type === "Word") note(arg.value.replace(/[=+[].*$/s, ""), false);
      return;
    default:
  }
}
