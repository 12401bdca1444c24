import type {
  DoubleQuotedChild,
  HereDoc,
  ParameterExpansionPart,
  ParsedScript,
  Word as WordSyntax,
  WordPart,
} from "unbash";
import type { Word } from "./command-part.js";
import { checkArithmetic, checkArithmeticText } from "./shell-arithmetic.js";
import { addBare, addVariable, Value, ZSH_EXPANSION, type Known } from "./word-value.js";

/** A word with what its place in a command needs to know. */
export interface ShellWord extends Word {
  /** It certainly is one word: nothing in it is split, globbed or left out. */
  readonly single: boolean;
  /** As it stands in the command; undefined for one that was put together. */
  readonly syntax?: WordSyntax;
}

/** What a word may need from the shell that it stands in, and whom to tell what else it does there. */
export interface WordContext extends Known {
  /** A script that runs while the word is expanded; `feeds`: its output is read like a file, `reads`: the other way. */
  run(script: ParsedScript | undefined, how: "value" | "feeds" | "reads"): void;
  assign(name: string): void;
  /** It cannot be followed: the rest of a sentence that starts with "the command". */
  doubt(why: string): void;
}

/**
 * The value of a word, as far as it is certain in bash and in zsh alike: Claude Code runs commands in either. Whatever
 * runs inside of the word is handed to the context, so a word must be read exactly once.
 */
export function readWord(word: WordSyntax, context: WordContext): ShellWord {
  const value = new Value();
  if (word.parts === undefined) addBare(value, word.text, word.value, true, context);
  else
    for (const [index, part] of word.parts.entries())
      addPart(value, part, index === 0, word.parts[index + 1], context);
  return { ...value.word(), syntax: word };
}

/** What a here-document hands over; undefined where it is not certain. */
export function readHereDoc(doc: HereDoc, context: WordContext): string | undefined {
  const value = new Value();
  const { parts, text } = doc.body;
  if (parts === undefined) {
    // Without quotes around its end, backslashes count.
    if (doc.delimiter?.quoted === true || !text.includes("\\")) value.add(text);
    else value.hide(true);
  } else for (const [index, part] of parts.entries()) addPart(value, part, false, parts[index + 1], context);
  const known = value.word().text;
  return doc.operator === "<<-" ? known?.replaceAll(/^\t+/gm, "") : known;
}

function addPart(
  value: Value,
  part: WordPart,
  first: boolean,
  next: WordPart | undefined,
  context: WordContext,
): void {
  switch (part.type) {
    case "Literal":
      addBare(value, part.text, part.value, first, context, next);
      return;
    case "SingleQuoted":
      value.add(part.value);
      return;
    case "AnsiCQuoted":
      // Bytes and control characters by number differ between shells and locales.
      if (/[^\t\n\x20-\x7e]/.test(part.value) || /\\(?:c|0|x0*(?![\da-fA-F]))/.test(part.text))
        value.hide(true);
      else value.add(part.value);
      return;
    case "DoubleQuoted":
      for (const [index, child] of part.parts.entries())
        addQuoted(value, child, part.parts[index + 1], context);
      return;
    case "LocaleString":
      // Translated by bash, a dollar and a string to zsh.
      value.hide(true);
      for (const child of part.parts) addPart(value, child, false, undefined, context);
      return;
    case "SimpleExpansion":
      addVariable(value, part.text.slice(1), next, false, context);
      return;
    case "ParameterExpansion":
      addParameter(value, part, false, context);
      return;
    case "CommandExpansion":
      context.run(part.script, "value");
      value.hide(false);
      return;
    case "ArithmeticExpansion":
      checkArithmetic(part, context);
      value.hide(true);
      return;
    case "ProcessSubstitution":
      context.run(part.script, part.operator === "<" ? "feeds" : "reads");
      value.hide(true);
      return;
    case "Glob":
    case "BraceExpansion":
      value.hide(false);
      for (const inner of part.parts ?? []) addPart(value, inner, false, undefined, context);
      return;
    case "ExtendedGlob":
      // zsh reads the parentheses as qualifiers, and `*(e:'…':)` runs what stands in them.
      context.doubt("has a pattern with parentheses, which zsh may run");
      value.hide(false);
      for (const inner of part.parts ?? []) addPart(value, inner, false, undefined, context);
      return;
    default:
      part satisfies never;
  }
}

