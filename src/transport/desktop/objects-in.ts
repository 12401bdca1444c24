import { asObject, parseJson, type JsonObject } from "../../claude/json.js";
import type { CommandResult } from "../../host/run-command.js";

/** The objects of a list; none where it is no list. */
export function objectsIn(value: unknown): readonly JsonObject[] {
  if (!Array.isArray(value)) return [];
  return value.map(asObject).filter((each) => each !== undefined);
}

/** What a program told in JSON; undefined where it failed or told something else. */
export function jsonOf(result: CommandResult): unknown {
  return result.ok ? parseJson(result.stdout) : undefined;
}
