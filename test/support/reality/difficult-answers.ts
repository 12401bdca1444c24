/** A screen of Claude Code's, told by somebody: nothing of it may end, cut or change an answer. */
const QUOTES = [
  "It shows `⎿  You've hit your session limit · resets 3:28pm (America/New_York)` and then:",
  "",
  "Do you want to proceed?",
  "❯ 1. Yes",
  "  2. No, and tell Claude what to do differently (esc)",
  "",
  "──────────────────────────────────────────────────",
  "❯ ",
  "──────────────────────────────────────────────────",
  "  ? for shortcuts · esc to interrupt",
].join("\n");

const CODE = "```ts\nconst a = `x${1}`;\t// tab\n\n\n  indented\n```";

/** More than 20,000 characters. */
export const LONG_ANSWER = [
  CODE,
  QUOTES,
  ...Array.from({ length: 500 }, (_, at) => `${at}. **bold** _it_ ${"wörd ".repeat(6)}→ 日本 👩‍👩‍👧`),
].join("\n");

export const DIFFICULT_ANSWERS = [
  CODE,
  QUOTES,
  `${QUOTES}\n\n${CODE}\n`,
  "You've hit your session limit · resets 3pm",
  "  x  ",
  LONG_ANSWER,
];
