import { MASK, maskSpans, type Span } from "./mask-spans.js";
import { isPlainValue, isSecretName } from "./secret-name.js";
import {
  endInQuotes,
  endOfEscaped,
  endOfQuoted,
  endOfValue,
  isReference,
  QuoteTracker,
} from "./value-end.js";

/** Masks the values of options, assignments, headers and JSON members with names such as `token`. */
export function maskNamed(text: string): string {
  const paired = maskSpans(text, pairedValues(text));
  return maskSpans(paired, namedValues(paired));
}

/** `{"name": "API_KEY", "value": "x"}`, in any order, and the same in YAML. */
function pairedValues(text: string): readonly Span[] {
  const spans: Span[] = [];
  for (const found of text.matchAll(NAME_AND_VALUE)) {
    const start = found.index + found[0].length;
    if (isSecretPair(found[1]) && !isReference(text, start))
      spans.push({ start, end: endOfValue(text, start) });
  }
  for (const found of text.matchAll(VALUE_AND_NAME)) {
    const start = found.index + (found[1]?.length ?? 0);
    const end = start + (found[2]?.length ?? 0);
    if (isSecretPair(found[4]) && !isReference(text, start)) spans.push({ start, end });
  }
  return spans;
}

function isSecretPair(name = ""): boolean {
  return isSecretName(name) || /^(?:proxy-)?authorization$/i.test(name);
}

// An optional quote, with the backslashes of JSON inside JSON.
const Q = String.raw`\\{0,15}["']?`;
const NAME_AND_VALUE = new RegExp(
  String.raw`\b(?:name|key)${Q}\s{0,20}:\s{0,20}${Q}([\w.-]{1,80})${Q}(?:\s{0,20},)?\s{0,40}${Q}\bvalue${Q}\s{0,20}:[ \t]{0,20}(?=\S)`,
  "gi",
);
const VALUE_AND_NAME = new RegExp(
  String.raw`(\bvalue${Q}\s{0,20}:\s{0,20})((\\{0,15}")[^"\\]{0,1000}\3)\s{0,20},\s{0,40}${Q}\b(?:name|key)${Q}\s{0,20}:\s{0,20}${Q}([\w.-]{1,80})`,
  "gi",
);

function namedValues(text: string): readonly Span[] {
  const spans: Span[] = [];
  const quotes = new QuoteTracker(text);
  NAMED.lastIndex = 0;
  for (let found = NAMED.exec(text); found !== null; found = NAMED.exec(text)) {
    const { option, name = option ?? "", optionQuote, quote = optionQuote } = found.groups ?? {};
    if (!isSecretName(name)) continue;
    const start = NAMED.lastIndex;
    // There is a quote after the name, so the name itself is quoted.
    const isMember = quote !== undefined && quote !== "";
    if (/[{[]/.test(text[start] ?? "") && !text.startsWith(MASK, start)) {
      if (isMember) NAMED.lastIndex = maskStrings(text, start, spans);
      continue;
    }
    if (isReference(text, start)) continue;
    const open = quotes.openAt(found.index);
    // "TOKEN=a b" and "Cookie: a=1; b=2" reach to the closing quote.
    const isAllOfString =
      open >= 0 && open === found.index - 1 && !isMember && (text[start - 1] === "=" || COOKIE.test(name));
    const end = isAllOfString
      ? endInQuotes(text, open)
      : (endOfLiteral(text, start, isMember) ?? endOfValue(text, start, text[open]));
    if (end <= start || isHarmless(name, text, start, end)) continue;
    spans.push({ start, end });
    NAMED.lastIndex = end;
  }
  return spans;
}

/**
 * A name and the sign between it and its value: `--token=`, `--token `, `"--token", `, `TOKEN=`, `"token": `,
 * `Token: `, `token := `, `'token' => `.
 */
const NAMED = new RegExp(
  String.raw`(?<![\w.-])(?:--?(?<option>[A-Za-z][\w.-]{0,80})(?:(?<optionQuote>\\{0,15}["']?)=|\\{0,15}["'][ \t]{0,20},\s{0,40}(?=\\{0,15}["'](?!-))|\\{0,15}["']?[ \t]{1,40}(?!-))|(?<name>[A-Za-z_][\w.-]{0,80})(?<quote>\\{0,15}["']?)(?:=(?![=~>])|[ \t]{1,40}[?+]?=(?![=~>])[ \t]{1,40}|[?+]=|[ \t]{0,40}:=?(?!\/\/|:)[ \t]{0,40}|(?<=["'])[ \t]{0,40}=>[ \t]{0,40}))`,
  "g",
);

/** The end of a number or bare word that is the value of a member; a comma ends it. */
function endOfLiteral(text: string, start: number, isMember: boolean): number | undefined {
  LITERAL.lastIndex = start;
  const literal = isMember ? LITERAL.exec(text)?.[0].length : undefined;
  return literal === undefined ? undefined : start + literal;
}

const LITERAL = /[\w.+-]+(?=\s{0,20}[,}\]])/y;
const COOKIE = /^(?:set-)?cookie$/i;

/** Looks at the start of the value only, so that a long one is not read twice. */
function isHarmless(name: string, text: string, start: number, end: number): boolean {
  // docker build --secret id=npmrc,src=.npmrc
  if (name === "secret" && /^(?:id|type)=/.test(text.slice(start, start + 5))) return true;
  return isPlainValue(name, text.slice(start, Math.min(end, start + 20)));
}

/** Adds a span for every string in the object or array at `from`, except member names. Returns its end. */
function maskStrings(text: string, from: number, spans: Span[]): number {
  let depth = 0;
  INSIDE.lastIndex = from;
  for (let found = INSIDE.exec(text); found !== null; found = INSIDE.exec(text)) {
    const [sign] = found;
    if (sign === "{" || sign === "[") depth += 1;
    else if (sign === "}" || sign === "]") depth -= 1;
    else if (/["']$/.test(sign)) {
      const end = sign.length > 1 ? endOfEscaped(text, found.index) : endOfQuoted(text, found.index);
      COLON.lastIndex = end;
      if (!COLON.test(text)) spans.push({ start: found.index, end });
      INSIDE.lastIndex = end;
    }
    if (depth === 0) return INSIDE.lastIndex;
  }
  return text.length;
}

const INSIDE = /\[secret\]|[{}[\]]|\\*["']|\\+/g;
const COLON = /\s{0,20}:/y;
