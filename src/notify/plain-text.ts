/** One line without anything that a terminal or a desktop could take for a command. */
export function plainText(text: string, longest = 200): string {
  const line = text
    // Control characters, and the marks that turn the direction of writing around.
    .replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, " ")
    .trim();
  const signs = Array.from(line);
  return signs.length > longest ? `${signs.slice(0, longest - 1).join("")}…` : line;
}
