import type { PatternNode } from "./pattern-tree.js";

/**
 * Texts on which this pattern would run away, if it can: for each repetition, what leads up to it, then what it
 * repeats, many times over, then something that makes the match fail, so that every way to split the repeats
 * is tried.
 */
export function attacksOn(root: PatternNode): string[] {
  const characters = new Set<string>();
  const outside = new Set<string>();
  collectCharacters(root, characters, outside);
  // Nearly every set leaves one of these out; a negated one leaves out what it names.
  const endings = new Set(["\n\u0000", `\n\u0000${[...outside].join("")}`]);
  const attacks = new Set<string>();
  visitRepeats(root, "", (prefix, body) => {
    const words = samples(body).filter((word) => word !== "");
    // Two alternatives may only be ambiguous in a row: (a|bcd|ab|cd)* on "abcd".
    const pairs = words.flatMap((a) => words.map((b) => a + b));
    const single = new Set([...words, ...outside, ...characters].filter((text) => text.length === 1));
    const longer = new Set([...words, ...pairs].filter((text) => text.length > 1));
    const pumps = [
      ...[...single].slice(0, MOST_SINGLE).map((pump) => pump.repeat(LONG_LINE)),
      ...[...longer].slice(0, MOST_LONGER).map((pump) => pump.repeat(Math.ceil(WIDE_LINE / pump.length))),
    ];
    for (const pump of pumps) for (const ending of endings) attacks.add(prefix + pump + ending);
  });
  return [...attacks].slice(0, MOST_ATTACKS);
}

// Long enough to tell cubic patterns (".*.*x") from quadratic ones ("[a-z]+ limit"), which are quick enough.
const LONG_LINE = 120;
// Longer ones would also refuse ".*limit.*resets", which is slow only where "limit" stands a thousand times in a line.
const WIDE_LINE = 60;
const MOST_SINGLE = 4;
const MOST_LONGER = 20;
const MOST_ATTACKS = 40;
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
      if (node.max > 1) visit(prefix, node.body);
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
