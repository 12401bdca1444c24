import { isDrawnAs, withoutGutter } from "../screen/drawn-text.js";
import type { DrawnRow } from "../screen/drawn-text.js";
import type { JsonObject } from "../json.js";
import { titleOf } from "./prompt-layout.js";
import type { PromptLayout } from "./prompt-layout.js";

/** Whether the prompt shows that tool of a server with all its arguments. What the server says about the tool follows, and is free. */
export function isMcpCallShown(layout: PromptLayout, call: { tool: string; input: JsonObject }): boolean {
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(call.tool) ?? [];
  if (server === undefined || tool === undefined || titleOf(layout) !== "Tool use") return false;
  const { head, pane } = layout;
  if (layout.kind === "ruled") return isNamed(head, server, tool) && isListed(pane, call.input);
  const [name = [], listed = []] = paragraphs(pane);
  if (isNamed(name, server, tool)) return isListed(listed, call.input);
  const forms = inlineForms(`${server} - ${tool}`, call.input);
  return pane.some((_, last) => forms.some((form) => isDrawnAs(pane.slice(0, last + 1), form)));
}

function paragraphs(rows: readonly DrawnRow[]): readonly (readonly DrawnRow[])[] {
  const blank = rows.findIndex((row) => row.text === "");
  return blank < 0 ? [rows] : [rows.slice(0, blank), ...paragraphs(rows.slice(blank + 1))];
}

/** Up to 2.1.197: `notes - add_note(title: "Shopping", pinned: true) (MCP)`. */
function inlineForms(name: string, input: JsonObject): readonly string[] {
  const list = Object.entries(input).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  if (list.length === 0) return [`${name}() (MCP)`, `${name} (MCP)`];
  return [`${name}(${list.join(", ")}) (MCP)`];
}

/** From 2.1.267 on: `notes — Add Note Tool: (MCP)`. Names that differ in case and signs only look alike. */
function isNamed(rows: readonly DrawnRow[], server: string, tool: string): boolean {
  const shown = rows.length === 1 ? /^(.+) — (.+) Tool: \(MCP\)$/.exec(rows[0]?.text ?? "") : null;
  return shown !== null && letters(shown[1]) === letters(server) && letters(shown[2]) === letters(tool);
}

function letters(name = ""): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** One argument below the other: a text of several rows further right, behind a gutter. */
function isListed(rows: readonly DrawnRow[], input: JsonObject): boolean {
  let rest = rows;
  for (const [key, value] of Object.entries(input)) {
    const taken = rowsOfArgument(rest, key, value);
    if (taken === undefined) return false;
    rest = rest.slice(taken);
  }
  return rest.length === 0;
}

function rowsOfArgument(rows: readonly DrawnRow[], key: string, value: unknown): number | undefined {
  const [first] = rows;
  if (first?.text === `${key}: ${inline(value)}`) return 1;
  if (first?.text !== `${key}:` || typeof value !== "string") return undefined;
  const next = rows.findIndex((row, index) => index > 0 && !/^ {2}│/.test(row.text));
  const end = next < 0 ? rows.length : next;
  const block = rows
    .slice(1, end)
    .map((row) => withoutGutter({ text: row.text.slice(2), width: row.width - BLOCK }));
  return isDrawnAs(block, value) ? end : undefined;
}

/** Of what a text of several rows leaves free at its sides. */
const BLOCK = 6;

function inline(value: unknown): string {
  if (!Array.isArray(value)) return JSON.stringify(value);
  return `[${value.map((item) => JSON.stringify(item)).join(", ")}]`;
}
