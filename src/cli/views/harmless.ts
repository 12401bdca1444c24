/** What stands in somebody's file may be meant for the terminal that it is shown on. */
export function harmless(text: string): string {
  return text.replace(COMMANDS, (sign) => {
    const code = sign.charCodeAt(0).toString(16);
    return code.length > 2 ? `\\u${code}` : `\\x${code.padStart(2, "0")}`;
  });
}

/** JSON of the same value that no terminal is moved by: `JSON.stringify` leaves half of the control characters. */
export function harmlessJson(value: unknown): string {
  return JSON.stringify(value).replace(
    COMMANDS,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Control characters, and the marks that turn the direction of writing around. */
const COMMANDS = /[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
