/** A regular expression as a tree, as far as its cost and its sample texts need it. */
export type PatternNode =
  /** One character of a set; `samples` are members of it, `outside` is what a negated set names. */
  | {
      readonly type: "character";
      readonly source: string;
      readonly samples: readonly string[];
      readonly outside: string;
    }
  | { readonly type: "sequence"; readonly parts: readonly PatternNode[] }
  | { readonly type: "choice"; readonly options: readonly PatternNode[] }
  | { readonly type: "repeat"; readonly body: PatternNode; readonly min: number; readonly max: number }
  /** An anchor, a word boundary, or a back reference: no character of its own. */
  | { readonly type: "assertion"; readonly source: string }
  | { readonly type: "look"; readonly body: PatternNode; readonly ahead: boolean; readonly wanted: boolean };

/** `source` must be a pattern that RegExp takes without the flags u and v. */
export function parsePattern(source: string): PatternNode {
  let at = 0;
  const take = (token: RegExp): RegExpExecArray | undefined => {
    token.lastIndex = at;
    const found = token.exec(source) ?? undefined;
    at += found?.[0].length ?? 0;
    return found;
  };

  const choice = (): PatternNode => {
    const options = [sequence()];
    while (source[at] === "|") {
      at += 1;
      options.push(sequence());
    }
    return options.length === 1 && options[0] ? options[0] : { type: "choice", options };
  };

  const sequence = (): PatternNode => {
    const parts: PatternNode[] = [];
    while (at < source.length && source[at] !== "|" && source[at] !== ")") parts.push(repeated(atom()));
    return { type: "sequence", parts };
  };

  const repeated = (body: PatternNode): PatternNode => {
    const found = take(QUANTIFIER);
    if (found === undefined) return body;
    const [text, low, range, high] = found;
    if (low === undefined) {
      return {
        type: "repeat",
        body,
        min: text.startsWith("+") ? 1 : 0,
        max: text.startsWith("?") ? 1 : Infinity,
      };
    }
    const max = range === undefined ? Number(low) : high ? Number(high) : Infinity;
    return { type: "repeat", body, min: Number(low), max };
  };

  const atom = (): PatternNode => {
    const group = take(GROUP);
    if (group) {
      const body = choice();
      at += 1;
      const look = /(<?)([=!])$/.exec(group[1] ?? "");
      return look ? { type: "look", body, ahead: look[1] === "", wanted: look[2] === "=" } : body;
    }
    if (source[at] === "[") return set();
    const escape = take(ESCAPE);
    if (escape) return escaped(escape[0]);
    const sign = source[at++] ?? "";
    if (sign === "^" || sign === "$") return { type: "assertion", source: sign };
    const literal = /[\]{}]/.test(sign) ? `\\${sign}` : sign;
    return { type: "character", source: literal, samples: sign === "." ? ["a", " "] : [sign], outside: "" };
  };

  const set = (): PatternNode => {
    const start = at;
    at += 1;
    const negated = source[at] === "^";
    if (negated) at += 1;
    let members = "";
    while (at < source.length && source[at] !== "]") {
      const escape = take(ESCAPE);
      members += escape ? memberOf(escape[0]) : source[at++];
    }
    at += 1;
    // First characters of ranges are enough: where two ranges overlap, one of their first characters is in both.
    const text = source.slice(start, at);
    if (!negated) return { type: "character", source: text, samples: members.split(""), outside: "" };
    const free = ["a", " ", "0", "-", "\u00e9"].filter((candidate) => !members.includes(candidate));
    return { type: "character", source: text, samples: free, outside: members };
  };

  return choice();
}

const QUANTIFIER = /(?:[*+?]|\{(\d+)(,(\d*))?\})\??/y;
const GROUP = /\((\?(?:<?[=!]|:|<\w+>))?/y;
const ESCAPE = /\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|c[A-Za-z]|k<\w+>|[1-9]\d*|[^])/y;

function escaped(text: string): PatternNode {
  if (/^\\(?:[bB]|k<|[1-9])/.test(text)) return { type: "assertion", source: text };
  return { type: "character", source: text, samples: [memberOf(text)], outside: "" };
}

const CLASSES: Readonly<Record<string, string>> = { d: "0", D: "a", w: "a", W: " ", s: " ", S: "a" };
const CONTROLS: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  f: "\f",
  v: "\v",
  b: "\b",
  "0": "\0",
};

/** One character that the escape stands for. */
function memberOf(text: string): string {
  const sign = text[1] ?? "";
  if (/^\\[xu]./.test(text)) return String.fromCharCode(Number.parseInt(text.slice(2), 16));
  if (/^\\c[A-Za-z]/.test(text)) return String.fromCharCode(text.charCodeAt(2) % 32);
  return CLASSES[sign] ?? CONTROLS[sign] ?? sign;
}
