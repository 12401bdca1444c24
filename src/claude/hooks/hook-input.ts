import { asObject, asString, parseJson } from "../json.js";
import type { JsonObject } from "../json.js";

/** What a hook of Claude Code was told. */
export type HookEvent = HookOrigin &
  (
    | { readonly type: "sessionStarted"; readonly source: string | undefined }
    | { readonly type: "promptSubmitted"; readonly prompt: string }
    /** Stop: a turn ended. 2.0.72 sends it for a turn that a limit ended too; 2.1.197 sends StopFailure instead. */
    | { readonly type: "turnStopped"; readonly message: string | undefined }
    /** StopFailure: an API error ended the turn. `message` is the banner; the reset is only in the transcript. */
    | {
        readonly type: "turnFailed";
        readonly error: string | undefined;
        readonly details: string | undefined;
        readonly message: string | undefined;
      }
    /** `kind` is undefined in releases that do not tell (1.0.64). */
    | { readonly type: "notified"; readonly kind: string | undefined; readonly message: string }
    | {
        readonly type: "permissionRequested";
        readonly toolName: string;
        readonly toolInput: JsonObject;
        /** What Claude Code would offer as "always allow"; its form differs between releases. */
        readonly suggestions: readonly unknown[];
      }
    | { readonly type: "sessionEnded"; readonly reason: string | undefined }
    /** An event that we do not act on, or do not know. */
    | { readonly type: "other"; readonly name: string }
  );

interface HookOrigin {
  readonly sessionId: string;
  readonly transcriptPath: string | undefined;
  readonly cwd: string | undefined;
  readonly permissionMode: string | undefined;
  /** Set where a subagent raised the event. */
  readonly agentId: string | undefined;
}

/** Reads what Claude Code wrote to a hook's stdin. Returns undefined where it is no hook input. Never throws. */
export function readHookInput(stdin: string): HookEvent | undefined {
  const input = asObject(parseJson(stdin));
  const name = asString(input?.["hook_event_name"]);
  const sessionId = asString(input?.["session_id"]);
  if (input === undefined || !name || !sessionId) return undefined;
  const origin: HookOrigin = {
    sessionId,
    transcriptPath: nonEmpty(input["transcript_path"]),
    cwd: nonEmpty(input["cwd"]),
    permissionMode: asString(input["permission_mode"]),
    agentId: nonEmpty(input["agent_id"]),
  };
  return { ...origin, ...(readReport(name, input) ?? { type: "other", name }) };
}

type Report<Event = HookEvent> = Event extends unknown ? Omit<Event, keyof HookOrigin> : never;

/** Returns undefined where the event is none of ours, or lacks what makes it one. */
function readReport(name: string, input: JsonObject): Report | undefined {
  switch (name) {
    case "SessionStart":
      return { type: "sessionStarted", source: asString(input["source"]) };
    case "UserPromptSubmit":
      return { type: "promptSubmitted", prompt: asString(input["prompt"]) ?? "" };
    case "Stop":
      return { type: "turnStopped", message: asString(input["last_assistant_message"]) };
    case "StopFailure":
      return {
        type: "turnFailed",
        error: asString(input["error"]),
        details: asString(input["error_details"]),
        message: asString(input["last_assistant_message"]),
      };
    case "Notification":
      return {
        type: "notified",
        kind: asString(input["notification_type"]),
        message: asString(input["message"]) ?? "",
      };
    case "PermissionRequest":
      return readPermissionRequest(input);
    case "SessionEnd":
      return { type: "sessionEnded", reason: asString(input["reason"]) };
    default:
      return undefined;
  }
}

function readPermissionRequest(input: JsonObject): Report | undefined {
  const toolName = asString(input["tool_name"]);
  const toolInput = asObject(input["tool_input"]);
  // Rules judge a tool by its input: a request without one must not look like a request that can be judged.
  if (!toolName || !toolInput) return undefined;
  const suggestions: unknown = input["permission_suggestions"];
  return {
    type: "permissionRequested",
    toolName,
    toolInput,
    suggestions: Array.isArray(suggestions) ? suggestions : [],
  };
}

/** Claude Code writes "" for a path that it does not have. */
function nonEmpty(value: unknown): string | undefined {
  return asString(value) || undefined;
}
