import { forEachChild, parse } from "unbash";
import type { ParsedScript, SyntaxNode } from "unbash";
import type { ReadCommand } from "./command-part.js";
import { flawOf } from "./commands/parse-flaws.js";
import { makesNoFiles } from "./words/plain-names.js";
import { ShellReader, type ReaderPlace } from "./shell-reader.js";

/** Longer ones are scripts, and nobody's rule was meant for them. */
const LONGEST = 64 * 1024;
const MOST_NODES = 20_000;
const DEEPEST_NODE = 150;
const TOO_LARGE = "is too large to be taken apart";

/** Takes a command apart into all the programs that it may run, or says why that cannot be done with certainty. */
export function readCommand(command: string, place: ReaderPlace): ReadCommand {
  const unreadable = whyUnreadable(command);
  if (unreadable !== undefined) return { ok: false, why: unreadable, parts: [] };
  const reader = new ShellReader(place, parseSoundly);
  try {
    reader.readScript(command);
  } catch (error) {
    // `function` six thousand times over makes the parser run out of stack (unbash 6.0.3).
    if (!(error instanceof RangeError)) throw error;
    reader.doubt("is nested too deep");
  }
  const { parts } = reader;
  if (parts.length === 0) reader.doubt("runs nothing");
  if (reader.trustsNames && !parts.every(makesNoFiles))
    reader.doubt("has a variable without quotes that may hold the name of a new file");
  return reader.why === undefined ? { ok: true, parts } : { ok: false, why: reader.why, parts };
}

function whyUnreadable(command: string): string | undefined {
  if (command.length > LONGEST) return "is longer than 64 KB";
  if (HIDDEN.test(command)) return "has characters that cannot be seen";
  return HALF.test(command) ? "has half a character" : undefined;
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

/** bash joins the lines before it reads on, so that `$\⏎'…'` is `$'…'`; the parser sees a dollar sign (unbash 6.0.3). */
const JOINED_LINES = /[^\s&|;]\\\n|[&|;]\\\n\S/;
/** A surrogate without its other half. */
const HALF = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
/** Control characters but newline and tab, and those that turn, hide or join what stands around them. */
const HIDDEN =
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;

/**
 * Parses, and looks at all of the tree before anything in it is believed: the parser goes on after an error, nested
 * scripts report their own, and what is read lazily may still hold one. Returns what is wrong where something is.
 */
function parseSoundly(text: string): ParsedScript | string {
  if (isHeavy(text)) return TOO_LARGE;
  if (JOINED_LINES.test(text)) return "has a word that goes on in the next line";
  const script = parse(text);
  const stack: [node: SyntaxNode, text: string, depth: number][] = [[script, text, 0]];
  let nodes = 0;
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [node, around, depth] = next;
    nodes += 1;
    if (nodes > MOST_NODES || depth > DEEPEST_NODE) return TOO_LARGE;
    const inside = node.type === "Script" ? (node.source ?? around) : around;
    const flaw = flawOf(node, inside);
    if (flaw !== undefined) return flaw;
    forEachChild(node, (child) => {
      stack.push([child, inside, depth + 1]);
    });
  }
  return script;
}
