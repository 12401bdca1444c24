import { describe, expect, test } from "vitest";
import { fittedText } from "../../src/cli/help.js";

const PARAGRAPH = "It is told at once,\nand again when anything\nof it is another.";

describe("text for a terminal", () => {
  test.each([
    ["as it is where nobody knows the width", PARAGRAPH, undefined, PARAGRAPH],
    ["as it is where it fits", PARAGRAPH, 23, PARAGRAPH],
    [
      "a paragraph of which a line does not fit",
      PARAGRAPH,
      22,
      "It is told at once,\nand again when\nanything of it is\nanother.",
    ],
    [
      "paragraphs by themselves",
      "Short.\n\n  one  two\n\nIt is told at once, and again.\n",
      24,
      "Short.\n\n  one  two\n\nIt is told at once, and\nagain.\n",
    ],
    [
      "a heading and what stands below it",
      "Examples:\n  cac status    what waits, and until when it does\n  cac    claude\n",
      40,
      "Examples:\n  cac status    what waits, and until\n                when it does\n  cac    claude\n",
    ],
    [
      "a column too narrow for words",
      "  cac persona new ada    from there on",
      30,
      "  cac persona new ada    from there on",
    ],
    [
      "a word longer than the terminal",
      "see https://example.org/a/long/way and more",
      20,
      "see\nhttps://example.org/a/long/way and more",
    ],
  ])("%s", (_, text, columns, expected) => {
    expect(fittedText(text, columns)).toBe(expected);
  });
});
