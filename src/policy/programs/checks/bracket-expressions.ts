/**
 * Whether every `[…]` of a regular expression ends inside it. Then a delimiter ends the expression at the same place for programs
 * that look for it in brackets too (GNU sed, original awk) and for those that do not (BSD sed, gawk).
 */
export function hasWholeBrackets(pattern: string): boolean {
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern.charAt(at);
    if (character === "\\") at += 1;
    if (character !== "[") continue;
    const bracket = BRACKET.exec(pattern.slice(at))?.[0];
    if (bracket === undefined) return false;
    at += bracket.length - 1;
  }
  return true;
}

/**
 * A `]` right behind `[` or `[^` is text, and `[:alpha:]` is a class. A backslash before `]` is text to some and not to others.
 */
const BRACKET = /^\[(?:\^(?!\])|\^\]|\]|(?![\]^]))(?:\[:[a-z]+:\]|\\?\[(?![:.=])|\\[^[\]]|[^[\]\\])*\]/;
