import type { Exchange } from "../../persona/memory/memory.js";
import { harmless, harmlessJson } from "../../notify/plain-text.js";
import { localTime } from "../views/logs-view.js";

/** The documented shape of a line of `cac persona memory NAME --json`. */
export function jsonOfExchange(exchange: Exchange): string {
  const { question, response, context, timestamp, session } = exchange;
  return harmlessJson({ timestamp, question, context: context ?? null, response, session: session ?? null });
}

/** An exchange for people: when, what was asked, and the answer as it was given, set in. */
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

/** What one persona remembers of a project, at a glance. */
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

/** Line by line, since a line end is a control character too; a tab in code is one that may stay what it looks like. */
function setIn(text: string, sign: string): readonly string[] {
  return text.split(/\r?\n/).map((line) => `${sign}${line.replaceAll("\t", "    ")}`.trimEnd());
}
