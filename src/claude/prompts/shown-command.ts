import { hasGutter, isDrawnAs, isPlain, withoutGutter } from "../screen/drawn-text.js";
import { cellsOf } from "../screen/input-box.js";
import type { DrawnRow } from "../screen/drawn-text.js";
import { asString } from "../json.js";
import type { JsonObject } from "../json.js";
import { titleOf } from "./prompt-layout.js";
import type { PromptLayout } from "./prompt-layout.js";

/** Whether the prompt shows that command with that description, and neither more nor less. */
export function isCommandShown(layout: PromptLayout, input: JsonObject): boolean {
  const command = asString(input["command"])?.trim();
  if (!command || titleOf(layout) !== "Bash command") return false;
  const description = asString(input["description"]) || NO_DESCRIPTION;
  const { head, pane } = layout;
  const isCommand = (rows: readonly DrawnRow[]) =>
    isText(rows, command) || isText(rows, withPlainMessage(command));
  if (layout.kind === "ruled") return hasHead(head, description) && isCommand(pane);
  // Up to 2.1.267 the description stands below the command, with nothing between them.
  return (
    hasHead(head, "") &&
    pane.some((_, end) => isText(pane.slice(end), description) && isCommand(pane.slice(0, end)))
  );
}

/** The command where it stands on one row, apart from its description (2.1.325), and nothing could hide in it. */
export function readShownCommand(layout: PromptLayout): string | undefined {
  if (titleOf(layout) !== "Bash command" || layout.pane.length !== 1) return undefined;
  const command = layout.pane[0]?.text ?? "";
  return isPlain(command) ? command : undefined;
}

const NO_DESCRIPTION = "Run shell command";

/** Up to 2.1.32 a message that comes out of a here-document is drawn as if it stood there itself. */
function withPlainMessage(command: string): string {
  const match = /^(.*?)"\$\(cat <<'EOF'\n(.*?)\n\s*EOF\n\s*\)"(.*)$/s.exec(command);
  const [, before = "", message = "", after = ""] = match ?? [];
  return match ? `${before.trim()} "${message.trim()}"${after.trim()}` : command;
}

/** The rows below the title are that text, perhaps with a tip above it. */
function hasHead(head: readonly DrawnRow[], text: string): boolean {
  if (isText(head, text)) return true;
  return head.some(
    (_, last) => isDrawnAs(head.slice(0, last + 1), TIP) && isText(head.slice(last + 1), text),
  );
}

/** 2.1.267, 2.1.325. */
const TIP = 'Tip: auto mode handles these prompts for you — choose "switch to auto mode" below';

/** From 2.1.267 on a text of several rows has a gutter before each of them. */
function isText(rows: readonly DrawnRow[], text: string): boolean {
  if (isDrawnAs(rows, text)) return true;
  const [first] = rows;
  // One that has room on a row stands there, without.
  const fits = !text.trim().includes("\n") && cellsOf(text.trim()) <= (first?.width ?? 0);
  return rows.length > 1 && !fits && rows.every(hasGutter) && isDrawnAs(rows.map(withoutGutter), text);
}
