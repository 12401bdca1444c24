import type { PatternNode } from "./pattern-tree.js";

/**
 * Texts on which this pattern would run away, if it can: for each repetition, what leads up to it, then what it
 * repeats, many times over, then something that makes the match fail, so that every way to split the repeats
 * is tried. Each repetition has texts of its own, in turns; those that hold others come first.
 */
export function attacksOn(root: PatternNode): string[] {
  const [characters, outside] = charactersOf(root);
  // Nearly every set leaves one of these out; a negated one leaves out what it names.
  const endings = [...new Set(["\n\u0000", `\n\u0000${[...outside].join("")}`])];
  const nested: string[][] = [];
  const plain: string[][] = [];
  visitRepeats(root, "", (prefix, body) => {
    const texts = pumpsOf(body, [...outside, ...characters]).flatMap((pump) =>
      endings.map((ending) => prefix + pump + ending),
    );
    (holdsRepeat(body) ? nested : plain).push(texts);
  });
  const queues = [...nested, ...plain];
  return inTurns(queues, Math.max(MOST_ATTACKS, EACH_ATTACKS * queues.length));
}

/** Long repeats of what the body matches; single characters and longer texts in turns. */
function pumpsOf(body: PatternNode, others: readonly string[]): string[] {
  const words = samples(body).filter((word) => word !== "");
  // Two alternatives may only be ambiguous in a row: (a|bcd|ab|cd)* on "abcd".
  const pairs = words.flatMap((a) => words.map((b) => a + b));
  const single = [...words, ...charactersOf(body)[0], ...others].filter((text) => text.length === 1);
  const longer = [...words, ...pairs].filter((text) => text.length > 1);
  const singles = [...new Set(single)].slice(0, MOST_SINGLE).map((text) => text.repeat(LONG_LINE));
  const longers = [...new Set(longer)].slice(0, MOST_LONGER);
  const wide = longers.map((text) => text.repeat(Math.ceil(WIDE_LINE / text.length)));
  return inTurns([singles, wide], MOST_SINGLE + MOST_LONGER);
}

/** The first of each list, the second of each, and so on; `most` texts, none twice. */
function inTurns(lists: readonly (readonly string[])[], most: number): string[] {
  const taken = new Set<string>();
  const longest = lists.reduce((length, list) => Math.max(length, list.length), 0);
  for (let turn = 0; turn < longest; turn++) {
    for (const list of lists) {
      const text = list[turn];
      if (text !== undefined) taken.add(text);
      if (taken.size === most) return [...taken];
    }
  }
  return [...taken];
}

// Long enough to tell cubic patterns (".*.*x") from quadratic ones ("[a-z]+ limit"), which are quick enough.
const LONG_LINE = 120;
// Longer ones would also refuse ".*limit.*resets", which is slow only where "limit" stands a thousand times in a line.
const WIDE_LINE = 60;
const MOST_SINGLE = 6;
const MOST_LONGER = 20;
const MOST_ATTACKS = 40;
const EACH_ATTACKS = 8;
const MOST_SAMPLES = 6;

/** A few texts that the node matches, one per way through its choices. */
function samples(node: PatternNode): string[] {
  switch (node.type) {
    case "character":
      return node.samples.slice(0, MOST_SAMPLES);
    case "choice":
      return node.options.flatMap(samples).slice(0, MOST_SAMPLES);
    case "sequence":
      return node.parts.reduce<string[]>(
        (heads, part) => {
          const tails = samples(part);
          return heads.flatMap((head) => tails.map((tail) => head + tail)).slice(0, MOST_SAMPLES);
        },
        [""],
      );
    case "repeat":
      return samples(node.body).map((text) => text.repeat(Math.min(Math.max(node.min, 1), 50)));
    case "assertion":
    case "look":
      return [""];
  }
}

function visitRepeats(
  node: PatternNode,
  prefix: string,
  visit: (prefix: string, body: PatternNode) => void,
): void {
  switch (node.type) {
    case "sequence":
      node.parts.reduce((before, part) => {
        visitRepeats(part, before, visit);
        return before + (samples(part)[0] ?? "");
      }, prefix);
      break;
    case "choice":
      for (const option of node.options) visitRepeats(option, prefix, visit);
      break;
    case "repeat":
      // "a?" too: thirty of them in a row run away.
      if (node.max > 0) visit(prefix, node.body);
      visitRepeats(node.body, prefix, visit);
      break;
    case "look":
      visitRepeats(node.body, prefix, visit);
      break;
    case "character":
    case "assertion":
      break;
  }
}

function holdsRepeat(body: PatternNode): boolean {
  let found = false;
  visitRepeats(body, "", () => (found = true));
  return found;
}

function charactersOf(root: PatternNode): [samples: Set<string>, outside: Set<string>] {
  const found: [Set<string>, Set<string>] = [new Set(), new Set()];
  collectCharacters(root, ...found);
  return found;
}

function collectCharacters(node: PatternNode, samples: Set<string>, outside: Set<string>): void {
  switch (node.type) {
    case "character":
      for (const text of node.samples) samples.add(text);
      for (const text of node.outside) outside.add(text);
      break;
    case "sequence":
      for (const part of node.parts) collectCharacters(part, samples, outside);
      break;
    case "choice":
      for (const option of node.options) collectCharacters(option, samples, outside);
      break;
    case "repeat":
    case "look":
      collectCharacters(node.body, samples, outside);
      break;
    case "assertion":
      break;
  }
}
