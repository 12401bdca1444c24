import { forEachChild, parse } from "unbash";
import type { ParsedScript, SyntaxNode } from "unbash";
import type { ReadCommand } from "./command-part.js";
import { ShellReader } from "./shell-reader.js";
import type { Place } from "./tool-call.js";

/** Longer ones are scripts, and nobody's rule was meant for them. */
const LONGEST = 64 * 1024;
const MOST_NODES = 20_000;
const DEEPEST_NODE = 250;

/** Takes a command apart into all the programs that it may run, or says why that cannot be done with certainty. */
export function readCommand(command: string, place: Pick<Place, "cwd" | "home">): ReadCommand {
  if (command.length > LONGEST) return { ok: false, why: "is longer than 64 KB", parts: [] };
  if (HIDDEN.test(command)) return { ok: false, why: "has characters that cannot be seen", parts: [] };
  if (HALF.test(command)) return { ok: false, why: "has half a character", parts: [] };
  if (isHeavy(command)) return { ok: false, why: "is too large to be taken apart", parts: [] };
  const reader = new ShellReader(place.home, parseSoundly);
  reader.readScript(command, place.cwd);
  const { parts } = reader;
  if (reader.why !== undefined) return { ok: false, why: reader.why, parts };
  return parts.length === 0 ? { ok: false, why: "runs nothing", parts } : { ok: true, parts };
}

/** For each of these the parser looks through much of the rest (unbash 6.0.3): the cost is the square of their number. */
const HEAVY = [
  { text: "{", most: 1000 },
  { text: "$[", most: 100 },
  { text: "<<", most: 100 },
] as const;

function isHeavy(command: string): boolean {
  return HEAVY.some(({ text, most }) => command.split(text, most + 2).length > most + 1);
}

/** A surrogate without its other half. */
const HALF = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
/** Control characters but newline and tab, and those that turn, hide or join what stands around them. */
const HIDDEN =
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;

/**
 * Parses, and looks at all of the tree before anything in it is believed: the parser goes on after an error, nested
 * scripts report their own, and what is read lazily may still hold one. Returns the error's text where there is one.
 */
function parseSoundly(text: string): ParsedScript | string {
  try {
    const script = parse(text);
    return firstFlaw(script) ?? script;
  } catch (error) {
    // `function` six thousand times over makes the parser run out of stack (unbash 6.0.3).
    if (error instanceof RangeError) return "is nested too deep";
    throw error;
  }
}

function firstFlaw(script: ParsedScript): string | undefined {
  const stack: [SyntaxNode, number][] = [[script, 0]];
  for (let nodes = 0; ; nodes += 1) {
    const [node, depth] = stack.pop() ?? [];
    if (node === undefined || depth === undefined) return undefined;
    if (nodes > MOST_NODES || depth > DEEPEST_NODE) return "is too large to be taken apart";
    const flaw = flawOf(node);
    if (flaw !== undefined) return flaw;
    forEachChild(node, (child) => {
      stack.push([child, depth + 1]);
    });
  }
}

function flawOf(node: SyntaxNode): string | undefined {
  switch (node.type) {
    case "Script":
      return node.errors?.[0] === undefined ? undefined : `cannot be parsed: ${node.errors[0].message}`;
    case "CommandExpansion":
    case "ProcessSubstitution":
    case "ArithmeticCommandExpansion":
      return node.script === undefined ? "has a substitution that cannot be parsed" : undefined;
    case "HereDoc":
      // bash takes the rest of the input for it, with a warning.
      return node.closing === undefined ? "has a here-document without an end" : undefined;
    case "Word":
      return /(?<!\\)(?:\\\\)*\\$/.test(node.text) ? "ends in a backslash" : undefined;
    default:
      return undefined;
  }
}