function addQuoted(
  value: Value,
  part: DoubleQuotedChild,
  next: WordPart | undefined,
  context: WordContext,
): void {
  switch (part.type) {
    case "Literal":
      if (ZSH_EXPANSION.test(part.text)) value.hide(false);
      value.add(part.value);
      return;
    case "SimpleExpansion":
      addVariable(value, part.text.slice(1), next, true, context);
      return;
    case "ParameterExpansion":
      addParameter(value, part, true, context);
      return;
    case "CommandExpansion": {
      const text = handedOn(part.script, context);
      if (text === undefined) {
        context.run(part.script, "value");
        value.hide(true);
      } else value.add(text);
      return;
    }
    case "ArithmeticExpansion":
      addPart(value, part, false, next, context);
      return;
    default:
      part satisfies never;
  }
}

function addParameter(
  value: Value,
  part: ParameterExpansionPart,
  quoted: boolean,
  context: WordContext,
): void {
  const { operation, index, parameter, prefix } = part;
  if (prefix === undefined && operation === undefined && index === undefined) {
    addVariable(value, parameter, undefined, quoted, context);
    return;
  }
  value.hide(quoted && index === undefined && prefix !== "!" && parameter !== "@");
  // The name that stands in a variable may be `a[$(…)]`, and bash runs that.
  if (prefix === "!") context.doubt("expands a variable whose name is in another");
  if (index !== undefined && index.text !== "@" && index.text !== "*") checkArithmeticText(index, context);
  switch (operation?.type) {
    case undefined:
    case "Names":
      return;
    case "Default":
      if (operation.operator.endsWith("=")) context.assign(parameter);
      readWord(operation.operand, context);
      return;
    case "Remove":
      readWord(operation.operand, context);
      return;
    case "CaseModification":
      if (operation.operand !== undefined) readWord(operation.operand, context);
      return;
    case "Replace":
      readWord(operation.pattern, context);
      readWord(operation.replacement, context);
      return;
    case "Slice":
      checkArithmeticText(operation.offset, context);
      if (operation.length !== undefined) checkArithmeticText(operation.length, context);
      return;
    case "Transform":
      // `${x@P}` runs the substitutions that stand in the value.
      if (!/^[QULu]$/.test(operation.operand.text)) context.doubt(`expands \${…@${operation.operand.text}}`);
      return;
    case "Unknown":
      context.doubt("has an expansion that cannot be read");
      return;
    default:
      operation satisfies never;
  }
}

/** The text of `$(cat <<'EOF' … EOF)`, which is how long messages are written; undefined for any other script. */
function handedOn(script: ParsedScript | undefined, context: WordContext): string | undefined {
  const [statement, more] = script?.commands ?? [];
  const command = statement?.command;
  if (more !== undefined || statement?.background === true || command?.type !== "Command") return undefined;
  if (command.name?.text !== "cat" || command.prefix.length > 0 || command.suffix.length !== 1)
    return undefined;
  const [doc] = command.suffix;
  if (doc?.type !== "HereDoc" || doc.descriptor !== undefined || doc.closing === undefined) return undefined;
  const plain = doc.delimiter?.quoted === true || doc.body.parts === undefined;
  return plain ? withoutLastNewlines(readHereDoc(doc, context)) : undefined;
}

/** As a substitution does. By hand: a pattern would try each newline of the text anew. */
function withoutLastNewlines(text: string | undefined): string | undefined {
  let end = text?.length ?? 0;
  while (text?.charAt(end - 1) === "\n") end -= 1;
  return text?.slice(0, end);
}
