import { isUndrawable } from "../screen/drawn-text.js";
import { asString } from "../json.js";
import type { JsonObject } from "../json.js";
import type { PromptLayout } from "./prompt-layout.js";
import { isCommandShown, readShownCommand } from "./shown-command.js";
import { isEndOfFileShown, isFileShown, isReadShown, isSearchShown } from "./shown-file.js";
import { isMcpCallShown } from "./shown-mcp-call.js";
import { isFetchShown, isWebSearchShown, readShownUrl } from "./shown-web-call.js";

export interface ShownCall {
  readonly tool: string;
  readonly input: JsonObject;
}

/** Whether some text in the call would be drawn as something else, or draw over the prompt. */
export function isDisguised(value: unknown): boolean {
  if (typeof value === "string") return isUndrawable(value);
  return typeof value === "object" && value !== null && Object.values(value).some(isDisguised);
}

/** Whether the prompt is that call's. False for tools whose prompts we have not seen. */
export function isCallShown(layout: PromptLayout, call: ShownCall, cwd: string): boolean {
  const { tool, input } = call;
  if (isDisguised(input)) return false;
  switch (tool) {
    case "Bash":
      return isCommandShown(layout, input);
    case "Write":
      if (layout.kind === "cut") return isEndOfFileShown(layout, input);
      return isFileShown(layout, tool, asString(input["file_path"]), cwd);
    case "Edit":
    case "MultiEdit":
    case "NotebookEdit":
      return isFileShown(layout, tool, asString(input["file_path"] ?? input["notebook_path"]), cwd);
    case "Read":
      return isReadShown(layout, asString(input["file_path"]), cwd);
    case "Glob":
    case "Grep":
      return isSearchShown(layout, input, cwd);
    case "WebFetch":
      return isFetchShown(layout, input);
    case "WebSearch":
      return isWebSearchShown(layout, input);
    case "Skill":
      // Its arguments are not drawn (2.0.72; later releases do not ask).
      return layout.title === `Use skill "${asString(input["skill"]) ?? ""}"?`;
    default:
      return isMcpCallShown(layout, call);
  }
}

/** The call, read back; undefined where it might be another than it seems. */
export function readShownCall(layout: PromptLayout): ShownCall | undefined {
  // Releases that draw a prompt otherwise let control characters through to the terminal (to 2.0.72), or leave out what
  // stands in a sequence (to 2.1.197): `ls \x1b]0;; rm -rf ~ #\x07` is `ls` there. A file's prompt does not tell them apart.
  if (layout.kind !== "ruled") return undefined;
  const command = readShownCommand(layout);
  if (command !== undefined) return { tool: "Bash", input: { command } };
  const url = readShownUrl(layout);
  return url === undefined ? undefined : { tool: "WebFetch", input: { url } };
}
