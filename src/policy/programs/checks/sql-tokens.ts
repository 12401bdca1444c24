export interface SqlToken {
  /** `word`: an unquoted word, in upper case. `name`: a quoted one. */
  readonly type: "word" | "name" | "text" | "number" | "sign";
  readonly text: string;
}

/**
 * SQL in tokens, where SQLite, PostgreSQL and MySQL see the same ones; undefined where they do not. So there are no backslashes (escapes
 * of a text to MySQL, commands to the clients), no `/*` (nested to PostgreSQL, run by MySQL), no `$` (quotes of PostgreSQL),
 * no `#` (a comment of MySQL). `;` is a token.
 */
export function sqlTokens(sql: string): readonly SqlToken[] | undefined {
  if (sql.length > LONGEST || /[\\\0\r$]|\/\*/.test(sql)) return undefined;
  const tokens: SqlToken[] = [];
  let at = 0;
  while (at < sql.length) {
    BLANK.lastIndex = at;
    BLANK.test(sql);
    at = BLANK.lastIndex;
    if (at === sql.length) break;
    const found = TOKENS.map(([type, pattern]) => {
      pattern.lastIndex = at;
      return { type, text: pattern.exec(sql)?.[0] };
    }).find(({ text }) => text !== undefined);
    if (found?.text === undefined) return undefined;
    tokens.push({ type: found.type, text: found.type === "word" ? found.text.toUpperCase() : found.text });
    at += found.text.length;
  }
  return tokens;
}

const LONGEST = 20_000;
// MySQL wants a blank behind the dashes of a comment; without one they are two signs to it.
const BLANK = /(?:[ \t\n]|--(?=[ \t\n]|$)[^\n]*)*/y;
const TOKENS: readonly (readonly [SqlToken["type"], RegExp])[] = [
  ["word", /[A-Za-z_]\w*/y],
  ["number", /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?![\w.])/y],
  ["text", /'(?:[^']|'')*'/y],
  // MySQL takes "…" for a text; the others for a name, which is the more dangerous one.
  ["name", /"(?:[^"]|"")*"|`[^`]*`|\[\w+\]/y],
  ["sign", /->>?|\|\||::|:=|[<>!=]=|<>|-(?!-)|[+*/%=<>!~&|^?:@.,;()]/y],
];

/** The name without its quotes, in lower case, as functions are looked up. */
export function plainName({ type, text }: SqlToken): string {
  return (type === "name" ? text.slice(1, -1) : text).toLowerCase();
}
