/** One thing in the conversation. */
export type PlayedEntry =
  | { readonly type: "prompt"; readonly text: string }
  | { readonly type: "said"; readonly text: string }
  | { readonly type: "tool"; readonly call: string; readonly result: string }
  | { readonly type: "limit"; readonly banner: string }
  | { readonly type: "turnEnded"; readonly seconds: number };

/** What the played Claude Code shows. */
export interface PlayedScreen {
  readonly columns: number;
  readonly rows: number;
  readonly project: string;
  readonly entries: readonly PlayedEntry[];
  readonly draft: string;
  readonly isStashed: boolean;
  /** Since when the model is at work, in seconds; undefined where it is not. */
  readonly busySeconds: number | undefined;
}

/** The whole frame as one synchronized update; the cursor ends in the box, as in 2.1.197 and later. */
export function drawScreen(screen: PlayedScreen): string {
  const { columns, rows } = screen;
  const rule = dim("─".repeat(columns));
  const prompt = wrap(screen.draft, columns, "❯ ", "  ");
  const spinner = screen.busySeconds === undefined ? [] : [busyRow(screen.busySeconds), ""];
  const bottom = [...spinner, rule, ...prompt, rule, footer(screen)];
  const room = Math.max(0, rows - bottom.length);
  const said = [...heading(screen.project), ...screen.entries.flatMap((entry) => drawEntry(entry, columns))];
  const shown = said.slice(-room);
  const blank = Array.from({ length: room - shown.length }, () => "");
  const lines = [...shown, ...blank, ...bottom];
  const drawn = lines.map((line, row) => `\x1b[${row + 1};1H${line}\x1b[K`).join("");
  const cursor = `\x1b[${lines.length - 2};${(prompt.at(-1)?.length ?? 0) + 1}H`;
  return `\x1b[?2026h\x1b[?25l${drawn}\x1b[J${cursor}\x1b[?25h\x1b[?2026l`;
}

/** It must not be taken for the real one. */
function heading(project: string): string[] {
  return [
    "",
    `  ${bold("Claude Code, played by a stand-in")}`,
    dim("  A script of cac demo in the place of the real one"),
    dim(`  ${project}`),
    "",
  ];
}

function drawEntry(entry: PlayedEntry, columns: number): string[] {
  switch (entry.type) {
    case "prompt":
      return [...wrap(entry.text, columns, "❯ ", "  "), ""];
    case "said":
      return [...wrap(entry.text, columns, "● ", "  "), ""];
    case "tool":
      return [`● ${bold(entry.call)}`, `  ⎿\u00a0 ${entry.result}`, ""];
    case "limit":
      return [...wrap(entry.banner, columns, "  ⎿\u00a0 ", "     "), ""];
    case "turnEnded":
      return [dim(`✻ Worked for ${entry.seconds}s`), ""];
    default:
      return entry satisfies never;
  }
}

function busyRow(seconds: number): string {
  const frames = "·✢✳✶✻✽";
  return `${frames[seconds % frames.length] ?? "·"} Composing… (${seconds}s · esc to interrupt)`;
}

function footer({ isStashed }: PlayedScreen): string {
  return dim(isStashed ? "  › stashed" : "  ? for shortcuts");
}

/** Breaks at blanks, as Claude Code does; lines of the text stay lines. */
function wrap(text: string, columns: number, first: string, next: string): string[] {
  const rows: string[] = [];
  for (const line of text.split("\n")) {
    let row = rows.length === 0 ? first : next;
    let isEmpty = true;
    for (const word of line.split(" ")) {
      if (!isEmpty && row.length + 1 + word.length > columns - 2) {
        rows.push(row);
        [row, isEmpty] = [next, true];
      }
      row += isEmpty ? word : ` ${word}`;
      isEmpty = false;
    }
    rows.push(row);
  }
  return rows;
}

function dim(text: string): string {
  return `\x1b[2m${text}\x1b[22m`;
}

function bold(text: string): string {
  return `\x1b[1m${text}\x1b[22m`;
}
