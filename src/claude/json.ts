/** JSON from outside, looked at by hand: a schema library would cost the hook more time than all the rest. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns undefined where the text is not JSON. */
export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // Torn and foreign text is expected here, and says nothing: the same answer as for no value.
    return undefined;
  }
}

export function asObject(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

export function asString(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export function asNumber(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
