import { asNumber, asObject, asString, parseJson } from "../claude/json.js";

/** The `result` of a run, as `--output-format json` and `stream-json` give it. */
export interface RunResult {
  readonly sessionId: string | undefined;
  readonly isError: boolean;
  readonly text: string;
  /** The status of the API's last answer (2.1.197 and later). */
  readonly status: number | undefined;
  readonly turns: number;
}

/** Undefined where the value is no `result`. */
export function readResult(value: unknown): RunResult | undefined {
  const fields = asObject(value);
  if (fields?.["type"] !== "result") return undefined;
  return {
    sessionId: asString(fields["session_id"]),
    isError: fields["is_error"] === true,
    text: asString(fields["result"]) ?? "",
    status: asNumber(fields["api_error_status"]),
    turns: asNumber(fields["num_turns"]) ?? 0,
  };
}

/**
 * The result at the end of `--output-format json`: one object, or with `--verbose` the last of a list, which may be
 * large. So only the end is looked at, from its last object backwards to the first that is a whole one.
 */
export function lastResult(end: string): RunResult | undefined {
  const text = end.trimEnd().replace(/\]$/, "");
  for (let at = text.lastIndexOf("{"); at >= 0; at = at === 0 ? -1 : text.lastIndexOf("{", at - 1)) {
    // A result begins the output or follows the list's bracket or comma; an inner object follows a colon.
    if (at > 0 && !"[,".includes(text[at - 1] ?? "")) continue;
    const value = parseJson(text.slice(at));
    if (value !== undefined) return readResult(value);
  }
  return undefined;
}
