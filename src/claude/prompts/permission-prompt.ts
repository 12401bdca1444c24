import type { JsonObject } from "../json.js";
import { readCutLayout, readLayout } from "./prompt-layout.js";
import type { PromptLayout } from "./prompt-layout.js";
import type { Menu, ScreenReading } from "../screen/screen-reading.js";
import { isCallShown, isDisguised, readShownCall } from "./shown-call.js";

/** A permission prompt as it stands on the screen. */
export interface PermissionPrompt {
  /** Empty where it is not on the screen, or none that we know. */
  readonly title: string;
  /** All between the title and the question, without blanks and the lines of frames. */
  readonly body: string;
  readonly question: string;
  readonly options: readonly string[];
  readonly selected: number | undefined;
  /** Undefined where it is not drawn, down to its last row, as a permission prompt of a release that we know. */
  readonly layout: PromptLayout | undefined;
}

interface Call {
  readonly tool: string;
  readonly input: JsonObject;
}

/** Returns undefined where the screen asks nothing of that kind. */
export function readPermissionPrompt(reading: ScreenReading): PermissionPrompt | undefined {
  const { menu, state } = reading;
  if (state !== "permission" || !menu) return undefined;
  const { options, selected } = menu;
  const layout = layoutOf(menu);
  const rows = menu.above.filter((row) => row !== "");
  return {
    title: layout?.title ?? "",
    body: rows
      .slice(layout?.title ? 1 : 0, -1)
      .join("")
      .replace(BLANKS_AND_LINES, ""),
    question: rows.at(-1)?.trim() ?? "",
    options,
    selected,
    layout,
  };
}

const BLANKS_AND_LINES = /[\s\u2500-\u257f]+/g;

/** The cursor is on the yes that counts for this one call, in a prompt that is drawn in full. */
export function isOnPlainYes(prompt: PermissionPrompt): boolean {
  const { layout, options, selected } = prompt;
  return layout !== undefined && selected === 0 && options[0] === "Yes";
}

/** Whether the prompt is about that very call. False where that is not sure: cut off, taller than the screen, or a tool we do not know. */
export function showsCall(prompt: PermissionPrompt, call: Call, cwd: string): boolean {
  return prompt.layout !== undefined && isCallShown(prompt.layout, call, cwd);
}

/**
 * The call, read back from the screen alone: a command or an address on one row. Undefined where anything might be
 * drawn otherwise than it is, so in all releases up to 2.1.267.
 */
export function callOnScreen(prompt: PermissionPrompt): Call | undefined {
  return prompt.layout && readShownCall(prompt.layout);
}

/**
 * The call holds control characters: up to 2.1.197 it can make its prompt look like that of any other call, so that
 * while it waits no prompt is what it seems. Such a call is never shown.
 */
export function canDisguiseItself(call: Call): boolean {
  return isDisguised(call.input);
}

function layoutOf(menu: Menu): PromptLayout | undefined {
  const { above, columns } = menu;
  const layout = menu.isWhole ? readLayout(above, columns) : readCutLayout(above, columns);
  if (!layout || !(menu.isWhole ? TITLES.test(layout.title) : NEW_FILE.test(layout.question)))
    return undefined;
  return menu.holdsCursor && isListOfPrompt(menu, layout.indent) && isEndOfPrompt(menu) ? layout : undefined;
}

/** The only prompt of which the end is enough: what is left of the file is compared, and its name is in the question. */
const NEW_FILE = /^Do you want to create .+\?$/;

/** Prompts for a tool's call. Others ask too whether to proceed, with a yes: for a key of the API, a server, a connection. */
const TITLES =
  /^(?:bash command|(?:create|overwrite|edit) file(?: .+)?|read files?|fetch|tool use|edit (?:notebook|cell)|use skill ".+"\?)(?: · from the .+ agent)?$/i;

/** All options begin in the same column, the selected one with the sign: what a command says stands further right. */
function isListOfPrompt(menu: Menu, indent: number): boolean {
  const number = /^( *)(❯ )? *(\d{1,2})\./;
  const numbered = menu.list.flatMap((row) => {
    const match = number.exec(row);
    return match && (match[1] ?? "").length <= indent + 2 ? [match] : [];
  });
  const isAtMargin = (match: RegExpExecArray) => match[2] === undefined || (match[1] ?? "").length === indent;
  return (
    NO.test(menu.options.at(-1) ?? "") &&
    numbered.length === menu.options.length &&
    numbered.every((match, index) => Number(match[3]) === index + 1 && isAtMargin(match))
  );
}

/** The last option of every prompt; where it is missing, the prompt is half drawn. */
const NO = /^(?:No$|No, and tell Claude |Type here to tell Claude )/;

/** Below the options stand the keys, or nothing: more is somebody else's, and the prompt is over. */
function isEndOfPrompt({ below, options }: Menu): boolean {
  const rows = below.map((row) => row.trim()).filter((row) => row !== "");
  const label = options.at(-1) ?? "";
  // What is left of the last option, where it is broken over several rows.
  const wrapped = rows.findLastIndex((_, last) => label.endsWith(` ${rows.slice(0, last + 1).join(" ")}`));
  return KEYS.test(rows.slice(wrapped + 1).join(" "));
}

const KEYS = /^(?:Esc to cancel(?: · (?:Tab to amend|ctrl\+\w[\w+ ]* to [\w ]+))*)?$/;
