import { hasWholeBrackets } from "./bracket-expressions.js";

export interface AwkToken {
  readonly type: "name" | "call" | "keyword" | "number" | "string" | "regex" | "sign" | "newline" | "end";
  readonly text: string;
}

const KEYWORDS = new Set(
  (
    "BEGIN END BEGINFILE ENDFILE function func if else while for do in break continue return delete next nextfile exit " +
    "print printf getline switch case default"
  ).split(" "),
);
const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?![\w.])/y;
const NAME = /[A-Za-z_]\w*(\()?/y;
const STRING = /"(?:[^"\\\n]|\\[^\n])*"/y;
const REGEX = /\/(?:[^/\\\n]|\\[^\n])+\//y;
const SIGN = /&&|\|\||[-+*/%^=!<>]=|\+\+|--|!~|[-+*/%^=!<>~?:,;(){}[\]$]/y;

/**
 * The program in tokens; undefined where awks could disagree on one. A slash begins a regular expression only where no awk
 * could take it for a division, and the other way round.
 */
export function awkTokens(program: string): readonly AwkToken[] | undefined {
  const tokens: AwkToken[] = [];
  let at = 0;
  for (;;) {
    at = afterBlank(program, at);
    if (at === program.length) return [...tokens, { type: "end", text: "" }];
    const token = tokenAt(program, at, tokens.at(-1));
    if (token === undefined) return undefined;
    tokens.push(token);
    at += token.text.length;
  }
}

function afterBlank(program: string, from: number): number {
  // A comment that ends in a backslash goes on in the next line, for some.
  const blank = /(?:[ \t]|#[^\n]*(?<!\\)(?=\n|$))*/y;
  blank.lastIndex = from;
  blank.test(program);
  return blank.lastIndex;
}

function tokenAt(program: string, at: number, last: AwkToken | undefined): AwkToken | undefined {
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(program)?.[0];
  };
  const first = program.charAt(at);
  if (first === "\n") return { type: "newline", text: first };
  if (first === '"') return tokenOf("string", match(STRING));
  if (/[\d.]/.test(first)) return tokenOf("number", match(NUMBER));
  const name = match(NAME);
  if (name !== undefined) {
    const word = name.replace("(", "");
    if (KEYWORDS.has(word)) return { type: "keyword", text: word };
    return { type: name === word ? "name" : "call", text: word };
  }
  if (first === "/") return slashAt(match, last);
  return tokenOf("sign", match(SIGN));
}

function slashAt(
  match: (pattern: RegExp) => string | undefined,
  last: AwkToken | undefined,
): AwkToken | undefined {
  if (endsOperand(last)) return tokenOf("sign", match(SIGN));
  if (!canStartRegex(last)) return undefined;
  const regex = match(REGEX);
  // `/=` is a sign of its own.
  if (regex === undefined || regex.startsWith("/=") || !hasWholeBrackets(regex.slice(1, -1)))
    return undefined;
  return { type: "regex", text: regex };
}

/** What mawk, which looks only at the token before, takes for the left side of a division, and so does a grammar. */
function endsOperand(last: AwkToken | undefined): boolean {
  switch (last?.type) {
    case "number":
    case "string":
      return true;
    case "name":
      return last.text !== "length";
    case "sign":
      return last.text === ")" || last.text === "]";
    default:
      return false;
  }
}

function canStartRegex(last: AwkToken | undefined): boolean {
  if (last === undefined || last.type === "newline") return true;
  return last.type === "sign" && /^(?:[!~,;({}?:=]|!~|==|!=|&&|\|\|)$/.test(last.text);
}

function tokenOf(type: AwkToken["type"], text: string | undefined): AwkToken | undefined {
  return text === undefined ? undefined : { type, text };
}
