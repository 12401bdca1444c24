import type { BuiltinEffect } from "./builtins.js";
import { knownWord, type Word } from "../command-part.js";
import { OPAQUE } from "../words/variables.js";

interface Declared {
  readonly name: string;
  readonly value: Word | undefined;
}

/** `export X=1 Y`, `declare`, `readonly`: a value may be unknown, a name may not. */
export function readDeclaration(builtin: string, args: readonly Word[]): BuiltinEffect {
  const assigns: Declared[] = [];
  let isFrozen = builtin === "readonly";
  let isListed = false;
  for (const word of args) {
    const declared = readDeclared(word);
    if (declared !== undefined) {
      // Without a value, `declare X` may empty it; `export X` does not.
      const value = declared.value ?? (builtin === "export" ? undefined : OPAQUE);
      assigns.push({ name: declared.name, value });
      continue;
    }
    // -n makes a name stand for another, -i makes each assignment arithmetic, -a and -A expand a quoted list.
    if (assigns.length > 0 || !/^-[xrgp]+$|^--$/.test(word.text ?? ""))
      return { doubt: "declares a variable that is not known" };
    if (/^-\w*r/.test(word.start)) isFrozen = true;
    if (/^-\w*p/.test(word.start)) isListed = true;
  }
  return {
    assigns,
    freezes: isFrozen ? assigns.map(({ name }) => name) : [],
    ...((isListed || assigns.length === 0) && { needsRule: true as const }),
  };
}

function readDeclared(word: Word): Declared | undefined {
  if (word.count !== "one") return undefined;
  const [whole, name = "", operator] = /^([A-Za-z_]\w*)(\+?=|$)/.exec(word.start) ?? [];
  if (whole === undefined || (operator === "" && word.text === undefined)) return undefined;
  if (operator === "") return { name, value: undefined };
  const start = word.start.slice(whole.length);
  // bash expands it as a list where the variable is one.
  if (start.startsWith("(")) return undefined;
  if (operator === "+=") return { name, value: OPAQUE };
  return { name, value: word.text === undefined ? { ...OPAQUE, start } : knownWord(start) };
}
