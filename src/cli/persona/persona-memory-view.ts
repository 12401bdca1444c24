import type { Exchange } from "../../persona/memory/memory.js";
import { harmless, harmlessJson } from "../../notify/plain-text.js";
import { localTime } from "../views/logs-view.js";

/** The documented shape of a line of `cac persona memory NAME --json`. */
export function jsonOfExchange(exchange: Exchange): string {
  const { question, response, context, timestamp, session } = exchange;
  return harmlessJson({ timestamp, question, context: context ?? null, response, session: session ?? null });
}

/** An exchange for people: the time, the question, and the exact answer, indented. */
export function exchangeLines(exchange: Exchange, timeZone?: string): readonly string[] {
  const { question, response, context, timestamp, session } = exchange;
  const answered = session === undefined ? "" : `  session ${session.slice(0, 8)}`;
  return [
    `${localTime(new Date(timestamp), timeZone)}${answered}`,
    ...setIn(question, "> "),
    ...(context === undefined ? [] : [`  (with ${context.length} characters of context)`]),
    ...setIn(response, "  "),
    "",
  ].map(harmless);
}

/** The size of one memory. */
export interface MemorySummary {
  readonly persona: string;
  readonly exchanges: number;
  readonly newest: string;
}

export function summaryLines(
  summaries: readonly MemorySummary[],
  projectRoot: string,
  timeZone?: string,
): readonly string[] {
  if (summaries.length === 0) return [harmless(`No persona was asked anything in ${projectRoot} yet.`)];
  const width = Math.max("PERSONA".length, ...summaries.map(({ persona }) => persona.length));
  const head = ["PERSONA".padEnd(width), "QUESTIONS", "NEWEST"].join("  ");
  const rows = summaries.map(({ persona, exchanges, newest }) =>
    [
      persona.padEnd(width),
      String(exchanges).padStart("QUESTIONS".length),
      localTime(new Date(newest), timeZone),
    ].join("  "),
  );
  return [head, ...rows];
}

/** Indents each line. Tabs become blanks: control characters are not printed. */
function setIn(text: string, sign: string): readonly string[] {
  return text.split(/\r?\n/).map((line) => `${sign}${line.replaceAll("\t", "    ")}`.trimEnd());
}
