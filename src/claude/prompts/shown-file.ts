import { basename, isAbsolute, relative } from "node:path";
import { asString } from "../json.js";
import type { JsonObject } from "../json.js";
import { titleOf } from "./prompt-layout.js";
import type { PromptLayout } from "./prompt-layout.js";

/** Whether the prompt is about a change to that file, by the whole path that it shows; what changes is not compared. */
export function isFileShown(
  layout: PromptLayout,
  tool: keyof typeof TITLES,
  path: string | undefined,
  cwd: string,
): boolean {
  if (path === undefined || !TITLES[tool].test(layout.title) || !asksFor(layout, path)) return false;
  return isPathOf(pathRows(layout).join(""), path, cwd);
}

/**
 * Whether what the screen shows of a new file that is taller than the screen is the end of that call's. Its directory
 * is not shown: of two such files of one name, both are.
 */
export function isEndOfFileShown(layout: PromptLayout, input: JsonObject): boolean {
  const [path, content] = [asString(input["file_path"]), asString(input["content"])];
  if (layout.kind !== "cut" || path === undefined || content === undefined) return false;
  if (!isAbsolute(path) || !asksFor(layout, path)) return false;
  const lines = content.replace(/\n$/, "").split("\n");
  const shown = withoutBlanks(layout.pane.map((row) => row.text).join(""));
  // From 2.1.197 on the lines have numbers. The first row may be the rest of a line.
  const forms = [lines, lines.map((line, index) => `${index + 1} ${line}`)];
  return shown.length >= ENOUGH && forms.some((form) => withoutBlanks(form.join("")).endsWith(shown));
}

/** Characters, so that no other file is likely to end in the same way. */
const ENOUGH = 80;

function withoutBlanks(text: string): string {
  return text.replace(/\s+/g, "");
}

/** Outside the project: `Read(/etc/hosts · lines 1-5)`, up to 1.0 by the path from the working directory. */
export function isReadShown(layout: PromptLayout, path: string | undefined, cwd: string): boolean {
  const shown = /^Read\((.+?)(?: · lines \d+-\d+)?\)$/.exec(onlyRow(layout))?.[1];
  return path !== undefined && /^Read files?$/.test(titleOf(layout)) && isPathOf(shown ?? "", path, cwd);
}

/** `Search(pattern: "*.conf", path: "/etc")`: more than these two is drawn in ways we have not seen. */
export function isSearchShown(layout: PromptLayout, input: JsonObject, cwd: string): boolean {
  const { pattern, path, ...more } = input;
  if (titleOf(layout) !== "Read file" || Object.keys(more).length > 0) return false;
  const shown = /^Search\(pattern: "(.*)", path: "(.*)"\)$/.exec(onlyRow(layout));
  return shown !== null && shown[1] === pattern && isPathOf(shown[2] ?? "", asString(path) ?? "", cwd);
}

const TITLES = {
  // Up to 1.0 a file that is written anew is shown as an edit.
  Write: /^(?:Create|Overwrite|Edit) file\b/,
  Edit: /^Edit file\b/,
  MultiEdit: /^Edit file\b/,
  NotebookEdit: /^Edit (?:notebook|cell)\b/,
};

/** `Do you want to make this edit to greet.ts?` names the last part of the path only. */
function asksFor({ question }: PromptLayout, path: string): boolean {
  return (
    /^Do you want to (?:create|overwrite|make this edit to) (.+)\?$/.exec(question)?.[1] === basename(path)
  );
}

/** A path that has no room is cut at its beginning, with `…`, and then is none. */
function isPathOf(shown: string, path: string, cwd: string): boolean {
  return isAbsolute(path) && shown !== "" && (shown === path || shown === relative(cwd, path));
}

/** Beside the title (2.0.72), below it, or first in a frame. */
function pathRows({ title, head, pane, kind }: PromptLayout): readonly string[] {
  const beside = /^\w+ file (?!· )(\S.*)$/.exec(title)?.[1];
  if (beside !== undefined) return head.length === 0 ? [beside] : [];
  const rows = (kind === "ruled" ? head : pane).map((row) => row.text.trim());
  const end = rows.findIndex((row) => row === "" || CELL.test(row));
  return rows.slice(0, end < 0 ? undefined : end);
}

/** What a change to a notebook does, below its path. */
const CELL = /^(?:Replace|Insert|Delete) .*\bcell\b/;

function onlyRow({ pane }: PromptLayout): string {
  return pane.length === 1 ? (pane[0]?.text.trim() ?? "") : "";
}
