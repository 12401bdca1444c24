import type { Assignment, Command } from "unbash";
import { readCall } from "./program-call.js";
import { checkArithmeticText } from "./shell-arithmetic.js";
import { readRedirects } from "./shell-redirects.js";
import type { Feeders, Shell, ShellScripts } from "./shell.js";
import { readWord, type ShellWord, type WordContext } from "./shell-words.js";
import { known } from "./wrapper-options.js";
import type { Cwd, Outcome } from "./working-directory.js";

/** Reads one command that has no other command around its words; returns where the shell is afterwards. */
export function readSimpleCommand(syntax: Command, scripts: ShellScripts, shell: Shell, cwd: Cwd): Outcome {
  const feeders: Feeders = { read: [], value: [] };
  const name = syntax.name?.value ?? "";
  const context = scripts.context(shell, cwd, name, feeders);
  const own = syntax.prefix.flatMap((one) =>
    one.type === "Assignment" ? [readAssignment(one, context).name] : [],
  );
  const words: ShellWord[] = syntax.name === undefined ? [] : [readWord(syntax.name, context)];
  for (const arg of syntax.args)
    words.push(arg.type === "Word" ? readWord(arg, context) : readAssignment(arg, context).word);
  const { redirects, fedBy, input } = readRedirects(syntax.redirects, scripts, shell, cwd, name);
  if (words.length === 0) for (const variable of own) scripts.assign(shell, variable);
  return readCall(scripts, shell, context, {
    // Variables or redirects alone: `:` does the same.
    words: words.length === 0 ? [known(":")] : words,
    takesMore: false,
    own,
    cwd,
    redirects,
    fedBy: [...shell.fedBy, ...fedBy, ...feeders.read],
    substituted: feeders.value,
    input,
    inShell: true,
    depth: 0,
    source: shell.text.slice(syntax.pos, syntax.end),
  });
}

function readAssignment(
  syntax: Assignment,
  context: WordContext,
): { readonly name: string; readonly word: ShellWord } {
  const { name, value, index, append } = syntax;
  if (index !== undefined) checkArithmeticText(index, context);
  const start = `${name}${append === true ? "+" : ""}=`;
  if (value.type === "Word") {
    const read = readWord(value, context);
    const text = read.text === undefined || index !== undefined ? undefined : start + read.text;
    return { name, word: { text, start: start + read.start, single: true } };
  }
  for (const element of value.elements) {
    if (element.text.startsWith("[") && !/^\[\d+\]=/.test(element.text))
      context.doubt("sets an element that is not known");
    readWord(element, context);
  }
  return { name, word: { text: undefined, start, single: true } };
}
