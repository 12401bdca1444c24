/** JSON from outside, checked by hand: a schema library would take a hook longer to load than everything else. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns undefined if the text is not JSON. */
export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // Half-written and foreign text is expected here.
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

/** A bad field of JSON from outside; `message` is the rest of a sentence that starts with the file's name. */
export class BadField extends Error {
  override readonly name = "BadField";

  constructor(field: string) {
    super(field === "" ? "does not hold a JSON object" : `has a bad "${field}"`);
  }
}

/**
 * An object of JSON from outside, read field by field as if its writer were hostile. Each method throws `BadField` for a
 * bad field.
 */
export class CheckedFields {
  readonly #fields: Readonly<Record<string, unknown>>;
  readonly #name: string;

  constructor(json: unknown, name = "") {
    const fields = asObject(json);
    if (fields === undefined) throw new BadField(name);
    this.#fields = fields;
    this.#name = name;
  }

  has(key: string): boolean {
    return this.#fields[key] !== undefined;
  }

  text(key: string, pattern: RegExp): string {
    const value = this.#fields[key];
    if (typeof value === "string" && pattern.test(value)) return value;
    throw this.#bad(key);
  }

  texts(key: string, pattern: RegExp, most: number): readonly string[] {
    const value = this.#fields[key];
    if (isTexts(value) && value.length <= most && value.every((each) => pattern.test(each))) return value;
    throw this.#bad(key);
  }

  oneOf<Word extends string>(key: string, words: readonly Word[]): Word {
    const found = words.find((word) => word === this.#fields[key]);
    if (found === undefined) throw this.#bad(key);
    return found;
  }

  /** A whole number of at least `least`. */
  whole(key: string, least: number): number {
    const value = this.#fields[key];
    if (typeof value === "number" && Number.isSafeInteger(value) && value >= least) return value;
    throw this.#bad(key);
  }

  truth(key: string): boolean {
    const value = this.#fields[key];
    if (typeof value === "boolean") return value;
    throw this.#bad(key);
  }

  /** An instant as `toISOString` writes it. */
  time(key: string): string {
    const value = this.text(key, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/);
    if (Number.isNaN(Date.parse(value))) throw this.#bad(key);
    return value;
  }

  inner(key: string): CheckedFields {
    return new CheckedFields(this.#fields[key], this.#nameOf(key));
  }

  /** Undefined if the field is absent; if it is there, it must be good. */
  maybe<Value>(key: string, take: (fields: this, key: string) => Value): Value | undefined {
    return this.has(key) ? take(this, key) : undefined;
  }

  #bad(key: string): BadField {
    return new BadField(this.#nameOf(key));
  }

  #nameOf(key: string): string {
    return this.#name === "" ? key : `${this.#name}.${key}`;
  }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}
