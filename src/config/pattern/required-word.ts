import { parsePattern } from "./pattern-tree.js";
import type { PatternNode } from "./pattern-tree.js";

/**
 * A word that every match of the pattern holds, the longest there is; undefined where the pattern asks for none. Only
 * letters and digits: blanks are what terminals replace by cursor moves.
 */
export function requiredWord(source: string): string | undefined {
  const words = runsOf(parsePattern(source)).filter((run) => run.length >= SHORTEST);
  return words.toSorted((a, b) => b.length - a.length)[0];
}

const SHORTEST = 4;

function runsOf(tree: PatternNode): string[] {
  const runs = [""];
  const walk = (node: PatternNode): void => {
    switch (node.type) {
      case "character":
        if (/^[a-z\d]$/i.test(node.source)) runs.push((runs.pop() ?? "") + node.source);
        else runs.push("");
        return;
      case "sequence":
        return node.parts.forEach(walk);
      case "choice":
      case "repeat":
        // What is in here may be absent, or there twice.
        runs.push("");
        return;
      case "assertion":
        if (/^\\[k\d]/.test(node.source)) runs.push("");
        // Anything but a back reference takes no character: what stands on both sides is one word still.
        return;
      case "look":
        return;
      default:
        return node satisfies never;
    }
  };
  walk(tree);
  return runs;
}
