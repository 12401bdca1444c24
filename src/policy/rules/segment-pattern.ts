/** One name of a path pattern, as the text of a regular expression: `*` and `?` stay within the name. */
export function segmentPattern(segment: string): string {
  return segment.replace(
    /\\(.)|\*+|\?|\[(!?)([^\]]+)\]|[^]/g,
    (bit, escape?: string, not?: string, set?: string) => {
      if (escape !== undefined) return quoted(escape);
      if (bit.startsWith("*")) return "[^/]*";
      if (bit === "?") return "[^/]";
      if (set !== undefined)
        return `[${not === "!" ? "^/" : ""}${set.replaceAll(/[\\\]^]/g, String.raw`\$&`)}]`;
      return quoted(bit);
    },
  );
}

function quoted(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);
}
