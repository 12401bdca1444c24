/** Control characters, and the marks that turn the direction of writing around. */
const UNSAFE = "[\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]";
const EACH = new RegExp(UNSAFE, "g");
const RUNS = new RegExp(`${UNSAFE}+`, "g");

/** One line without anything that a terminal or a desktop could take for a command. */
export function plainText(text: string, longest = 200): string {
  const line = text.replace(RUNS, " ").trim();
  const signs = Array.from(line);
  return signs.length > longest ? `${signs.slice(0, longest - 1).join("")}…` : line;
}

/** Text from a file that somebody else wrote, safe to show on a terminal: control characters are shown by their codes. */
export function harmless(text: string): string {
  return text.replace(EACH, (sign) => {
    const code = sign.charCodeAt(0).toString(16);
    return code.length > 2 ? `\\u${code}` : `\\x${code.padStart(2, "0")}`;
  });
}

/** The same value as JSON, safe to show on a terminal: `JSON.stringify` leaves half of the control characters. */
export function harmlessJson(value: unknown): string {
  return JSON.stringify(value).replace(
    EACH,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
