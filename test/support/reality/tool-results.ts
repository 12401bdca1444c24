import { field } from "../../../src/lab/json-value.js";
import type { ApiRequest } from "../../../src/lab/api/stand-in-api.js";

export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
}

/**
 * What tools gave to the models that these requests were for, each result once. It need not be the last message: where a
 * server has connected since, 2.1.325 says so in one of its own behind it.
 */
export function toolResults(requests: readonly ApiRequest[]): ToolResult[] {
  const results = new Map<unknown, ToolResult>();
  for (const { body } of requests) {
    const parts = list(field(body, "messages")).flatMap((message) => list(field(message, "content")));
    for (const part of parts.filter((each) => field(each, "type") === "tool_result")) {
      const isError = field(part, "is_error") === true;
      const text = textOf(field(part, "content"));
      const result = { text: isError ? (text.split(SCHEMA_ADDED)[0] ?? "") : text, isError };
      // The server was still starting: then the model calls again.
      if (result.text.includes("No such tool available")) continue;
      // The numbers of calls are the API's own: no two of them are the same.
      results.set(field(part, "tool_use_id"), result);
    }
  }
  return [...results.values()];
}

/** Of a tool whose server had not connected when the prompt was made, 2.1.325 explains each error so. */
const SCHEMA_ADDED = "\n\nThis tool's input schema was not in your prompt";

function textOf(content: unknown): string {
  if (!Array.isArray(content)) return String(content);
  return content.map((part) => String(field(part, "text"))).join("");
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
