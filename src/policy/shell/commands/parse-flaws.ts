import type { ArrayValue, Assignment, SyntaxNode, Word } from "unbash";

/**
 * What is wrong with a node of a tree, by the parser or by what it is known to let pass (unbash 6.0.3, held against
 * bash 5.2). `text` is what the node's position counts in. Returns the rest of a sentence that starts with "the command".
 */
export function flawOf(node: SyntaxNode, text: string): string | undefined {
  switch (node.type) {
    case "Script":
      return node.errors?.[0] === undefined ? undefined : `cannot be parsed: ${node.errors[0].message}`;
    case "Command": {
      if (node.name !== undefined && hasLooseParenthesis(text, node.name.end))
        return "has a loose parenthesis";
      const targets = node.redirects.flatMap((one) => (one.type === "HereDoc" ? [] : [one.target]));
      return [node.name, ...node.args, ...targets].some(isTorn) ? TORN : undefined;
    }
    case "Assignment":
      return isTorn(node.value) ? TORN : undefined;
    case "For":
    case "Select":
      return node.wordlist?.some(isTorn) === true ? TORN : undefined;
    case "Pipeline":
      return node.commands.length === 0 ? "has an operator without a command" : undefined;
    case "CommandExpansion":
      // `${ …; }` of bash 5.3: its end is not checked, and older shells have no such thing.
      if (node.text.startsWith("${")) return "has a substitution in braces";
      return node.script === undefined ? "has a substitution that cannot be parsed" : undefined;
    case "ProcessSubstitution":
      // `a<(b)` is one word to both shells, and two to the parser.
      if (node.pos > 0 && !isBlank(text, node.pos - 1)) return TORN;
      // In `<(a)#b; c` the parser finds a comment, and bash another command.
      if (/[^\s;&|)<>]/.test(text.charAt(node.end))) return "has text right behind a process substitution";
      return node.script === undefined ? "has a substitution that cannot be parsed" : undefined;
    case "ArithmeticCommandExpansion":
      return node.script === undefined ? "has a substitution that cannot be parsed" : undefined;
    case "HereDoc":
      // bash takes the rest of the input for it, with a warning.
      if (node.closing === undefined) return "has a here-document without an end";
      return node.delimiter?.quoted !== true && node.body.text.includes("$[") ? OLD_ARITHMETIC : undefined;
    case "Word":
      if (/(?<!\\)(?:\\\\)*\\$/.test(node.text)) return "ends in a backslash";
      return hasOldArithmetic(node.parts ?? [node]) ? OLD_ARITHMETIC : undefined;
    case "DoubleQuoted":
      return hasOldArithmetic(node.parts) ? OLD_ARITHMETIC : undefined;
    default:
      return undefined;
  }
}

/** A blank that no backslash makes a part of a word. */
function isBlank(text: string, at: number): boolean {
  let before = at;
  while (text.charAt(before - 1) === "\\") before -= 1;
  return /\s/.test(text.charAt(at)) && (at - before) % 2 === 0;
}

const TORN = "has a word that shells read differently";

/**
 * A word cannot hold an operator that is not quoted: then it is not one. `1<(a)` passes as a word, and bash runs a;
 * `x=(a)b` passes as one as well.
 */
function isTorn(word: Word | Assignment | ArrayValue | undefined): boolean {
  if (word?.type !== "Word") return false;
  return (word.parts ?? [word]).some(
    ({ type, text }) =>
      (type === "Literal" || type === "Word") &&
      /(?<!\\)(?:\\\\)*[<>()|&;`"' \t\n]/.test(text.replaceAll("\\\n", "")),
  );
}

const OLD_ARITHMETIC = "has $[ in it, which cannot be followed";

/** Without its closing bracket the parser takes `$[` for text, while bash reads on to the next bracket. */
function hasOldArithmetic(parts: readonly { readonly type: string; readonly text: string }[]): boolean {
  return parts.some(({ type, text }, index) => {
    if (type.endsWith("Quoted")) return false;
    const continues = parts[index + 1]?.text.startsWith("[") === true;
    return /(?<!\\)(?:\\\\)*\$\[/.test(text) || (continues && /(?<!\\)(?:\\\\)*\$$/.test(text));
  });
}

/** `a (b` passes as `a b`. */
function hasLooseParenthesis(text: string, end: number): boolean {
  const blanks = /(?:[ \t]|\\\n)*/y;
  blanks.lastIndex = end;
  blanks.exec(text);
  return text.charAt(blanks.lastIndex) === "(";
}
