export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** A field of something that came as JSON; undefined where it has none. */
export function field(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}
