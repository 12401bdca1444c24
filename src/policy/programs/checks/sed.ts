import { hasWholeBrackets } from "./bracket-expressions.js";

/**
 * Whether a script of sed only edits what it prints: no `e` that runs, no `w` that writes, no `r` that reads another file.
 * Reads address, command, address, command …, and gives up at the first thing it does not know. Where GNU's and BSD's sed
 * would find the end of a command in different places, it gives up too.
 */
export function isHarmlessSed(script: string): boolean {
  if (script.length > LONGEST || /[\0\r]/.test(script)) return false;
  let at = 0;
  for (;;) {
    at = skip(script, at, /[\s;}]/y);
    if (at === script.length) return true;
    const command = afterAddresses(script, at);
    if (command === undefined) return false;
    const after = afterCommand(script, command);
    if (after === undefined) return false;
    at = after;
  }
}

const LONGEST = 20_000;

/** Where the command begins, behind `1,/end/!`; undefined where an address is not understood. */
function afterAddresses(script: string, from: number): number | undefined {
  let at = afterAddress(script, from);
  if (at === undefined) return undefined;
  const comma = skip(script, at, /[ \t]/y);
  if (at > from && script.charAt(comma) === ",") {
    const second = skip(script, comma + 1, /[ \t]/y);
    const step = /[+~]\d+/y;
    step.lastIndex = second;
    at = step.test(script) ? step.lastIndex : afterAddress(script, second);
    if (at === undefined || at === second) return undefined;
  }
  return skip(script, at, /[ \t!]/y);
}

/** The same index where no address stands there. */
function afterAddress(script: string, at: number): number | undefined {
  const number = /\d+(?:~\d+)?|\$/y;
  number.lastIndex = at;
  if (number.test(script)) return number.lastIndex;
  const isCustom = script.charAt(at) === "\\";
  if (!isCustom && script.charAt(at) !== "/") return at;
  const end = afterPart(script, isCustom ? at + 1 : at, "pattern");
  return end === undefined ? undefined : skip(script, end, /[IM]/y);
}

const SIMPLE = /[{pPdDhHgGxnNzF=]|[qQl][ \t]*\d*|#[^\n]*/y;
const LABEL = /(?::[ \t]*[\w.-]+|[btT][ \t]*[\w.-]*)[ \t]*(?=[\n;}]|$)/y;
// A backslash goes with whatever follows it: two of them do not carry the text over the line.
const TEXT = /[aic](?:\\[^]|[^\\\n])*(?=\n|$)/y;

function afterCommand(script: string, at: number): number | undefined {
  const simple = skip(script, at, SIMPLE, 1);
  if (simple > at) return simple;
  const label = skip(script, at, LABEL, 1);
  if (label > at) {
    // To BSD's sed the whole line is the label. Only a line that goes on behind a backslash would be read in two ways.
    return /[^\n]*\\(?:\n|$)/y.test(script.slice(label)) ? undefined : label;
  }
  const text = skip(script, at, TEXT, 1);
  if (text > at) return text;
  const name = script.charAt(at);
  return name === "s" || name === "y" ? afterSubstitute(script, at, name) : undefined;
}

function afterSubstitute(script: string, at: number, name: "s" | "y"): number | undefined {
  const second = afterPart(script, at + 1, "pattern");
  if (second === undefined) return undefined;
  // The delimiter in the middle ends one part and begins the next.
  const end = afterPart(script, second - 1, name === "s" ? "replacement" : "pattern");
  if (end === undefined) return undefined;
  // Any other flag: `e` runs the result, `w` writes it.
  const flags = name === "s" ? skip(script, end, /[gpiIMm\d]/y) : end;
  return flags === script.length || /[\s;}#]/.test(script.charAt(flags)) ? flags : undefined;
}

const DELIMITERS = "/|,#!@:;%~+=_^-&'\"";

/** Behind the delimiter that ends the part which begins with the delimiter at this index. */
function afterPart(script: string, from: number, kind: "pattern" | "replacement"): number | undefined {
  const delimiter = script.charAt(from);
  if (delimiter === "" || !DELIMITERS.includes(delimiter)) return undefined;
  for (let at = from + 1; at < script.length; at += 1) {
    const character = script.charAt(at);
    if (character === "\\") at += 1;
    if (character === "\n" || (kind === "pattern" && character === "\\" && script.charAt(at) === "\n"))
      return undefined;
    if (character !== delimiter) continue;
    return kind === "replacement" || hasWholeBrackets(script.slice(from + 1, at)) ? at + 1 : undefined;
  }
  return undefined;
}

/** Behind as many matches of the sticky pattern as there are, or `most`. */
function skip(script: string, from: number, pattern: RegExp, most = Number.POSITIVE_INFINITY): number {
  let at = from;
  for (let times = 0; times < most; times += 1) {
    pattern.lastIndex = at;
    if (!pattern.test(script) || pattern.lastIndex === at) return at;
    at = pattern.lastIndex;
  }
  return at;
}
