/** A narrower column than this is no column: what does not fit is left to the terminal. */
const NARROWEST = 20;

/**
 * Text for a terminal of that width: paragraphs are broken anew where a line of theirs does not fit, and what stands in
 * columns is continued below its last one.
 */
export function fittedText(text: string, columns: number | undefined): string {
  if (columns === undefined) return text;
  const fits = (line: string): boolean => line.length <= columns;
  return text.replace(BLOCK, (block) => {
    const lines = block.split("\n");
    if (lines.every(fits)) return block;
    return lines.length > 1 ? broken(lines.join(" "), 0, columns) : broken(block, hangOf(block), columns);
  });
}

/** Lines that stand together and are not indented are a paragraph; every other line stands for itself. */
const BLOCK = /^(?: .*|\S.*(?:\n\S.*)*)/gm;

/** Where the last column of a line begins: after two blanks or more. */
function hangOf(line: string): number {
  return /^(?:.* {2})?(?=\S)/.exec(line)?.[0].length ?? 0;
}

function broken(text: string, hang: number, columns: number): string {
  const width = columns - hang;
  if (width < NARROWEST) return text;
  const lines: string[] = [];
  let rest = text.slice(hang);
  while (rest.length > width) {
    const at = rest.lastIndexOf(" ", width);
    if (at <= 0) break;
    lines.push(rest.slice(0, at));
    rest = rest.slice(at + 1);
  }
  return text.slice(0, hang) + [...lines, rest].join(`\n${" ".repeat(hang)}`);
}
