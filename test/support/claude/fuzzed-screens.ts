import type { Screen, ScreenLine } from "../../../src/claude/screen/screen.js";

/** Numbers that look random and are the same every time (mulberry32). */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** From 0 up to, and not including, `end`. */
  below(end: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
  }

  pick<T>(items: readonly [T, ...T[]]): T {
    return items[this.below(items.length)] ?? items[0];
  }
}

export function screenOf(rows: readonly string[], like: Screen, cursor: Screen["cursor"]): Screen {
  return { lines: rows.map(lineOf), columns: like.columns, cursor };
}

export function textsOf(screen: Screen): string[] {
  return screen.lines.map(({ text }) => text);
}

function lineOf(row: string): ScreenLine {
  const text = row.trimEnd();
  return { text, solid: text };
}

type Mutation = (rows: readonly string[], dice: Dice) => readonly string[];

/** What a terminal, a pager or a torn frame makes of a screen. None of these makes a prompt of what is none. */
const MUTATIONS: readonly [Mutation, ...Mutation[]] = [
  (rows, dice) => rows.toSorted(() => dice.below(3) - 1),
  (rows, dice) => rows.slice(dice.below(rows.length)),
  (rows, dice) => rows.slice(0, dice.below(rows.length) + 1),
  (rows, dice) => rows.filter(() => dice.below(4) > 0),
  (rows, dice) => rows.flatMap((row) => (dice.below(4) === 0 ? [row, row] : [row])),
  (rows, dice) => rows.map((row) => " ".repeat(dice.below(3)) + row),
  (rows, dice) => rows.map((row) => row.slice(dice.below(3))),
  (rows, dice) => {
    const width = 20 + dice.below(100);
    return rows.map((row) => row.slice(0, width));
  },
  (rows, dice) => {
    const width = 20 + dice.below(100);
    return rows.flatMap((row) => row.match(new RegExp(`.{1,${width}}`, "gu")) ?? [""]);
  },
  (rows, dice) => [...rows.slice(dice.below(rows.length)), ...rows],
];

export function fuzzed(screen: Screen, dice: Dice): Screen {
  let rows: readonly string[] = textsOf(screen);
  for (let rounds = dice.below(3); rounds >= 0; rounds--) rows = dice.pick(MUTATIONS)(rows, dice);
  const elsewhere = { row: dice.below(40), column: 1 + dice.below(100) };
  const cursor = screen.cursor && dice.pick([screen.cursor, elsewhere]);
  return { ...screenOf(rows.slice(-40), screen, cursor), columns: dice.pick([screen.columns, 60, 80, 132]) };
}

/** The rows of the prompt on a screen, from its upper edge. A frame that ends before the prompt does stands inside. */
export function promptRows(screen: Screen): string[] {
  const rows = textsOf(screen);
  const end = rows.findLastIndex((row) => row !== "");
  const start = rows.findLastIndex((row, index) => {
    if (!/^(?:─{20}|╭─{20}.*─╮$)/.test(row)) return false;
    const closed = rows.findIndex((below, at) => at > index && below.startsWith("╰"));
    return !row.startsWith("╭") || closed === end;
  });
  return rows.slice(Math.max(start, 0), end + 1);
}

const BOX = (columns: number) => ["─".repeat(columns), "❯ ", "─".repeat(columns), "  ? for shortcuts"];
const OLD_BOX = (columns: number) => [
  `╭${"─".repeat(columns - 2)}╮`,
  `│ > ${" ".repeat(columns - 5)}│`,
  `╰${"─".repeat(columns - 2)}╯`,
  "  ? for shortcuts",
];

/** Screens that hold a whole real prompt, and on which it is not live: quoted, scrolled, left behind, half drawn. */
export const QUOTATIONS: Readonly<Record<string, (prompt: Screen, other: Screen, dice: Dice) => Screen>> = {
  "above an input box"(prompt, other, dice) {
    const box = dice.pick([BOX, OLD_BOX])(prompt.columns);
    const rows = [...textsOf(other).slice(0, dice.below(20)), ...promptRows(prompt), "", ...box];
    return screenOf(rows, prompt, { row: rows.length - 3, column: 2 });
  },
  "in an answer, a tool's output or a diff"(prompt, other, dice) {
    const before = dice.pick(["  ", "     ", "  ⎿  ", " 12 + ", "│ │ ", "> ", "+ ", "# ", "\u00a0"]);
    const quoted = promptRows(prompt).map((row) => before + row);
    const below = dice.pick<readonly string[]>([[], ["", "● Done."], ["", "  That is it."]]);
    const rows = [...textsOf(other).slice(0, dice.below(15)), ...quoted, ...below];
    return screenOf(rows, prompt, dice.pick([undefined, prompt.cursor, { row: rows.length, column: 0 }]));
  },
  "above a shell's prompt"(prompt, _other, dice) {
    const shell = dice.pick([
      "$ ",
      " $ ",
      "dev@host:~$ ls",
      "  ~/project ❯ ",
      "  > ",
      "❯ ",
      "[1]+  Stopped  claude",
    ]);
    const rows = [...promptRows(prompt), ...dice.pick([[], ["Killed"], [""]]), shell];
    return screenOf(rows, prompt, { row: rows.length - 1, column: shell.length });
  },
  "above more output"(prompt, other, dice) {
    const more = textsOf(other).filter((row) => /[^\s│]/.test(row));
    const rows = [...promptRows(prompt), ...more.slice(0, 1 + dice.below(10))];
    return screenOf(rows, prompt, { row: rows.length, column: dice.below(2) });
  },
  "with the cursor elsewhere"(prompt, _other, dice) {
    const row = dice.below(promptRows(prompt).length);
    const rows = promptRows(prompt);
    const column = /^ ?❯/.test(rows[row] ?? "") ? 5 + dice.below(40) : 1 + dice.below(40);
    return screenOf(rows, prompt, { row, column });
  },
  "without its lower part"(prompt, other, dice) {
    const rows = promptRows(prompt);
    const last = rows.findLastIndex((row) => /\d\. (?:No|Type here)/.test(row));
    const before = textsOf(other).slice(0, dice.below(10));
    return screenOf([...before, ...rows.slice(0, last - dice.below(last))], prompt, undefined);
  },
  "without its upper part"(prompt, _other, dice) {
    const rows = promptRows(prompt);
    // Of a new file the end of the prompt is enough, if it ends as the call does.
    const isFile = rows.some((row) => row.includes("Do you want to create "));
    const first = isFile ? rows.findLastIndex((row) => /╌{10}|╰─/.test(row) && !row.startsWith("╰")) + 1 : 1;
    return screenOf(rows.slice(first + dice.below(rows.length - first)), prompt, undefined);
  },
  "without its question or its yes"(prompt, _other, dice) {
    const missing = dice.pick([/Do you want to /, /❯ 1\. Yes/, /^(?:─{20}|╭─{20})/]);
    return screenOf(
      promptRows(prompt).filter((row) => !missing.test(row)),
      prompt,
      undefined,
    );
  },
  "with the sign on another row"(prompt, _other, dice) {
    const rows = promptRows(prompt).map((row) => row.replace("❯ 1. Yes", "  1. Yes"));
    const others = rows.flatMap((row, index) => (/^[│ ]* [2-4]\. /.test(row) ? [index] : []));
    const chosen = others[dice.below(others.length)] ?? 0;
    return screenOf(
      rows.map((row, index) => (index === chosen ? row.replace(/ {2}(?=\d\. )/, "❯ ") : row)),
      prompt,
      undefined,
    );
  },
};
